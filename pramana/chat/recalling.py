"""The memory tool: facts of a group for a question, each with the words that state it."""

import time
from uuid import UUID

from pramana.chat.contracts.asking import Remembering
from pramana.chat.contracts.finding import Remembered
from pramana.chat.contracts.searching import RecallToolResult
from pramana.chat.domain.remembering import belongs
from pramana.chat.ports import Recalled
from pramana.kit.errors import Unavailable
from pramana.kit.scope import ToolContext
from pramana.kit.tools import ToolError, ToolErrorDetail, ToolErrorType, ToolMeta, ToolResult
from pramana.memory.contracts.views import FactView
from pramana.memory.evidence import FactEvidence, evidence_of
from pramana.memory.search import search_facts

FACTS = 5
LOOKED_AT = 20
"""Facts looked at for those that can be cited and belong to the question."""

LONGEST = 2_000


def recall_facts(context: ToolContext, query: str, asked: Remembering) -> Recalled:
    """Facts of the group that hold now, or held then, best first.

    Whatever happened is an envelope, as for passages: a memory that is away gives no facts.
    """
    began = time.perf_counter()
    moment = asked.as_of.isoformat() if asked.as_of else None
    given = {"query": query, "group_id": asked.group_id, "as_of": moment}
    try:
        facts = _facts(context, query[:LONGEST], asked)
    except Unavailable as error:
        detail = ToolErrorDetail(
            type=ToolErrorType.UPSTREAM, message=error.message, code=error.code
        )
        return Recalled(ToolError(input=given, error=detail, meta=_meta(began)))
    result = RecallToolResult(
        fact_ids=[str(each.fact_id) for each in facts],
        episode_ids=[str(each.episode_id) for each in facts],
    )
    return Recalled(ToolResult(input=given, data=result, meta=_meta(began)), tuple(facts))


def _facts(context: ToolContext, query: str, asked: Remembering) -> list[Remembered]:
    found = search_facts(
        context, query, group_ids=[asked.group_id], limit=LOOKED_AT, as_of=asked.as_of
    )
    evidence = evidence_of(context, [fact.id for fact in found])
    kept: dict[tuple[UUID, int], Remembered] = {}
    for fact in found:
        stated = evidence.get(fact.id)
        if stated:  # each stretch of words once, with the first fact it states
            kept.setdefault((stated.episode_id, stated.start), _remembered(query, fact, stated))
    return sorted(kept.values(), key=lambda each: -each.strength)[:FACTS]


def _remembered(query: str, fact: FactView, stated: FactEvidence) -> Remembered:
    return Remembered(
        fact_id=fact.id,
        episode_id=stated.episode_id,
        group_id=fact.group_id,
        fact=fact.text,
        text=stated.words,
        start=stated.start,
        said_at=stated.said_at,
        valid_at=fact.valid_at,
        invalid_at=fact.invalid_at,
        strength=belongs(query, fact.text, stated.words),
    )


def _meta(began: float) -> ToolMeta:
    took = round((time.perf_counter() - began) * 1000, 1)
    return ToolMeta.model_validate({"took_ms": took, "tool": recall_facts.__name__})
