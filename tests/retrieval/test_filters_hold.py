"""Whatever is asked of filters, together and by either leg: nothing else comes through."""

from datetime import date
from unittest.mock import patch
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pramana.llm.testing.server import vector_of
from pramana.retrieval.contracts import Embeddings, Filters
from pramana.retrieval.domain import recipes
from pramana.retrieval.postgres import candidates
from pramana.retrieval.services import index_entries, set_vectors
from tests.retrieval.conftest import SPACE, entry, find

COLLECTIONS = [uuid4(), uuid4(), None]
PARENTS = [uuid4() for _ in range(4)]
URLS = ["", "https://a.org/docs/one", "https://a.org/docs_two", "http://b.org/Docs/%", "/odd"]
PREFIXES = ["/", "/docs", "/docs/", "/docs_", "/docs%", "/Docs/%", "https://a.org", "http://", "/_"]
SECTIONS = ["Intro", "intro", "Intro ", ""]
KINDS, LANGUAGES = ["pdf", "html", ""], ["en", "ne", ""]
DATES = [date(2026, 1, 1), date(2026, 2, 1), date(2026, 3, 1), None]

sets = st.none() | st.frozensets(st.sampled_from([*PARENTS, uuid4()]), max_size=3)
collections = st.none() | st.frozensets(
    st.sampled_from([each for each in COLLECTIONS if each] + [uuid4()]), max_size=2
)


def one_of(values):
    return st.none() | st.sampled_from([each for each in values if each])


filters = st.builds(
    Filters,
    collection_ids=collections,
    parent_ids=sets,
    source_url_prefix=one_of(PREFIXES),
    section=one_of([*SECTIONS, "Int"]),
    kind=one_of([*KINDS, "p"]),
    language=one_of([*LANGUAGES, "e"]),
    date_from=one_of(DATES),
    date_to=one_of(DATES),
)


def passes(one, asked: Filters) -> bool:
    """What the filters mean, said once more and without SQL."""
    prefix = asked.source_url_prefix or ""
    place = urlsplit(one.url).path if prefix.startswith("/") else one.url
    dated = one.date is not None
    return all(
        (
            asked.collection_ids is None or one.collection_id in asked.collection_ids,
            asked.parent_ids is None or one.parent_id in asked.parent_ids,
            asked.source_url_prefix is None or (one.url != "" and place.startswith(prefix)),
            asked.section is None or one.section == asked.section,
            asked.kind is None or one.kind == asked.kind,
            asked.language is None or one.language == asked.language,
            asked.date_from is None or (dated and one.date >= asked.date_from),
            asked.date_to is None or (dated and one.date <= asked.date_to),
        )
    )


@pytest.fixture
def entries(scope, other_scope, encoder_server):
    """Forty that words or meaning find, in every mixture; and another tenant's just like them."""
    put_mixture(other_scope)
    return put_mixture(scope)


def put_mixture(scope):
    made = [
        entry(
            "budget" if number % 3 else "nothing of the kind",
            collection_id=COLLECTIONS[number % 3],
            parent_id=PARENTS[number % 4],
            url=URLS[number % 5],
            section=SECTIONS[number // 2 % 4],
            kind=KINDS[number // 3 % 3],
            language=LANGUAGES[number // 4 % 3],
            date=DATES[number // 5 % 4],
        )
        for number in range(40)
    ]
    index_entries(scope, made)
    vectors = {each.item_id: vector_of("budget") for each in made}
    set_vectors(scope, SPACE, Embeddings("openai:one", 8, vectors))
    return made


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=filters, few=st.sampled_from([5, 10_000]))
def test_what_passes_is_found_and_nothing_else(scope, entries, asked, few):
    with patch.object(recipes, "EXACT_LIMIT", few), patch.object(candidates, "EXACT_LIMIT", few):
        hits = {hit.item_id for hit in find(scope, "budget", filters=asked, limit=200)}
    assert hits == {each.item_id for each in entries if passes(each, asked)}
