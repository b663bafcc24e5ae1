"""Tools for memory: store messages, and recall facts as of any moment."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from pramana.kit.clock import utcnow
from pramana.llm.contracts import quoted
from pramana.mcp.protocol import AcceptedMessages, FactList, RecalledFact
from pramana.memory.contracts.graph import FactView
from pramana.memory.contracts.messages import (
    GROUP_ID,
    LONGEST_GROUP_ID,
    IncomingMessage,
    MessageState,
    RoleType,
)
from pramana.memory.search import search_facts
from pramana.memory.selectors.evidence import FactEvidence, evidence_of
from pramana.memory.selectors.groups import counts_of
from pramana.memory.services.inbox import accept_messages
from pramana.tenancy.contracts import Principal

LONGEST = 100_000
MOMENT = "With its offset, as in 2024-05-27T00:00:00+05:45."
Group = Annotated[
    str,
    Field(
        pattern=GROUP_ID,
        max_length=LONGEST_GROUP_ID,
        description="The memory group: letters, digits, - and _.",
    ),
]


def remember(
    caller: Principal,
    group: Group,
    content: Annotated[str, Field(min_length=1, max_length=LONGEST, pattern=r"\S")],
    speaker: Annotated[str, Field(max_length=200, description="Who said it, by name.")] = "",
    role: Literal["user", "assistant", "system"] = "user",
    said_at: Annotated[
        AwareDatetime | None, Field(description=f"When it was said; now if not given. {MOMENT}")
    ] = None,
    source: Annotated[str, Field(max_length=500, description="Where it comes from.")] = "",
    idempotency_key: Annotated[
        str, Field(max_length=255, description="The same key again is accepted only once.")
    ] = "",
) -> AcceptedMessages:
    """Store a message in memory. Facts are read from it in the background, in order.

    A newer fact that contradicts an older one ends it; the older one can still be recalled as of
    when it held.
    """
    message = IncomingMessage(
        group_id=group,
        content=content,
        role_type=RoleType(role),
        valid_at=said_at or utcnow(),
        role=speaker,
        source_description=source,
        is_dated=said_at is not None,
    )
    accepted = accept_messages(caller.scope, [message], key=idempotency_key)
    message_text = "It is being read; `recall` finds it in a few seconds."
    return AcceptedMessages(group=group, accepted=accepted, message=message_text)


def recall(
    caller: Principal,
    query: Annotated[str, Field(min_length=1, max_length=4000, pattern=r"\S")],
    group: Annotated[Group | None, Field(description="All groups if not given.")] = None,
    as_of: Annotated[
        AwareDatetime | None,
        Field(description=f"Return what held then instead of what holds now. {MOMENT}"),
    ] = None,
    known_at: Annotated[
        AwareDatetime | None,
        Field(description=f"Return what was known then, before later corrections. {MOMENT}"),
    ] = None,
    include_ended: Annotated[bool, Field(description="Include facts that no longer hold.")] = False,
    limit: Annotated[int, Field(ge=1, le=100)] = 10,
) -> FactList:
    """Recall facts that match a query, each with the words that state it.

    Returns facts that hold now, or held at `as_of`. With `include_ended` it also returns facts that
    have ended, and when. A fact with `claimed_by` is only what that person says.
    """
    facts = search_facts(
        caller.scope,
        query,
        group_ids=[group] if group else None,
        limit=limit,
        as_of=as_of,
        known_at=known_at,
        include_invalid=include_ended,
    )
    words = evidence_of(caller.scope, [each.id for each in facts])
    unread = counts_of(caller.scope, group)[MessageState.QUEUED] if group else None
    return FactList(facts=[_fact(each, words.get(each.id)) for each in facts], unread=unread)


def _fact(fact: FactView, words: FactEvidence | None) -> RecalledFact:
    return RecalledFact(
        id=fact.id,
        group=fact.group_id,
        relation=fact.relation,
        fact=quoted(fact.attributed_text),
        claimed_by=fact.claimed_by or None,
        confidence=fact.confidence,
        quote=quoted(words.words) if words else "",
        said_by=words.said_by if words else "",
        said_at=words.said_at if words else None,
        source=words.source if words else "",
        episode_id=words.episode_id if words else None,
        valid_at=fact.valid_at,
        invalid_at=fact.invalid_at,
        asserted_date=fact.asserted_date,
        valid_from_date=fact.valid_from_date,
        valid_until_date=fact.valid_until_date,
        known_at=fact.created_at,
        expired_at=fact.expired_at,
    )
