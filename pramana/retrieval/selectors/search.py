"""The one way to search: words and meaning, fused, freed of repetition, perhaps reranked."""

from collections.abc import Mapping
from dataclasses import replace

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Flag, Hit, Query
from pramana.retrieval.domain.question import Question, read_question, weigh
from pramana.retrieval.domain.recipes import Recipe, recipe_named
from pramana.retrieval.encoders import question_vector
from pramana.retrieval.ports import Dense, Legs, Scorer, SpaceStatistics
from pramana.retrieval.reranking import configured_scorer
from pramana.retrieval.selectors.gathering import gather, known_of
from pramana.retrieval.selectors.ranking import Weighed, ranked_hits
from pramana.retrieval.selectors.second_opinion import reranked
from pramana.retrieval.stores import index_store


def search(scope: Scope, query: Query, *, scorer: Scorer | None = None) -> list[Hit]:
    """The tenant's entries for a question, best first; the same question gives the same order.

    A recipe that reranks uses `scorer`, or the configured one, or goes without.
    """
    recipe = recipe_named(query.recipe)
    text = query.text.encode("utf-8", "ignore").decode().strip()  # halves of characters say nothing
    question = read_question(text)
    store = index_store()
    spaces, flags = known_of(scope, store, query.spaces, question.counts)
    if not spaces or not question.counts:
        return []
    weighed = _weighed(question, spaces)
    dense, amiss = _dense(scope, text, spaces)
    legs = _legs(query, recipe, spaces, weighed, dense)
    words = Flag.WORDS_UNAVAILABLE not in flags
    candidates, failed = gather(scope, store, legs, words=words)
    weighed = replace(weighed, flags=flags | amiss | failed)
    wanted = max(recipe.rerank_most if recipe.rerank else 0, query.limit)
    hits = ranked_hits(scope, store, recipe, weighed, candidates, wanted)
    if recipe.rerank:
        scorer = scorer or configured_scorer(scope, within_s=recipe.rerank_within_s)
        hits = reranked(scope, query.text, recipe, hits, scorer)
    return hits[: query.limit]


def _weighed(question: Question, spaces: Mapping[str, SpaceStatistics]) -> Weighed:
    """Each word's weight, by its number in each space: rare in one may be common in the other."""
    weights, numbers = {}, {}
    for space, known in spaces.items():
        weights[space] = weigh(question, known.entries_with, known.entries)
        for stem in weights[space].keys() & known.numbers.keys():
            numbers[known.numbers[stem]] = (space, stem)
    models = {space: known.model for space, known in spaces.items() if known.model}
    return Weighed(question, weights, numbers, models)


def _dense(
    scope: Scope, text: str, spaces: Mapping[str, SpaceStatistics]
) -> tuple[tuple[Dense, ...], frozenset[Flag]]:
    """The question under each model that answers in these spaces, and what is amiss."""
    by_model: dict[str, list[str]] = {}
    for space, known in sorted(spaces.items()):
        if known.model:
            by_model.setdefault(known.model, []).append(space)
    legs, flags = [], set()
    for model, names in by_model.items():
        vector, flag = question_vector(scope, model, text)
        if vector is not None:
            legs.append(Dense(model, vector, tuple(names)))
        if flag:
            flags.add(flag)
    return tuple(legs), frozenset(flags or ([] if legs else [Flag.WORDS_ONLY]))


def _legs(
    query: Query,
    recipe: Recipe,
    spaces: Mapping[str, SpaceStatistics],
    weighed: Weighed,
    dense: tuple[Dense, ...],
) -> Legs:
    return Legs(
        spaces=tuple(sorted(spaces)),
        filters=query.filters,
        recipe=recipe,
        entries=sum(known.entries for known in spaces.values()),
        weights={
            number: weighed.weights[space][stem]
            for number, (space, stem) in weighed.numbers.items()
        },
        postings={
            number: spaces[space].entries_with[stem]
            for number, (space, stem) in weighed.numbers.items()
        },
        dense=dense,
    )
