"""A product with a cluster beside its rows: the client's own local mode, new for every test."""

from collections.abc import Iterator

import pytest

from pramana.retrieval.qdrant import client, collections
from pramana.retrieval.qdrant.switching import note_changes
from tests.settings import change


@pytest.fixture
def cluster(settings, db) -> Iterator[None]:
    change(settings, qdrant_url=client.IN_PROCESS)
    _forget()
    note_changes(wanted=True)
    yield
    _forget()


def _forget() -> None:
    client._connected.cache_clear()
    collections._ensure.cache_clear()
    client.ask_again()
