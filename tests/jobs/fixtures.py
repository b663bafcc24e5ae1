"""A clean queue, a table to count effects in, and workers."""

from collections.abc import Iterator

import pytest
from django.db import connection

from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_tenant
from tests.jobs import sample_tasks
from tests.jobs.processes import WorkerProcess, queue_worker


def _clean() -> None:
    with connection.cursor() as cursor:
        cursor.execute(sample_tasks.TABLES)
        cursor.execute("TRUNCATE test_effects, test_ticks, jobs_job, jobs_periodictick")


@pytest.fixture
def queue(db: None) -> None:
    """An empty queue inside this test's own transaction."""
    _clean()


@pytest.fixture
def shared_queue(transactional_db: None) -> None:
    """An empty queue that other threads and processes see."""
    _clean()


@pytest.fixture
def shared_scope(shared_queue: None) -> Scope:
    return make_tenant("shared")


@pytest.fixture
def worker(shared_queue: None, database_url: str) -> Iterator[WorkerProcess]:
    with queue_worker(database_url) as started:
        yield started
