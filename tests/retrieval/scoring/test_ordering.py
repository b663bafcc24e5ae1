"""Filtered with reasons, and in order without a model."""

from dataclasses import replace
from datetime import date

import pytest

from pramana.kit.errors import Misconfigured
from pramana.retrieval.scoring.contracts import (
    ListWeights,
    PolicyEffect,
    PolicyRule,
    parse_weights,
)
from pramana.retrieval.scoring.scorer import configured_recipe
from tests.retrieval.scoring.asking import (
    AT,
    BUILT,
    OPENED,
    RICE,
    own,
    page,
    scored,
    texts_of,
)
from tests.settings import change


@pytest.mark.parametrize(
    ("fields", "wishes", "reason"),
    [
        ({"text": " "}, {}, "It has neither a title nor a text."),
        ({"host": "x.bad.example"}, {"disallowed_sources": ["Bad.example"]}, "bad.example is not"),
        ({"url": "https://a.example/drafts/1"}, {"disallowed_sources": ["a.example/drafts"]},
         "a.example/drafts is not allowed here."),
        ({"dated": date(2020, 1, 1)}, {"freshness_mode": "software_docs_strict"}, "too old"),
        ({"url": "https://a.example/4.1/x"},
         {"freshness_mode": "software_docs_strict", "version_target": "5.2"},
         "It is about version 4.1, not 5.2."),
    ],
)  # fmt: skip
def test_what_a_rule_forbids_is_dropped_with_its_reason(fields, wishes, reason):
    candidate = page(fields.pop("text", OPENED), **fields)
    result = scored([candidate], **wishes)
    assert result.ranked == ()
    assert reason.lower() in result.dropped[0].reason.lower()


@pytest.mark.parametrize("pattern", ["bad.example", "*.bad.example/drafts/*", "*bad.example"])
def test_a_policy_rejects_by_host_and_by_pattern(pattern):
    candidates = [page(OPENED, url="https://x.bad.example/drafts/1"), page(BUILT, "good.example")]
    result = scored(candidates, policies=(PolicyRule(pattern, PolicyEffect.REJECT),))
    assert [each.bucket for each in result.ranked] == ["good.example"]
    assert result.dropped[0].reason == f"A policy rejects {pattern}."


def test_what_only_looks_like_a_forbidden_source_stays():
    candidates = [page(OPENED, "notbad.example"), own(BUILT)]
    rules = (
        PolicyRule("bad.example", PolicyEffect.REJECT),
        PolicyRule("example", PolicyEffect.REJECT),
    )
    result = scored(candidates, policies=rules[:1], disallowed_sources=["own"])
    assert len(result.ranked) == 2 and not result.dropped


def test_the_same_address_counts_once():
    result = scored([page(OPENED), page(OPENED)])
    assert (len(result.ranked), result.dropped[0].reason) == (1, "It was found twice.")


def test_one_list_alone_keeps_its_order():
    texts = [RICE, OPENED, f"{OPENED} Yes.", BUILT]
    candidates = [own(text, text) for text in texts]
    assert texts_of(scored(candidates), candidates) == texts


def test_words_decide_between_lists():
    candidates = [own(RICE, "rice"), own(BUILT, "built"), page(OPENED), page("Cooking.", "b.org")]
    assert texts_of(scored(candidates), candidates)[0] == OPENED


def test_meaning_decides_where_words_do_not():
    near, far = page("Inaugurated by Sita Rai.", cosine=0.92), own("About rice.", cosine=0.7)
    result = scored([far, near])
    assert result.ranked[0].candidate_id == near.id


def test_a_text_no_encoder_can_read_is_not_punished_for_it():
    nepali = page("मेयरले पुल उद्घाटन गर्नुभयो", "np.example")
    others = [own(RICE, "rice", cosine=0.7), page(RICE + " Well.", "b.example", cosine=0.7)]
    result = scored([*others, nepali], question="पुल उद्घाटन कसले गर्‍यो?")
    assert result.ranked[0].candidate_id == nepali.id


def test_weights_and_the_constant_are_settings(settings):
    values = {"score_weights": "words=3, meaning=0", "score_rank_constant": 60}
    change(settings, **values)
    recipe = configured_recipe()
    assert (recipe.weights, recipe.rank_constant) == (ListWeights(words=3, meaning=0), 60)


@pytest.mark.parametrize("written", ["words", "words=x", "word=1", "words=-1", "web=0", "web=nan"])
def test_weights_that_make_no_sense_are_said_plainly(written):
    with pytest.raises(Misconfigured, match="PRAMANA_SCORE_WEIGHTS"):
        parse_weights(written)


def test_what_repeats_another_moves_down_and_is_not_lost():
    twin = page(f"{OPENED} Yes.", "b.example")
    candidates = [page(OPENED), twin, page(BUILT, "c.example")]
    assert texts_of(scored(candidates), candidates) == [OPENED, BUILT, twin.text]


def test_a_list_beside_the_point_has_no_hundred():
    assert scored([page(RICE)]).ranked[0].score < 10
    assert scored([page(OPENED)]).ranked[0].score > 90


@pytest.mark.parametrize(
    ("fields", "wishes", "reason"),
    [
        ({"host": "b.example"}, {"preferred_sources": ["b.example"]}, "b.example is preferred."),
        ({"host": "moha.gov.np"}, {"jurisdiction": "np"}, "It is from NP."),
        ({"title": "Bridges 5.2.1"}, {"version_target": "v5.2"}, "It names version v5.2."),
        ({"host": "b.example"}, {"policies": (PolicyRule("b.*", PolicyEffect.BOOST, 20),)},
         "A policy favours b.*."),
    ],
)  # fmt: skip
def test_what_speaks_for_a_source_lifts_it(fields, wishes, reason):
    favoured = page(BUILT, **{"host": "b.example", **fields})
    candidates = [page(BUILT + " Or so.", "a.example"), favoured]
    before = scored(candidates).ranked
    after = scored(candidates, **wishes).ranked
    assert before[0].candidate_id != favoured.id == after[0].candidate_id
    assert reason in after[0].reasons


@pytest.mark.parametrize(
    ("fields", "wishes", "reason"),
    [
        ({"dated": date(2019, 1, 1)}, {}, "It is of January 2019."),
        ({"host": "a.de"}, {"jurisdiction": "NP"}, "It is from another country (.de)."),
        ({"title": "Bridges 4.1"}, {"version_target": "5.2"}, "It is about version 4.1."),
        ({}, {"freshness_mode": "software_docs_strict"}, "It does not say how old it is."),
    ],
)
def test_what_speaks_against_a_source_lowers_it(fields, wishes, reason):
    candidate = page(OPENED, **fields)
    [before] = scored([replace(candidate, dated=AT.date(), title="")]).ranked
    [after] = scored([candidate], **wishes).ranked
    assert after.score < before.score
    assert reason in after.reasons


def test_a_law_does_not_age():
    law = page(OPENED, dated=date(1963, 8, 17))
    fresh, old = (
        scored([replace(law, dated=day)], freshness_mode="law_evergreen").ranked[0].score
        for day in (AT.date(), law.dated)
    )
    assert fresh == old
