import pytest

from pramana.kit.errors import InvalidRequest
from pramana.retrieval.domain.recipes import RECIPES, compare_all, get_recipe, postings_budget


def test_a_small_share_of_a_large_graph_is_compared_one_by_one():
    assert compare_all(500, 100_000)
    assert compare_all(20_000, 1_000_000)
    assert not compare_all(100_000, 100_000)
    assert not compare_all(600_000, 1_000_000)


def test_without_a_graph_everything_is_compared():
    assert compare_all(1_000_000, None)


def test_a_filter_widens_what_words_may_lead_to():
    assert postings_budget(3_000, filtered=False, passing=100) == 3_000
    assert postings_budget(3_000, filtered=True, passing=100_000) > 3_000
    assert postings_budget(3_000, filtered=True, passing=100) is None


def test_the_three_recipes_go_from_quick_to_careful():
    fast, balanced, thorough = (get_recipe(name) for name in ("fast", "balanced", "thorough"))
    assert fast.candidates < balanced.candidates < thorough.candidates
    assert thorough.rerank and not balanced.rerank and len(RECIPES) == 3


def test_an_unknown_recipe_is_refused_with_the_ones_there_are():
    with pytest.raises(InvalidRequest, match="fast, balanced, thorough"):
        get_recipe("quick")
