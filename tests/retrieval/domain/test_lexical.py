import math

from hypothesis import given
from hypothesis import strategies as st

from pramana.retrieval.domain.lexical import (
    entry_weights,
    idf,
    parse_question,
    rarest_terms,
    term_groups,
    weigh_stems,
    weight_coverage,
)

WORDS = st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=300)


@given(WORDS)
def test_a_weight_grows_with_repetition_and_stays_under_its_limit(words):
    weights = entry_weights(words)
    assert weights.keys() == set(words)
    assert all(0 < weight < 2.2 for weight in weights.values())
    assert entry_weights([*words, words[0]])[words[0]] != weights[words[0]] or len(words) > 250


@given(WORDS)
def test_a_longer_entry_gives_each_word_less(words):
    padded = entry_weights([*words, *["other"] * 200])
    assert all(padded[word] < weight for word, weight in entry_weights(words).items())


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_a_rarer_word_never_weighs_less(one, other):
    few, many = sorted((one, other))
    assert idf(few, 10_000) >= idf(many, 10_000) > 0


@given(st.integers(-5, 50), st.integers(0, 20))
def test_counts_that_are_out_of_step_still_give_a_number(found, entries):
    assert math.isfinite(idf(found, entries)) and idf(found, entries) > 0


@given(
    st.dictionaries(st.integers(1, 1000), st.integers(1, 9000), min_size=1), st.integers(1, 20_000)
)
def test_candidates_come_by_the_rarest_words_within_the_budget(postings, budget):
    chosen = rarest_terms(postings, budget)
    rest = [count for term, count in postings.items() if term not in chosen]
    assert chosen and (sum(postings[term] for term in chosen) <= budget or len(chosen) == 1)
    assert all(count >= max(postings[term] for term in chosen) for count in rest)


def test_no_words_lead_to_no_candidates():
    assert rarest_terms({}, 100) == []
    assert term_groups({}, 100, 1_000) == []


@given(
    st.dictionaries(st.integers(1, 1000), st.integers(1, 9000), min_size=1), st.integers(1, 20_000)
)
def test_words_are_combined_only_if_each_of_them_is_common(postings, budget):
    groups = term_groups(postings, budget, 10_000)
    if min(postings.values()) <= budget:
        assert groups == [(term,) for term in rarest_terms(postings, budget)]
    else:
        assert all(len(group) > 1 for group in groups) and len(groups) <= 6
        assert bool(groups) == (len(postings) > 1)
        assert not any(set(one) < set(other) for one in groups for other in groups)


def test_common_words_bring_no_more_in_a_large_space():
    shares = {1: 0.05, 2: 0.06, 3: 0.08, 4: 0.15}
    for entries in (100_000, 1_000_000, 10_000_000):
        postings = {term: int(share * entries) for term, share in shares.items()}
        groups = term_groups(postings, 3_000, entries)
        expected = [entries * math.prod(shares[term] for term in group) for group in groups]
        assert groups and sum(expected) <= 3_000


def test_a_question_knows_its_words_as_they_were_asked():
    question = parse_question("Ministries of the ministry, and मन्त्रालयको")
    assert question.counts == {"ministri": 2, "मंत्रालय": 1}
    assert question.words == {"ministri": "ministries", "मंत्रालय": "मन्त्रालयको"}


def test_a_word_that_stands_nowhere_counts_against_what_is_found():
    weights = weigh_stems(parse_question("flying elephants"), {"eleph": 3}, 100)
    assert 0 < weight_coverage(weights, {"eleph"}) < 0.5
    assert weight_coverage(weights, weights) == 1 and weight_coverage({}, set()) == 0


def test_a_page_long_question_is_asked_by_its_rarest_words():
    words = [f"word{number}" for number in range(500)]
    weights = weigh_stems(
        parse_question(" ".join(words)), {word: int(word[4:]) for word in words}, 1000
    )
    assert set(weights) == {f"word{number}" for number in range(64)}
