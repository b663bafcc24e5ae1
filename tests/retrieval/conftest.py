"""Entries to find, a recount of the statistics, and an encoder on loopback."""

from collections import Counter
from collections.abc import Iterator
from uuid import UUID, uuid4

import hypothesis
import pytest
from django.db import connection

from pramana.kit.scope import Scope
from pramana.llm.embeddings.encoder import encoder_for
from pramana.llm.testing import ModelServer, model_server
from pramana.retrieval import encoders
from pramana.retrieval.contracts import Hit, IndexEntry, Query
from pramana.retrieval.selectors import search
from pramana.retrieval.services import index_entries
from pramana.retrieval.stores import register_space
from tests.settings import change

SPACE = "tests.note"

hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")


def entry(text: str, **fields) -> IndexEntry:
    item = fields.pop("item_id", None) or uuid4()
    return IndexEntry(
        **{"space": SPACE, "item_id": item, "parent_id": uuid4(), "text": text, **fields}
    )


def put(scope: Scope, *texts: str, **fields) -> list[IndexEntry]:
    entries = [entry(text, **fields) for text in texts]
    index_entries(scope, entries)
    return entries


def find(scope: Scope, text: str, *, spaces=(SPACE,), **fields) -> list[Hit]:
    return search(scope, Query(text=text, spaces=spaces, **fields))


def found(scope: Scope, text: str, **fields) -> list[UUID]:
    return [hit.item_id for hit in find(scope, text, **fields)]


def counted(scope: Scope) -> dict[tuple[str, str], int]:
    """How many entries hold each word, as the statistics say."""
    statement = """
        SELECT space, term, entries + coalesce((SELECT sum(by) FROM retrieval_termchange change
                                                 WHERE change.number = term.number), 0)
          FROM retrieval_term term WHERE tenant_id = %s
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [scope.tenant_id])
        return {(space, term): int(entries) for space, term, entries in cursor if entries}


def recounted(scope: Scope) -> dict[tuple[str, str], int]:
    """The same, counted from the entries themselves."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number, term FROM retrieval_term WHERE tenant_id = %s", [scope.tenant_id]
        )
        terms = dict(cursor.fetchall())
        cursor.execute(
            "SELECT space, terms FROM retrieval_entry WHERE tenant_id = %s", [scope.tenant_id]
        )
        counts: Counter[tuple[str, str]] = Counter()
        for space, numbers in cursor.fetchall():
            counts.update([(space, ""), *((space, terms[number]) for number in numbers)])
    return dict(counts)


def rows_in(table: str, scope: Scope) -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {table} WHERE tenant_id = %s", [scope.tenant_id])
        return cursor.fetchone()[0]


@pytest.fixture
def encoder_server(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelServer]:
    """An encoder behind real HTTP, known as `openai:one`: equal texts get equal vectors."""
    with model_server() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
        change(settings, embeddings="openai:one")
        encoder_for.cache_clear()
        encoders._cache.clear()
        yield server
        encoder_for.cache_clear()
        encoders._cache.clear()


@pytest.fixture
def texts() -> dict[UUID, str]:
    """The texts of the space, as the capability that owns them would have them."""
    kept: dict[UUID, str] = {}
    register_space(SPACE, lambda scope, ids: {each: kept[each] for each in ids if each in kept})
    return kept


@pytest.fixture
def indexed(scope: Scope, texts: dict[UUID, str]) -> list[IndexEntry]:
    entries = put(scope, "tender one", "tender two two", "tender three three three")
    texts |= {each.item_id: each.text for each in entries}
    return entries
