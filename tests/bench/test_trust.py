"""Papers are made from a seed, and trust is judged by what they are known to say."""

import pytest

from bench.trust import area_under_curve, is_same, judge_paper, made_papers


def test_the_same_seed_makes_the_same_papers() -> None:
    first, again = ([each.text for each in made_papers(7, 3)] for _ in range(2))

    assert first == again
    assert len(set(first)) == 7


def test_a_paper_says_the_values_that_it_is_known_for() -> None:
    for paper in made_papers(7, 3):
        assert any(accepted for accepted in paper.expected.values())
        judged = list(judge_paper(paper, None))
        assert len(judged) == len(paper.expected)
        assert sum(each.is_right for each in judged) * 2 > len(judged)


@pytest.mark.parametrize(
    ("value", "accepted", "same"),
    [
        (1200, "1,200.00", True),
        ("£6,200", "6200", True),
        (44, "45", False),
        ("Ada Quill", "ADA QUILL", True),
    ],
)
def test_values_are_compared_as_numbers_or_as_words(value, accepted, same) -> None:
    assert is_same(value, accepted) is same


def test_the_area_is_one_where_right_values_are_trusted_more() -> None:
    assert area_under_curve([(0.9, True), (0.2, False)]) == 1.0
    assert area_under_curve([(0.5, True), (0.5, False)]) == 0.5
