"""A caller with a key, without a server between."""

from typing import Any

from django.test import Client


def with_key(key: str, **headers: Any) -> Client:
    return Client(headers={"Authorization": f"Bearer {key}", **headers})
