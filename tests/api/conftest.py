"""Callers of every kind, and a real web server for what only a real server shows."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member
from tests.api.server import Web, running_web


@pytest.fixture
def admin(scope: Scope) -> Client:
    return with_key(make_key(scope))


@pytest.fixture
def reviewer(scope: Scope) -> Client:
    return with_key(make_key(make_member(scope, Role.REVIEWER), Role.REVIEWER))


@pytest.fixture
def viewer(scope: Scope) -> Client:
    return with_key(make_key(make_member(scope, Role.VIEWER), Role.VIEWER))


@pytest.fixture
def stranger(other_scope: Scope) -> Client:
    """An admin, of another tenant."""
    return with_key(make_key(other_scope))


def with_key(key: str, **headers: Any) -> Client:
    return Client(headers={"Authorization": f"Bearer {key}", **headers})


@pytest.fixture(scope="session")
def web(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """uvicorn on a free port with a database of its own, shared by the tests of one worker."""
    with running_web(f"api_{worker_id}", tmp_path_factory.mktemp("web")) as started:
        yield started
