"""Candidates by words and by meaning, both scores for each of them, in one statement."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db import transaction

from pramana.kit.scope import Scope
from pramana.postgres.vectors import dense
from pramana.retrieval.domain.bm25 import rarest_within
from pramana.retrieval.domain.plan import FEW, compare_all, postings_budget
from pramana.retrieval.ports import Candidate, Dense, Legs
from pramana.retrieval.store.graphs import vectors_in_graph
from pramana.retrieval.store.leg_statements import (
    BY_COMPARING,
    BY_GRAPH,
    BY_RAREST,
    COUNT,
    LEXICAL,
    NAMED,
    OF_ENTRY,
    PLAN,
    SCORED,
    STRAIGHT,
    WITH_VECTOR,
)
from pramana.retrieval.store.sql import failing_alone, rows, sparse
from pramana.retrieval.store.where import conditions

WITHIN_MS = 10_000
"""After this long a statement is given up: better one leg than none."""


def candidates(scope: Scope, legs: Legs) -> list[Candidate]:
    """What words and meaning bring in, at most `recipe.candidates` each, in no order."""
    if legs.filters.lets_nothing_through or not (legs.postings or legs.dense):
        return []
    with failing_alone():
        return _brought(scope, legs)


def _brought(scope: Scope, legs: Legs) -> list[Candidate]:
    passing = _passing(scope, legs)
    if not passing:
        return []
    graphs = [_graph(each, passing) for each in legs.dense]
    filtered = not legs.filters.is_empty
    budget = postings_budget(legs.recipe.postings, filtered=filtered, passing=passing)
    found = _found(scope, legs, budget, graphs)
    if filtered and passing > FEW and len(found) < legs.recipe.candidates:
        # The filter dropped nearly all that was looked at; being sure costs more.
        return _found(scope, legs, None, [False] * len(graphs))
    return found


def _passing(scope: Scope, legs: Legs) -> int:
    """How many entries a filter lets through, as far as that changes what is best to do."""
    if legs.entries <= FEW or not legs.filters.is_narrow:
        return legs.entries
    where, given = conditions(legs.filters)
    given |= {"tenant": scope.tenant_id, "spaces": list(legs.spaces), "most": FEW + 1}
    found = int(rows(COUNT.format(passes=where), given)[0][0])
    return found if found <= FEW else legs.entries


def _graph(leg: Dense, passing: int) -> bool:
    if passing <= FEW:
        return False
    return not compare_all(passing, vectors_in_graph(leg.model, len(leg.vector)))


def _found(scope: Scope, legs: Legs, budget: int | None, graphs: list[bool]) -> list[Candidate]:
    where, given = conditions(legs.filters)
    given |= {
        "tenant": scope.tenant_id,
        "spaces": list(legs.spaces),
        "candidates": legs.recipe.candidates,
        "question": sparse(legs.weights),
        "rarest": rarest_within(legs.postings, budget),
    }
    straight = legs.filters.is_narrow and budget is None
    words = (STRAIGHT if straight else BY_RAREST).format(passes=where)
    parts = [words] if legs.postings else []
    for n, (leg, graph) in enumerate(zip(legs.dense, graphs, strict=True)):
        given |= _of_model(n, leg)
        parts.append(_near(n, leg, where, graph=graph, filtered=not legs.filters.is_empty))
    with _planned(legs, walk=any(graphs)):
        return [_candidate(row) for row in rows(_scoring(legs, " UNION ".join(parts)), given)]


def scored(scope: Scope, legs: Legs, entry_ids: Collection[UUID]) -> list[Candidate]:
    """Entries that another store found: those that are this tenant's, with both scores."""
    where, given = conditions(legs.filters)
    given |= {
        "tenant": scope.tenant_id,
        "spaces": list(legs.spaces),
        "question": sparse(legs.weights),
        "entries": list(entry_ids),
    }
    for n, leg in enumerate(legs.dense):
        given |= _of_model(n, leg)
    passing = NAMED.format(passes=where)
    with failing_alone():
        return [_candidate(row) for row in rows(_scoring(legs, passing), given)]


def _of_model(n: int, leg: Dense) -> dict[str, Any]:
    return {
        f"model{n}": leg.model,
        f"vector{n}": dense(leg.vector),
        f"spaces{n}": list(leg.spaces),
    }


def _scoring(legs: Legs, found: str) -> str:
    return SCORED.format(
        legs=found,
        lexical=LEXICAL if legs.postings else "0",
        cosine=_cosine(legs),
        with_vector=WITH_VECTOR if legs.dense else "",
    )


@contextmanager
def _planned(legs: Legs, *, walk: bool) -> Iterator[None]:
    """Tell the planner what we know better, for one statement.

    Nothing is written in between, so rolling back undoes the settings and nothing else.
    """
    with transaction.atomic():
        plan = {"sort": "off" if walk else "on", "ef": str(legs.recipe.ef_search)}
        rows(PLAN, plan | {"within": str(WITHIN_MS)})
        yield
        transaction.set_rollback(True)


def _near(n: int, leg: Dense, where: str, *, graph: bool, filtered: bool) -> str:
    """The statement of one model's leg; entries are only looked at where a filter asks."""
    return (BY_GRAPH if graph else BY_COMPARING).format(
        n=n,
        of_entry=OF_ENTRY if filtered else "",
        passes=where if filtered else "true",
        dimension=len(leg.vector),
    )


def _cosine(legs: Legs) -> str:
    """Each entry's cosine under the model that answers in its space."""
    cases = " ".join(
        f"WHEN %(model{n})s THEN 1 - (vector.vector <=> %(vector{n})s::halfvec)"
        for n in range(len(legs.dense))
    )
    return f"CASE vector.model {cases} END" if cases else "NULL::float"


def _candidate(row: tuple[Any, ...]) -> Candidate:
    entry_id, space, item_id, parent_id, lexical, cosine = row
    ids: tuple[UUID, UUID] = (item_id, parent_id)
    return Candidate(entry_id, space, *ids, max(float(lexical), 0.0), cosine)
