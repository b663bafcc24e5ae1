"""Candidates by words and by vectors, with both scores for each, in one SQL statement.

In the statements `{passes}` is the condition of the filters. Every value is a parameter.
"""

import math
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.kit.texts import SECTION_SEPARATOR
from pramana.postgres.sql import vector_literal
from pramana.retrieval.contracts import Filters
from pramana.retrieval.domain.lexical import rarest_terms, term_groups
from pramana.retrieval.domain.recipes import EXACT_LIMIT, compare_all, postings_budget
from pramana.retrieval.ports import CandidateQuery, EntryCandidate, VectorQuery
from pramana.retrieval.postgres.sql import fetch_rows, isolate_failure, sparse_vector_literal
from pramana.retrieval.postgres.vectors import vectors_in_graph

ALWAYS = "entry.tenant_id = %(tenant)s AND entry.space = ANY(%(spaces)s)"

CONDITIONS = {
    "collection_ids": "entry.collection_id = ANY(%(collection_ids)s)",
    "parent_ids": "entry.parent_id = ANY(%(parent_ids)s)",
    "section": "(entry.section = %(section)s OR entry.section LIKE %(section_end)s)",
    "kind": "entry.kind = %(kind)s",
    "date_from": "entry.date >= %(date_from)s",
    "date_to": "entry.date <= %(date_to)s",
    "language": "entry.language = %(language)s",
}


def filter_conditions(filters: Filters) -> tuple[str, dict[str, Any]]:
    """The WHERE condition for entries that pass the filters, and its parameters."""
    clauses, parameters = [ALWAYS], {}
    for name, condition in CONDITIONS.items():
        value = getattr(filters, name)
        if value is not None:
            clauses.append(condition)
            parameters[name] = sorted(value) if isinstance(value, frozenset) else value
    if filters.section is not None:
        parameters["section_end"] = f"%{_literal(SECTION_SEPARATOR + filters.section)}"
    if filters.source_url_prefix is not None:
        column = "path" if filters.source_url_prefix.startswith("/") else "url"
        clauses.append(f"entry.url > '' AND entry.{column} LIKE %(prefix)s")
        parameters["prefix"] = beginning_with(filters.source_url_prefix)
    return " AND ".join(clauses), parameters


def beginning_with(prefix: str) -> str:
    """A LIKE pattern for texts that begin with exactly this.

    >>> beginning_with("/100%_sure")
    '/100\\\\%\\\\_sure%'
    """
    return _literal(prefix) + "%"


def _literal(text: str) -> str:
    """The text escaped for a LIKE pattern."""
    return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


BY_WORDS = """
    SELECT id FROM (
        SELECT entry.id, entry.weights <#> %(question)s::sparsevec AS distance
          FROM {holding}
         WHERE {passes}
         ORDER BY distance, entry.item_id LIMIT %(candidates)s) AS found
"""
HOLDING_ANY = "(SELECT * FROM retrieval_entry entry WHERE {holds} {inside} OFFSET 0) entry"
"""Uses the index on terms first, even when the planner has no statistics on new rows yet."""

HOLDING_SOME = """(
    (SELECT * FROM retrieval_entry entry WHERE ({holds}) {inside} LIMIT %(most)s)
    UNION ALL
    (SELECT * FROM retrieval_entry entry
      WHERE terms && %(rarest)s::int[] AND NOT ({holds}) {inside} LIMIT %(rest)s)) entry
"""
"""For common terms only: entries with several of them, then some with the rarest."""

STRAIGHT = BY_WORDS.replace("{holding}", "retrieval_entry entry").replace(
    "{passes}", "{passes} AND entry.terms && %(rarest)s::int[]"
)
"""Uses whichever index finds fewer rows: that of the filter, or that of the terms."""

BY_COMPARING = """
    SELECT id FROM (
        SELECT entry_id AS id, vector.vector <=> %(vector{n})s::halfvec AS distance
          FROM retrieval_vector vector {of_entry}
         WHERE vector.tenant_id = %(tenant)s AND vector.model = %(model{n})s
           AND vector.space = ANY(%(spaces{n})s) AND vector.vector IS NOT NULL AND {passes}
         ORDER BY distance, entry_id LIMIT %(candidates)s) AS near
"""
OF_ENTRY = "JOIN retrieval_entry entry ON entry.id = vector.entry_id"
BY_GRAPH = """
    SELECT id FROM (
        SELECT entry_id AS id
          FROM retrieval_vector vector {of_entry}
         WHERE vector.tenant_id = %(tenant)s AND vector.model = %(model{n})s
           AND vector.space = ANY(%(spaces{n})s) AND {passes}
         ORDER BY vector.vector::halfvec({dimension}) <=> %(vector{n})s::halfvec({dimension})
         LIMIT %(candidates)s) AS near
"""
NAMED = """
    SELECT entry.id FROM retrieval_entry entry WHERE {passes} AND entry.id = ANY(%(entries)s)
"""
SCORED = """
    WITH found AS MATERIALIZED ({query})
    SELECT entry.id, entry.space, entry.item_id, entry.parent_id, {lexical}, {cosine}
      FROM found JOIN retrieval_entry entry ON entry.id = found.id {with_vector}
     WHERE entry.tenant_id = %(tenant)s
"""
LEXICAL = "-(entry.weights <#> %(question)s::sparsevec)"
WITH_VECTOR = """
      LEFT JOIN retrieval_spacemodel answers
        ON answers.tenant_id = entry.tenant_id AND answers.space = entry.space
      LEFT JOIN retrieval_vector vector
        ON vector.entry_id = entry.id AND vector.model = answers.model
"""
"""Joined only when vectors are queried, so that broken vectors cannot break a search by words."""

COUNT = """
    SELECT count(*)
      FROM (SELECT FROM retrieval_entry entry WHERE {passes} LIMIT %(most)s) AS passing
"""
PLAN = """
    SELECT set_config('enable_seqscan', 'off', true),
           set_config('enable_sort', %(sort)s, true),
           set_config('effective_io_concurrency', '0', true),
           set_config('statement_timeout', %(within)s, true),
           set_config('hnsw.ef_search', %(ef)s, true),
           set_config('hnsw.iterative_scan', 'relaxed_order', true)
"""
"""What the planner cannot know: `&&` is expensive, the graph is cheap, and nearly every page is in
memory already, so prefetching only costs time."""


WITHIN_MS = 10_000
"""The statement timeout: after it, search goes on with words alone or vectors alone."""


def find_candidates(scope: Scope, query: CandidateQuery) -> list[EntryCandidate]:
    """What words and vectors find, at most `recipe.candidates` each, in no order."""
    if query.filters.matches_nothing or not (query.postings or query.dense):
        return []
    with isolate_failure():
        return _plan_and_find(scope, query)


def _plan_and_find(scope: Scope, query: CandidateQuery) -> list[EntryCandidate]:
    passing = _count_passing(scope, query)
    if not passing:
        return []
    graphs = [_use_graph(each, passing) for each in query.dense]
    filtered = not query.filters.is_empty
    budget = postings_budget(query.recipe.postings, filtered=filtered, passing=passing)
    found = _query_candidates(scope, query, budget, graphs)
    if filtered and passing > EXACT_LIMIT and len(found) < query.recipe.candidates:
        # The filter dropped nearly everything, so search exactly, which costs more.
        return _query_candidates(scope, query, None, [False] * len(graphs))
    return found


def _count_passing(scope: Scope, query: CandidateQuery) -> int:
    """How many entries pass the filter, counted only as far as it matters for the plan."""
    if query.entries <= EXACT_LIMIT or not query.filters.is_narrow:
        return query.entries
    where, parameters = filter_conditions(query.filters)
    parameters |= {"tenant": scope.tenant_id, "spaces": list(query.spaces), "most": EXACT_LIMIT + 1}
    found = int(fetch_rows(COUNT.format(passes=where), parameters)[0][0])
    return found if found <= EXACT_LIMIT else query.entries


def _use_graph(vector_query: VectorQuery, passing: int) -> bool:
    if passing <= EXACT_LIMIT:
        return False
    return not compare_all(passing, vectors_in_graph(vector_query.model, len(vector_query.vector)))


def _query_candidates(
    scope: Scope, query: CandidateQuery, budget: int | None, graphs: list[bool]
) -> list[EntryCandidate]:
    where, parameters = filter_conditions(query.filters)
    parameters |= {
        "tenant": scope.tenant_id,
        "spaces": list(query.spaces),
        "candidates": query.recipe.candidates,
        "question": sparse_vector_literal(query.weights),
    }
    parts = []
    if query.postings:
        statement, terms = _words_statement(query, where, budget)
        parts.append(statement)
        parameters |= terms
    for n, (vector_query, graph) in enumerate(zip(query.dense, graphs, strict=True)):
        parameters |= _vector_parameters(n, vector_query)
        parts.append(
            _vector_statement(
                n, vector_query, where, graph=graph, filtered=not query.filters.is_empty
            )
        )
    with _planner_settings(query, walk=any(graphs)):
        return [
            _candidate(row)
            for row in fetch_rows(_scoring_statement(query, " UNION ".join(parts)), parameters)
        ]


def _words_statement(
    query: CandidateQuery, where: str, budget: int | None
) -> tuple[str, dict[str, Any]]:
    """The statement for candidates by words, and its parameters."""
    rarest = rarest_terms(query.postings, budget)
    if query.filters.is_narrow and budget is None:
        return STRAIGHT.format(passes=where), {"rarest": rarest}
    # Where an index serves the filter, it is used together with that of the terms.
    inside = f"AND {where}" if query.filters.is_narrow else ""
    if budget is None or query.postings[rarest[0]] <= budget:
        holding = HOLDING_ANY.format(holds="terms && %(rarest)s::int[]", inside=inside)
        return BY_WORDS.format(holding=holding, passes=where), {"rarest": rarest}
    groups = term_groups(query.postings, budget, query.entries)
    named = {f"group{n}": list(group) for n, group in enumerate(groups)}
    holds = " OR ".join(f"terms @> %({name})s::int[]" for name in named) or "false"
    holding = HOLDING_SOME.format(holds=holds, inside=inside)
    rest = max(budget // 4, query.recipe.candidates) if groups else budget
    limits = {"rarest": rarest, "most": budget, "rest": rest}
    return BY_WORDS.format(holding=holding, passes=where), named | limits


def score_entries(
    scope: Scope, query: CandidateQuery, entry_ids: Collection[UUID]
) -> list[EntryCandidate]:
    """Score entries that another store found; entries of other tenants are left out."""
    where, parameters = filter_conditions(query.filters)
    parameters |= {
        "tenant": scope.tenant_id,
        "spaces": list(query.spaces),
        "question": sparse_vector_literal(query.weights),
        "entries": list(entry_ids),
    }
    for n, vector_query in enumerate(query.dense):
        parameters |= _vector_parameters(n, vector_query)
    passing = NAMED.format(passes=where)
    with isolate_failure():
        return [
            _candidate(row) for row in fetch_rows(_scoring_statement(query, passing), parameters)
        ]


def _vector_parameters(n: int, vector_query: VectorQuery) -> dict[str, Any]:
    return {
        f"model{n}": vector_query.model,
        f"vector{n}": vector_literal(vector_query.vector),
        f"length{n}": math.hypot(*vector_query.vector),
        f"spaces{n}": list(vector_query.spaces),
    }


def _scoring_statement(query: CandidateQuery, found: str) -> str:
    return SCORED.format(
        query=found,
        lexical=LEXICAL if query.postings else "0",
        cosine=_cosine(query),
        with_vector=WITH_VECTOR if query.dense else "",
    )


@contextmanager
def _planner_settings(query: CandidateQuery, *, walk: bool) -> Iterator[None]:
    """Set planner options for one statement.

    Nothing is written in between, so rolling back undoes only the settings.
    """
    with transaction.atomic():
        plan = {"sort": "off" if walk else "on", "ef": str(query.recipe.ef_search)}
        fetch_rows(PLAN, plan | {"within": str(WITHIN_MS)})
        yield
        transaction.set_rollback(True)


def _vector_statement(
    n: int, vector_query: VectorQuery, where: str, *, graph: bool, filtered: bool
) -> str:
    """The statement for one model's vectors; entries are joined only if a filter needs them."""
    return (BY_GRAPH if graph else BY_COMPARING).format(
        n=n,
        of_entry=OF_ENTRY if filtered else "",
        passes=where if filtered else "true",
        dimension=len(vector_query.vector),
    )


def _cosine(query: CandidateQuery) -> str:
    """The similarity of each entry by the active model of its space: the cosine, times the length
    of the question's vector, which is one for most encoders."""
    cases = " ".join(
        f"WHEN %(model{n})s THEN (1 - (vector.vector <=> %(vector{n})s::halfvec)) * %(length{n})s"
        for n in range(len(query.dense))
    )
    return f"CASE vector.model {cases} END" if cases else "NULL::float"


def _candidate(row: tuple[Any, ...]) -> EntryCandidate:
    entry_id, space, item_id, parent_id, lexical, cosine = row
    ids: tuple[UUID, UUID] = (item_id, parent_id)
    return EntryCandidate(entry_id, space, *ids, max(float(lexical), 0.0), cosine)
