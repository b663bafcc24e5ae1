"""Fixtures that everything shares: a database of one's own, tenants, and a running product."""

import inspect
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from asgiref.sync import SyncToAsync
from django.db import connection, connections
from django.test import Client, override_settings
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from pramana.kit.scope import Scope
from pramana.llm.testing import ModelServer, model_server
from pramana.observability.tracing import start_tracing, stop_tracing
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key
from tests.emptying import use_quick_emptying
from tests.plugin import TEMPLATE
from tests.prepared import PreparedProcess
from tests.product import Product, running_product
from tests.settings import change
from tests.sharing import process_name
from tests.starting import starts_processes

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter


hypothesis_settings.register_profile(
    "checks", deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("checks")  # how long an example takes says nothing about it


@pytest.fixture(scope="session")
def database_url(worker_id: str) -> Iterator[str]:
    """The address of this worker's own clone of the migrated template."""
    with cloned(f"test_{worker_id}") as url:
        yield url


@pytest.fixture(scope="session")
def worker_id() -> str:
    return process_name()


@pytest.fixture(scope="session")
def django_db_setup(database_url: str, worker_id: str, django_db_blocker) -> Iterator[None]:
    """Point Django at the clone; nothing is migrated twice."""
    with django_db_blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = f"test_{worker_id}"
    use_quick_emptying()
    yield
    with django_db_blocker.unblock():
        connection.close()


@pytest.fixture(scope="session", autouse=True)
def quick_passwords() -> Iterator[None]:
    """A hash that is meant to take a quarter of a second proves nothing here."""
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"]):
        yield


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown() -> None:
    """The ledger is written beside the test; emptying its table meanwhile would be a deadlock."""
    if ledger := sys.modules.get("pramana.llm.ledger"):
        ledger.LEDGER.flush()


@pytest.fixture(autouse=True)
def nothing_outlives_its_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """The thread that serves coroutines keeps no connection for a test that finds it cut."""
    yield
    marker = request.node.get_closest_marker("django_db")
    shared = "transactional_db" in request.fixturenames
    shared = shared or bool(marker and marker.kwargs.get("transaction"))
    if shared and inspect.iscoroutinefunction(request.function):
        SyncToAsync.single_thread_executor.submit(connections.close_all).result()


@pytest.fixture
def scope(db: None) -> Scope:
    from pramana.tenancy.testing import make_tenant

    return make_tenant("ours")


@pytest.fixture
def other_scope(db: None) -> Scope:
    """Another tenant, for every test that tries to look across."""
    from pramana.tenancy.testing import make_tenant

    return make_tenant("theirs")


@pytest.fixture
def words_only(settings) -> None:
    """No vectors: what is tested is not about them."""
    change(settings, embeddings="none")


@pytest.fixture
def models(settings) -> Iterator[ModelServer]:
    """A model over real HTTP, with no memory of the last test's failures."""
    from pramana.llm.gateway import _remote_engine

    _remote_engine.cache_clear()
    with model_server() as server:
        change(settings, model="openai:small", model_url=server.openai_url)
        yield server
    _remote_engine.cache_clear()


@pytest.fixture
def exporter() -> "Iterator[InMemorySpanExporter]":
    """Keeps the spans of one test."""
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    found = InMemorySpanExporter()
    start_tracing(found)
    yield found
    stop_tracing()


@pytest.fixture(scope="session")
@starts_processes
def product(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Product]:
    """A running product on a database of its own, shared by the tests of one worker."""
    data = tmp_path_factory.mktemp("product")
    with (
        cloned(f"product_{worker_id}") as url,
        running_product(
            start=PreparedProcess,
            DATABASE_URL=url,
            PRAMANA_DATA=str(data),
            PRAMANA_WATCH_FOLDERS=f"default:{data / 'watched'}",
        ) as started,
    ):
        yield started


@pytest.fixture
@starts_processes
def own_database(worker_id: str) -> Iterator[str]:
    """The address of a migrated database for one test, for those that kill and restart things."""
    with cloned(f"own_{worker_id}") as url:
        yield url


@contextmanager
def cloned(name: str) -> Iterator[str]:
    from pramana.postgres.testing import clone_database, drop_database

    yield clone_database(os.environ["DATABASE_URL"], TEMPLATE, name)
    drop_database(os.environ["DATABASE_URL"], name)


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
