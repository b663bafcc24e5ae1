"""A product with a cluster beside its rows: the client's own local mode, new for every test."""

from collections.abc import Iterator

import pytest

from pramana.retrieval.qdrant import cluster as connection
from pramana.retrieval.qdrant.store import set_change_tracking
from tests.settings import change


@pytest.fixture
def cluster(settings, db) -> Iterator[None]:
    change(settings, qdrant_url=connection.IN_PROCESS)
    _forget()
    set_change_tracking(wanted=True)
    yield
    _forget()


def _forget() -> None:
    connection._connect.cache_clear()
    connection._ensure.cache_clear()
    connection.reset_failure()
