from hypothesis import given
from hypothesis import strategies as st

from pramana.retrieval.domain.fusion import (
    diversify,
    fuse_by_rank,
    fuse_by_score,
    repetition_measure,
)

ITEMS = st.dictionaries(st.integers(0, 30), st.floats(0, 40), min_size=1)


@given(ITEMS, st.data())
def test_fused_scores_stay_between_nothing_and_one(lexical, data):
    cosines = {item: data.draw(st.none() | st.floats(-1, 1)) for item in lexical}
    fused = fuse_by_score(lexical, cosines)
    assert fused.keys() == lexical.keys()
    assert all(-1e-9 <= score <= 1 + 1e-9 for score in fused.values())


@given(ITEMS)
def test_without_vectors_the_order_is_that_of_the_words(lexical):
    fused = fuse_by_score(lexical, dict.fromkeys(lexical))
    for one in lexical:
        for other in lexical:
            if lexical[one] > lexical[other]:
                assert fused[one] >= fused[other]


@given(ITEMS, st.data())
def test_better_in_both_is_never_worse_in_the_sum(lexical, data):
    cosines = {item: data.draw(st.floats(0, 1)) for item in lexical}
    fused = fuse_by_score(lexical, cosines)
    for one in lexical:
        for other in lexical:
            if lexical[one] >= lexical[other] and cosines[one] >= cosines[other]:
                assert fused[one] >= fused[other] - 1e-9


def test_what_a_model_cannot_read_is_judged_by_its_words():
    fused = fuse_by_score({"read": 5.0, "unread": 5.0}, {"read": 0.2, "unread": None})
    assert fused["unread"] >= fused["read"]


@given(st.lists(st.lists(st.integers(0, 20), unique=True), min_size=1, max_size=3))
def test_first_everywhere_is_one_and_nothing_is_more(rankings):
    fused = fuse_by_rank(rankings)
    assert all(0 < score <= 1 + 1e-9 for score in fused.values())
    assert fused.keys() == {item for ranking in rankings for item in ranking}


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20), st.integers(1, 25))
def test_full_relevance_leaves_the_order_alone(scores, limit):
    ordered = dict(enumerate(sorted(scores, reverse=True)))
    assert diversify(ordered, lambda *_: 1.0, relevance=1.0, limit=limit) == list(ordered)[:limit]


def test_a_repetition_is_moved_down_and_not_lost():
    alike = repetition_measure({frozenset((0, 1)): 1.0, frozenset((0, 2)): 0.5})
    order = diversify({0: 1.0, 1: 0.99, 2: 0.9}, alike, relevance=0.8, limit=3)
    assert order == [0, 2, 1]
