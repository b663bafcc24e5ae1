"""No request keeps a connection of the pool from the others, whatever it waits for."""

import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from uuid import uuid4

import httpx
import psycopg
import pytest

from pramana.api.routes.health import LATE_CONNECTION_S
from tests.api.server import Web, running_web
from tests.starting import starts_processes
from tests.waiting import wait_until

POOL = 4
SIGNED_IN = """
import django; django.setup()
from django.test import Client
from pramana.tenancy.models import Membership, User
user = User.objects.get(username="served-admin")
user.set_password("a long enough one"); user.is_superuser = True; user.save()
client = Client(); client.force_login(user)
print(client.cookies["pramana_session"].value)
"""


@pytest.fixture(scope="module")
@starts_processes
def web(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    data = tmp_path_factory.mktemp("connections")
    options = {"PRAMANA_DATABASE_POOL": str(POOL), "PRAMANA_FETCH_ALLOW": "127.0.0.1"}
    with running_web(f"connections_{worker_id}", data, **options) as started:
        yield started


def figure(web: Web, name: str) -> float:
    with web.client() as client:
        text = client.get("/metrics").text
    [line] = [each for each in text.splitlines() if each.startswith(f"{name} ")]
    return float(line.split()[1])


def test_error_pages_keep_no_connection(web: Web) -> None:
    cookies = {"pramana_session": web.python(SIGNED_IN)}
    address = f"{web.url}/app/documents/{uuid4()}/panel/unknown"
    for _ in range(3 * POOL):
        answer = httpx.get(address, cookies=cookies, timeout=30)
        assert answer.status_code == 404
        assert "<html" in answer.text

    with web.client() as client:
        assert client.get("/api/me").status_code == 200
    assert figure(web, "pramana_database_connections_lent") <= 1  # the scrape itself


def test_a_crowd_that_signs_in_leaves_the_api_its_connections(web: Web) -> None:
    web.python(SIGNED_IN)

    def try_to_sign_in(number: int) -> int:
        with httpx.Client(base_url=web.url, timeout=60) as client:
            client.get("/app/sign-in")
            form = {"name": f"nobody{number}", "password": "wrong and long"}
            headers = {"X-CSRFToken": client.cookies["pramana_csrf"], "Referer": web.url}
            return client.post("/app/sign-in", data=form, headers=headers).status_code

    with ThreadPoolExecutor(80) as crowd, web.client() as client:
        crowd_answers = [crowd.submit(try_to_sign_in, number) for number in range(80)]
        answers = list(while_running(client, crowd_answers))
        statuses = {each.result() for each in crowd_answers}

    assert {each.status_code for each in answers} == {200}
    assert statuses <= {401, 429, 503} and 401 in statuses
    assert len(answers) >= 5, "the API waited for the crowd"


def test_an_address_that_hangs_holds_no_connection(web: Web) -> None:
    with silent_server() as port, web.client() as client, ThreadPoolExecutor(3 * POOL) as callers:
        calls = [
            callers.submit(
                client.post, "/api/sources/", json={"url": f"http://127.0.0.1:{port}/{number}"}
            )
            for number in range(3 * POOL)
        ]
        answers = list(while_running(client, calls))
        statuses = {each.result().status_code for each in calls}

    assert {each.status_code for each in answers} == {200}
    assert statuses == {202}


def test_health_has_a_connection_of_its_own(web: Web) -> None:
    """Every connection of the pool waits for a lock, and health still reaches the database."""
    with (
        ThreadPoolExecutor(POOL + 2) as callers,
        web.client() as client,
        psycopg.connect(web.database_url, autocommit=True) as holder,
    ):
        with holder.transaction():
            holder.execute("LOCK TABLE tenancy_apikey IN ACCESS EXCLUSIVE MODE")
            calls = [callers.submit(client.get, "/api/keys/") for _ in range(POOL + 2)]
            wait_until(lambda: holder.execute(WAITING_FOR_LOCK).fetchone() == (POOL,))
            health = httpx.get(f"{web.url}/health", timeout=30).json()
            assert not any(each.done() for each in calls), "the pool was no longer busy"
            time.sleep(LATE_CONNECTION_S)
        for each in calls:
            each.result()

    assert health["services"]["database"]["status"] in ("healthy", "degraded")
    assert health["services"]["database"]["name"].startswith("postgresql")
    later = httpx.get(f"{web.url}/health", timeout=10).json()["services"]["database"]
    assert "waited" in later["error"]
    assert figure(web, "pramana_database_wait_longest_seconds") > LATE_CONNECTION_S


WAITING_FOR_LOCK = """
    SELECT count(DISTINCT pid) FROM pg_locks
     WHERE NOT granted AND relation = 'tenancy_apikey'::regclass
"""


def while_running(client: httpx.Client, calls: list) -> Iterator[httpx.Response]:
    """Ask again and again until the calls have ended."""
    while not all(each.done() for each in calls):
        yield client.get("/api/keys/")
        time.sleep(0.05)


@contextmanager
def silent_server() -> Iterator[int]:
    """Accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=100) as server:
        kept: list[socket.socket] = []

        def accept() -> None:
            while True:
                try:
                    kept.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1]
        for each in kept:
            each.close()
