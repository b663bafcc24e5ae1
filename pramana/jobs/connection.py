"""How psycopg itself reaches Django's database, for connections that listen or hold a lock."""

from typing import Any

from django.db import connection

DJANGOS_OWN = ("cursor_factory", "context", "prepare_threshold")
KEEPALIVES = {"keepalives_idle": 5, "keepalives_interval": 2, "keepalives_count": 3}
"""A peer that vanished without a word is noticed within about eleven seconds."""


def connection_parameters() -> dict[str, Any]:
    parameters = connection.get_connection_params()
    return {key: value for key, value in parameters.items() if key not in DJANGOS_OWN}
