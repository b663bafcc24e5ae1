"""The one way to search: by words and by meaning, fused, without repetitions, perhaps reranked."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.retrieval.contracts import Flag, Hit, Query
from pramana.retrieval.domain.fusion import (
    REPETITION,
    diversify,
    fuse_by_rank,
    fuse_by_score,
    match_strength,
    repetition_measure,
)
from pramana.retrieval.domain.lexical import (
    QuestionStems,
    parse_question,
    weigh_stems,
    weight_coverage,
)
from pramana.retrieval.domain.recipes import Fusion, Recipe, get_recipe
from pramana.retrieval.encoders import calibration_id, question_vector
from pramana.retrieval.errors import SearchUnavailable, StoreFailed
from pramana.retrieval.models import SpaceModel
from pramana.retrieval.ports import (
    CandidateQuery,
    EntryCandidate,
    IndexStore,
    Scorer,
    SpaceStatistics,
    VectorQuery,
)
from pramana.retrieval.reranking import configured_scorer, rerank_hits
from pramana.retrieval.stores import index_store

Flags = frozenset[Flag]
NO_FLAGS: Flags = frozenset()


@dataclass(frozen=True)
class WeightedQuestion:
    """A question with the weights of its stems in each space."""

    stems: QuestionStems
    weights: Mapping[str, Mapping[str, float]]
    """By space and stem: a stem that is rare in one space may be common in another."""
    numbers: Mapping[int, tuple[str, str]]
    """The space and stem that each term number stands for."""
    calibrations: Mapping[str, str]
    """The calibration of the model whose vectors answer in each space."""


def models_in_use() -> list[str]:
    """The models whose vectors answer in any tenant's spaces."""
    rows = SpaceModel.objects.unscoped("which models to load at start")
    return sorted(set(rows.values_list("model", flat=True)))


def search(scope: Scope, query: Query, *, scorer: Scorer | None = None) -> list[Hit]:
    """The tenant's entries for a question, best first; the same question gives the same order.

    A recipe that reranks uses `scorer` or the configured one; without either it does not rerank.
    """
    recipe = get_recipe(query.recipe)
    text = query.text.encode("utf-8", "ignore").decode().strip()  # drops lone surrogates
    stems = parse_question(text)
    store = index_store()
    spaces, flags = _space_statistics(scope, store, query.spaces, stems.counts)
    if not spaces or not stems.counts:
        return []
    question = _weigh_question(text, stems, spaces)
    vectors, vector_flags = _vector_queries(scope, text, spaces)
    wanted = _candidate_query(query, recipe, spaces, question, vectors)
    has_words = Flag.WORDS_UNAVAILABLE not in flags
    candidates, store_flags = _gather_candidates(scope, store, wanted, has_words=has_words)
    limit = max(recipe.rerank_most if recipe.rerank else 0, query.limit)
    best = _rank_candidates(scope, store, recipe, candidates, limit)
    all_flags = flags | vector_flags | store_flags
    hits = _hits(scope, store, question, best, all_flags)
    if recipe.rerank:
        scorer = scorer or configured_scorer(scope, within_s=recipe.rerank_within_s)
        hits = rerank_hits(scope, query.text, recipe, hits, scorer)
    return hits[: query.limit]


def _space_statistics(
    scope: Scope, store: IndexStore, spaces: Sequence[str], stems: Collection[str]
) -> tuple[dict[str, SpaceStatistics], Flags]:
    """What is known of the spaces; only about their vectors, if words cannot be looked up."""
    try:
        return store.statistics(scope, spaces, stems), NO_FLAGS
    except StoreFailed:
        pass
    try:
        return store.vector_statistics(scope, spaces), frozenset({Flag.WORDS_UNAVAILABLE})
    except StoreFailed:
        raise SearchUnavailable from None


def _weigh_question(
    text: str, stems: QuestionStems, spaces: Mapping[str, SpaceStatistics]
) -> WeightedQuestion:
    weights, numbers = {}, {}
    for space, known in spaces.items():
        weights[space] = weigh_stems(stems, known.entries_with, known.entries)
        for stem in weights[space].keys() & known.numbers.keys():
            numbers[known.numbers[stem]] = (space, stem)
    calibrations = {
        space: calibration_id(known.model, text) for space, known in spaces.items() if known.model
    }
    return WeightedQuestion(stems, weights, numbers, calibrations)


def _vector_queries(
    scope: Scope, text: str, spaces: Mapping[str, SpaceStatistics]
) -> tuple[tuple[VectorQuery, ...], Flags]:
    """The question's vector for each model of these spaces, and flags for what is missing."""
    by_model: dict[str, list[str]] = {}
    for space, known in sorted(spaces.items()):
        if known.model:
            by_model.setdefault(known.model, []).append(space)
    queries, flags = [], set()
    for model, names in by_model.items():
        vector, flag = question_vector(scope, model, text)
        if vector is not None:
            queries.append(VectorQuery(model, vector, tuple(names)))
        if flag:
            flags.add(flag)
    return tuple(queries), frozenset(flags or ([] if queries else [Flag.WORDS_ONLY]))


def _candidate_query(
    query: Query,
    recipe: Recipe,
    spaces: Mapping[str, SpaceStatistics],
    question: WeightedQuestion,
    vectors: tuple[VectorQuery, ...],
) -> CandidateQuery:
    return CandidateQuery(
        spaces=tuple(sorted(spaces)),
        filters=query.filters,
        recipe=recipe,
        entries=sum(known.entries for known in spaces.values()),
        weights={
            number: question.weights[space][stem]
            for number, (space, stem) in question.numbers.items()
        },
        postings={
            number: spaces[space].entries_with[stem]
            for number, (space, stem) in question.numbers.items()
        },
        dense=vectors,
    )


def _gather_candidates(
    scope: Scope, store: IndexStore, query: CandidateQuery, *, has_words: bool
) -> tuple[list[EntryCandidate], Flags]:
    """The candidates of both kinds of search, or of the one that works.

    `has_words` says whether words could be looked up. Raises `SearchUnavailable` when neither
    words nor vectors can be searched.
    """
    for reduced, flags in _reduced_queries(query, has_words=has_words):
        try:
            return store.find_candidates(scope, reduced), flags
        except StoreFailed:
            continue
    raise SearchUnavailable


def _reduced_queries(
    query: CandidateQuery, *, has_words: bool
) -> Iterator[tuple[CandidateQuery, Flags]]:
    """The whole query, then words alone, then vectors alone."""
    yield query, NO_FLAGS
    if query.dense and has_words:
        yield replace(query, dense=()), frozenset({Flag.VECTORS_UNAVAILABLE})
    if query.dense and query.postings:
        yield replace(query, weights={}, postings={}), frozenset({Flag.WORDS_UNAVAILABLE})


def _rank_candidates(
    scope: Scope,
    store: IndexStore,
    recipe: Recipe,
    candidates: Sequence[EntryCandidate],
    limit: int,
) -> list[tuple[EntryCandidate, float]]:
    """The best `limit` candidates in order, each with its fused score."""
    scores = _fuse(recipe, candidates)
    ordered = sorted(candidates, key=lambda each: (-scores[each.entry_id], each.item_id))
    if recipe.relevance >= 1:
        return [(each, scores[each.entry_id]) for each in ordered[:limit]]
    pool = {each.entry_id: each for each in ordered[: max(limit, recipe.pool)]}
    repetitions = repetition_measure(_similar_pairs(scope, store, list(pool)))
    pool_scores = {entry: scores[entry] for entry in pool}
    chosen = diversify(pool_scores, repetitions, relevance=recipe.relevance, limit=limit)
    return [(pool[entry], scores[entry]) for entry in chosen]


def _fuse(recipe: Recipe, candidates: Sequence[EntryCandidate]) -> dict[UUID, float]:
    lexical = {each.entry_id: each.lexical for each in candidates}
    cosines = {each.entry_id: each.cosine for each in candidates}
    if recipe.fusion is Fusion.BY_SCORE:
        return fuse_by_score(lexical, cosines, lexical_share=recipe.lexical_share)
    by_words = [each for each in candidates if each.lexical > 0]
    by_meaning = [each for each in candidates if each.cosine is not None]
    rankings = [
        sorted(by_words, key=lambda each: (-each.lexical, each.item_id)),
        sorted(by_meaning, key=lambda each: (-(each.cosine or 0.0), each.item_id)),
    ]
    ids = [[each.entry_id for each in ranking] for ranking in rankings if ranking]
    return dict.fromkeys(lexical, 0.0) | fuse_by_rank(ids, rank_constant=recipe.rank_constant)


def _similar_pairs(
    scope: Scope, store: IndexStore, entries: Sequence[UUID]
) -> dict[frozenset[UUID], float]:
    """Which entries repeat each other; if words cannot be compared, none are treated so."""
    try:
        return store.similar_pairs(scope, entries, REPETITION)
    except StoreFailed:
        return {}


def _hits(
    scope: Scope,
    store: IndexStore,
    question: WeightedQuestion,
    ranked: Sequence[tuple[EntryCandidate, float]],
    flags: Flags,
) -> list[Hit]:
    """The hits with the words they matched. An entry that was removed meanwhile is left out."""
    entries = [candidate.entry_id for candidate, _ in ranked]
    try:
        matched = store.matched_terms(scope, entries, question.numbers.keys())
    except StoreFailed:
        matched = dict.fromkeys(entries, frozenset())
    return [
        _hit(candidate, score, question, matched[candidate.entry_id], flags)
        for candidate, score in ranked
        if candidate.entry_id in matched
    ]


def _hit(
    candidate: EntryCandidate,
    score: float,
    question: WeightedQuestion,
    numbers: frozenset[int],
    flags: Flags,
) -> Hit:
    stems = {question.numbers[number][1] for number in numbers}
    words = tuple(word for stem, word in question.stems.words.items() if stem in stems)
    coverage = weight_coverage(question.weights[candidate.space], stems)
    known_coverage = None if Flag.WORDS_UNAVAILABLE in flags else coverage
    calibration = question.calibrations.get(candidate.space, "")
    strength = match_strength(calibration, candidate.cosine, known_coverage)
    return Hit(
        space=candidate.space,
        item_id=candidate.item_id,
        parent_id=candidate.parent_id,
        score=round(score, 6),
        lexical=round(candidate.lexical, 4),
        cosine=None if candidate.cosine is None else round(candidate.cosine, 4),
        coverage=round(coverage, 4),
        strength=round(strength, 4),
        match="lexical" if candidate.cosine is None else "vector",
        words=words,
        why=explain_hit(words, candidate.cosine),
        flags=flags,
    )


def explain_hit(words: Sequence[str], cosine: float | None) -> str:
    """Why a hit was found, in a sentence.

    >>> explain_hit(["tender", "council"], 0.8312), explain_hit([], None)
    ('It holds “tender” and “council”; its meaning is 0.83 alike.', 'It is here by its filters.')
    """
    parts = []
    if words:
        *first, last = (f"“{word}”" for word in words)
        parts.append("it holds " + (f"{', '.join(first)} and {last}" if first else last))
    if cosine is not None:
        parts.append(f"its meaning is {cosine:.2f} alike")
    sentence = "; ".join(parts) or "it is here by its filters"
    return sentence[0].upper() + sentence[1:] + "."
