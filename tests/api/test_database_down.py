"""PostgreSQL away: every operation says 503, none says 401, and health still answers."""

import os
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest

from tests.api.server import PATIENCE_S, Web, running_web
from tests.api.walk import Operation, code_of, guarded

pytestmark = pytest.mark.starts


@pytest.mark.parametrize("pool", ["0", "8"])
def test_without_the_database_every_operation_is_503(
    worker_id: str, tmp_path: Path, pool: str
) -> None:
    with (
        running_web(f"down_{worker_id}", tmp_path, PRAMANA_DATABASE_POOL=pool) as web,
        web.client() as client,
    ):
        asked = guarded(client.get("/api/openapi.json").json())
        assert client.get("/api/me").status_code == 200
        take_away(web)
        with ThreadPoolExecutor(len(asked)) as together:
            for operation, answer in together.map(partial(call, web), asked):
                check(operation, answer)
        cookies = {"pramana_session": "x" * 32}
        session = httpx.get(f"{web.url}/api/me", cookies=cookies, timeout=PATIENCE_S)
        health = client.get("/health")

    assert session.status_code == 503
    assert health.status_code == 200
    assert health.json()["status"] == "unavailable"
    assert health.json()["services"]["database"]["status"] == "unavailable"


def call(web: Web, operation: Operation) -> tuple[Operation, httpx.Response]:
    """With a client of its own: threads that share one may close each other's connections."""
    with web.client() as client:
        return operation, operation.call(client)


def check(operation: Operation, answer: httpx.Response) -> None:
    assert answer.status_code == 503, operation
    assert code_of(answer) in ("SERVICE_UNAVAILABLE", None), operation
    assert int(answer.headers["retry-after"]) > 0


def take_away(web: Web) -> None:
    """Refuse new connections to this database and end those there are."""
    name = urlsplit(web.database_url).path.lstrip("/")
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as line:
        line.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false')
        line.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
