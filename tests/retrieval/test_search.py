from dataclasses import replace
from datetime import date
from unittest.mock import patch
from uuid import uuid4

import pytest

from pramana.kit.errors import InvalidRequest
from pramana.retrieval.contracts import Filters, Flag
from pramana.retrieval.domain.recipes import RECIPES
from pramana.retrieval.services import index_entries, move_entries, remove_entries
from tests.retrieval.conftest import SPACE, entry, find, found, put

pytestmark = pytest.mark.usefixtures("words_only")


def test_an_entry_is_found_by_its_words_in_any_form(scope):
    council, nepal = put(scope, "The councils cancelled tenders.", "नेपालको बोलपत्र रद्द भयो।")
    assert found(scope, "council tender") == [council.item_id]
    assert found(scope, "नेपालमा बोलपत्रहरू") == [nepal.item_id]


def test_a_hit_says_why_it_is_here(scope):
    put(scope, "The tender was cancelled.", "Rain in Kathmandu.")
    [hit] = find(scope, "Which tenders were cancelled in Pokhara?")
    assert hit.words == ("tenders", "cancelled")
    assert hit.why == "It holds “tenders” and “cancelled”."
    assert hit.lexical > 0 and hit.cosine is None and 0.3 < hit.coverage < 1
    assert hit.flags == {Flag.WORDS_ONLY}


def test_a_rare_word_counts_more_than_a_common_one(scope):
    put(scope, *[f"council meeting number {n}" for n in range(20)])
    [rare] = put(scope, "the tender of the council")
    assert found(scope, "council tender")[0] == rare.item_id


def test_the_same_question_gives_the_same_order(scope):
    put(scope, *["budget of the council"] * 12)
    assert found(scope, "budget") == found(scope, "budget") != []


def test_repetitions_do_not_fill_the_page(scope):
    text = "The ministry of finance published the yearly budget for roads and bridges"
    copies = put(scope, *[text] * 3)
    [other] = put(
        scope,
        "Schools get less in the yearly budget, says the finance ministry, and teachers, nurses"
        " and drivers will have to wait for their pay until the council meets in autumn",
    )
    hits = found(scope, "finance ministry budget yearly", recipe="balanced", limit=3)
    assert hits[0] in {each.item_id for each in copies} and hits[1] == other.item_id
    assert other.item_id not in found(scope, "finance ministry budget yearly", recipe="fast")[:3]


def test_several_spaces_are_ranked_together_and_others_left_out(scope):
    passage, fact = entry("Oli is prime minister"), entry("Oli resigned", space="tests.fact")
    index_entries(scope, [passage, fact, entry("Oli", space="tests.other")])
    assert set(found(scope, "Oli", spaces=(SPACE, "tests.fact"))) == {
        passage.item_id, fact.item_id,
    }  # fmt: skip
    assert found(scope, "resigned", spaces=(SPACE,)) == []


@pytest.mark.parametrize("text", ["", "   ", "?!", "\x00", "%_'\"\\;--", "🙂", "\ud800"])
def test_a_question_without_words_finds_nothing_and_breaks_nothing(scope, text):
    put(scope, "something")
    assert find(scope, text) == []


def test_a_page_long_question_is_answered(scope):
    [one] = put(scope, "the tender was cancelled")
    assert found(scope, "tender cancelled " + "word salad " * 3000) == [one.item_id]


def test_an_unknown_recipe_is_refused(scope):
    with pytest.raises(InvalidRequest):
        find(scope, "a", recipe="best")


def test_each_filter_lets_through_what_it_says(scope):
    collection, parent = uuid4(), uuid4()
    kept = entry(
        "budget",
        collection_id=collection,
        parent_id=parent,
        url="https://example.org/docs/guide?x=1",
        section="Guide › Intro",
        kind="pdf",
        date=date(2026, 3, 1),
        language="en",
    )
    index_entries(scope, [kept, entry("budget")])
    for filters in (
        Filters(collection_ids=frozenset({collection})),
        Filters(parent_ids=frozenset({parent})),
        Filters(source_url_prefix="/docs/gu"),
        Filters(source_url_prefix="https://example.org/docs/guide?x"),
        Filters(section="Intro"),
        Filters(section="Guide › Intro"),
        Filters(kind="pdf"),
        Filters(date_from=date(2026, 3, 1)),
        Filters(date_to=date(2026, 3, 1)),
        Filters(language="en"),
    ):
        assert found(scope, "budget", filters=filters) == [kept.item_id], filters


def test_no_filter_fails_open(scope):
    named = {"url": "https://example.org/docs", "section": "Guide › Intro"}
    put(scope, "budget", **named, date=date(2026, 3, 1))
    for filters in (
        Filters(collection_ids=frozenset()),
        Filters(collection_ids=frozenset({uuid4()})),
        Filters(parent_ids=frozenset()),
        Filters(parent_ids=frozenset({uuid4()})),
        Filters(source_url_prefix="/doc%"),
        Filters(source_url_prefix="/_ocs"),
        Filters(source_url_prefix="/DOCS"),
        Filters(source_url_prefix="/ocs"),
        Filters(source_url_prefix="https://example.org/docs/"),
        Filters(source_url_prefix="http://example.org"),
        Filters(section="intro"),
        Filters(section="Intr"),
        Filters(section="ntro"),
        Filters(section="%"),
        Filters(section="Guide"),
        Filters(kind="pdf"),
        Filters(date_from=date(2026, 3, 2)),
        Filters(date_to=date(2026, 2, 28)),
        Filters(date_from=date(2026, 3, 1), date_to=date(2026, 2, 1)),
        Filters(language="en"),
    ):
        assert found(scope, "budget", filters=filters) == [], filters


def test_an_entry_without_a_date_is_in_no_range(scope):
    put(scope, "budget")
    assert found(scope, "budget", filters=Filters(date_to=date(2100, 1, 1))) == []


def test_entries_move_to_another_collection_with_their_parent(scope, other_scope):
    old, new = Filters(collection_ids=frozenset({uuid4()})), uuid4()
    [before] = old.collection_ids
    moved, stays = put(scope, "budget", "budget too", collection_id=before)
    [theirs] = put(other_scope, "budget", collection_id=before, parent_id=moved.parent_id)
    move_entries(scope, SPACE, [moved.parent_id], new)
    only = Filters(collection_ids=frozenset({new}))
    assert found(scope, "budget", filters=only) == [moved.item_id]
    assert found(scope, "budget", filters=old) == [stays.item_id]
    assert found(other_scope, "budget", filters=old) == [theirs.item_id]


def test_indexing_an_item_again_replaces_it(scope):
    [old] = put(scope, "old words")
    index_entries(scope, [entry("new words", item_id=old.item_id)])
    assert found(scope, "old") == []
    assert found(scope, "new words") == [old.item_id]


def test_another_tenant_finds_nothing(scope, other_scope):
    collection = uuid4()
    [ours] = put(scope, "secret tender", collection_id=collection, url="https://a.org/x")
    put(other_scope, "public tender")
    for filters in (
        Filters(),
        Filters(parent_ids=frozenset({ours.parent_id})),
        Filters(collection_ids=frozenset({collection})),
        Filters(source_url_prefix="/x"),
    ):
        assert ours.item_id not in found(other_scope, "secret tender", filters=filters)
    assert remove_entries(other_scope, parent_ids=[ours.parent_id]) == 0
    assert remove_entries(other_scope, everything=True) == 1
    assert found(scope, "secret") == [ours.item_id]


def test_what_others_have_does_not_change_what_a_word_weighs(scope, other_scope):
    put(scope, "tender council", "council")
    before = [(hit.lexical, hit.coverage) for hit in find(scope, "tender council")]
    put(other_scope, *["tender"] * 50)
    assert [(hit.lexical, hit.coverage) for hit in find(scope, "tender council")] == before


def test_what_is_no_word_and_what_is_endless_is_indexed_all_the_same(scope):
    [odd] = put(
        scope,
        f"budget {'x' * 50_000} \x00 \ud800 " + " ".join(f"t{n}" for n in range(17_000)),
        url="https://example.org/" + "long/" * 5_000,
        section="a\x00b" + "c" * 10_000,
        kind="k" * 100,
        language="l" * 100,
    )
    [empty] = put(scope, "")
    assert found(scope, "budget") == [odd.item_id]
    assert found(scope, "x" * 60_000) == [odd.item_id]
    assert found(scope, "budget", filters=Filters(source_url_prefix="/long")) == [odd.item_id]
    assert remove_entries(scope, item_ids=[odd.item_id, empty.item_id]) == 2


def test_a_filter_finds_what_its_words_alone_would_not_lead_to(scope):
    put(scope, *["council rare"] * 30, *["council meeting"] * 60)
    [wanted] = put(scope, "council", section="wanted")
    recipe = replace(RECIPES["fast"], name="narrow", postings=1)
    with patch.dict(RECIPES, narrow=recipe):
        only = Filters(section="wanted")
        assert found(scope, "rare council", recipe="narrow", filters=only) == [wanted.item_id]


def test_of_common_words_the_entries_with_most_of_them_are_found(scope):
    put(scope, *["council road"] * 30, *["council bridge"] * 30, *["road bridge"] * 30)
    [all_three] = put(scope, "council of the road and the bridge")
    recipe = replace(RECIPES["fast"], name="bounded", postings=20)
    with patch.dict(RECIPES, bounded=recipe):
        best, *others = found(scope, "council road bridge", recipe="bounded")
        assert best == all_three.item_id and len(others) == 9
        assert len(found(scope, "council", recipe="bounded")) == 10
