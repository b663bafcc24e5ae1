"""Messages into memory, facts out of it, as of any moment."""

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from pramana.kit.clock import utcnow
from pramana.llm.fencing import quoted
from pramana.mcp.answers import Accepted, Facts, FactTold
from pramana.memory.contracts.messages import (
    GROUP_ID,
    LONGEST_GROUP_ID,
    Incoming,
    MessageState,
    RoleType,
)
from pramana.memory.contracts.views import FactView
from pramana.memory.evidence import FactEvidence, evidence_of
from pramana.memory.search import search_facts
from pramana.memory.selectors.inbox import counts_of
from pramana.memory.services.receiving import receive
from pramana.tenancy.contracts import Principal

LONGEST = 100_000
MOMENT = "With its offset, as in 2024-05-27T00:00:00+05:45."
Group = Annotated[
    str,
    Field(
        pattern=GROUP_ID,
        max_length=LONGEST_GROUP_ID,
        description="Whose memory: letters, digits, - and _.",
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
) -> Accepted:
    """Remember something that was said. It is read into facts in the background, in order.

    A newer fact that contradicts an older one ends it; the older one can still be recalled as of
    when it held.
    """
    message = Incoming(
        group_id=group,
        content=content,
        role_type=RoleType(role),
        valid_at=said_at or utcnow(),
        role=speaker,
        source_description=source,
    )
    accepted = receive(caller.scope, [message], key=idempotency_key)
    told = "It is being read; recall finds it in a few seconds."
    return Accepted(group=group, accepted=accepted, message=told)


def recall(
    caller: Principal,
    query: Annotated[str, Field(min_length=1, max_length=4000, pattern=r"\S")],
    group: Annotated[Group | None, Field(description="All groups if not given.")] = None,
    as_of: Annotated[
        AwareDatetime | None,
        Field(description=f"What held then, in place of what holds now. {MOMENT}"),
    ] = None,
    known_at: Annotated[
        AwareDatetime | None,
        Field(description=f"As it was known then; corrections came later. {MOMENT}"),
    ] = None,
    include_ended: Annotated[bool, Field(description="Also what no longer holds.")] = False,
    limit: Annotated[int, Field(ge=1, le=100)] = 10,
) -> Facts:
    """Recall facts that fit a query, each with the words it rests on.

    Those that hold now, or held at `as_of`; with `include_ended` also what was said before it was
    changed, with when that ended.
    """
    found = search_facts(
        caller.scope,
        query,
        group_ids=[group] if group else None,
        limit=limit,
        as_of=as_of,
        known_at=known_at,
        include_invalid=include_ended,
    )
    words = evidence_of(caller.scope, [each.id for each in found])
    unread = counts_of(caller.scope, group)[MessageState.QUEUED] if group else None
    return Facts(facts=[_fact(each, words.get(each.id)) for each in found], unread=unread)


def _fact(fact: FactView, words: FactEvidence | None) -> FactTold:
    return FactTold(
        id=fact.id,
        group=fact.group_id,
        relation=fact.relation,
        fact=quoted(fact.text),
        quote=quoted(words.words) if words else "",
        said_by=words.said_by if words else "",
        said_at=words.said_at if words else None,
        source=words.source if words else "",
        episode_id=words.episode_id if words else None,
        valid_at=fact.valid_at,
        invalid_at=fact.invalid_at,
        known_at=fact.created_at,
        expired_at=fact.expired_at,
    )
