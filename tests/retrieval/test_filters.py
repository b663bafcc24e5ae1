from contextlib import suppress
from dataclasses import fields
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.kit.errors import InvalidRequest
from pramana.retrieval.contracts import Embeddings, Filters, Query

WRONG = [
    {"colection_ids": []},
    {"collection_ids": "all"},
    {"collection_ids": [1]},
    {"collection_ids": 7},
    {"parent_ids": ["not-a-uuid"]},
    {"source_url_prefix": ""},
    {"source_url_prefix": "docs/"},
    {"source_url_prefix": "ftp://example.org"},
    {"source_url_prefix": "*"},
    {"source_url_prefix": 5},
    {"source_url_prefix": "/a\x00b"},
    {"section": ""},
    {"section": ["a"]},
    {"kind": "   "},
    {"language": 0},
    {"date_from": "last week"},
    {"date_to": 2026},
    {"date_from": datetime(2026, 1, 1, tzinfo=UTC)},
]


@pytest.mark.parametrize("given_filters", WRONG, ids=str)
def test_a_filter_that_makes_no_sense_is_refused(given_filters):
    with pytest.raises(InvalidRequest):
        Filters.read(given_filters)


def test_loose_values_become_a_filter():
    collection = uuid4()
    filters = Filters.read({"collection_ids": [str(collection)], "date_from": "2026-01-31"})
    assert filters == Filters(collection_ids=frozenset({collection}), date_from=date(2026, 1, 31))


def test_nothing_asked_and_nothing_let_through_are_not_the_same():
    assert Filters.read({}).is_empty and not Filters().matches_nothing
    assert Filters.read({"collection_ids": []}).matches_nothing
    assert Filters(parent_ids=frozenset()).matches_nothing
    assert Filters(date_from=date(2026, 2, 1), date_to=date(2026, 1, 1)).matches_nothing


KNOWN = sorted(field.name for field in fields(Filters))


@given(st.dictionaries(st.sampled_from(KNOWN), st.none() | st.text() | st.integers(), max_size=3))
def test_anything_at_all_is_either_understood_or_refused(given_filters):
    with suppress(InvalidRequest):
        filters = Filters.read(given_filters)
        asked = {name for name, value in given_filters.items() if value is not None}
        assert {name for name in KNOWN if getattr(filters, name) is not None} == asked


@pytest.mark.parametrize("limit", [0, -1, 201])
def test_a_search_asks_for_a_reasonable_number_of_hits(limit):
    with pytest.raises(InvalidRequest):
        Query(text="a", spaces=("s",), limit=limit)


def test_a_search_looks_somewhere():
    with pytest.raises(InvalidRequest):
        Query(text="a", spaces=())


def test_vectors_of_the_wrong_length_are_refused():
    with pytest.raises(InvalidRequest, match="3 numbers"):
        Embeddings("m", 3, {uuid4(): [1.0, 2.0]})
