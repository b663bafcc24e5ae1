"""From what was read to facts: drafted on resolved entities, with the words they rest on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.kit.evidence import Span, Text
from pramana.memory.contracts.extraction import FactFound
from pramana.memory.contracts.graph import Fact, Interval
from pramana.memory.domain.families import canonical
from pramana.memory.domain.groups import Rules
from pramana.memory.domain.resolution import Resolution


@dataclass(frozen=True)
class Drafted:
    """A fact on resolved entities, with the words it rests on."""

    fact: Fact
    quote: str
    span: Span | None
    confidence: float
    only_ends: bool = False
    """It says when something ceased, and nothing about when it began."""


def draft(
    found: Sequence[FactFound],
    resolution: Resolution,
    rules: Rules,
    *,
    body: str,
    at: datetime,
    now: datetime,
    group_id: str,
    new_id: Callable[[], UUID],
) -> list[Drafted]:
    """Facts whose both ends are entities we keep, and whose relation the group allows there.

    A fact holds from the message's time unless the message says since when.
    """
    text = Text(body)
    drafts = []
    for each in found:
        ends = _ends(each, resolution, rules)
        if ends is None:
            continue
        valid = _interval(each, at)
        fact = Fact(
            id=new_id(),
            group_id=group_id,
            subject_id=ends[0],
            relation=canonical(each.relation)[:100],
            object_id=ends[1],
            text=each.fact.strip(),
            created_at=now,
            family=rules.families.of(each.relation).name[:100],
            valid=valid,
            expired_at=now if valid.end and valid.end <= now else None,
        )
        span = text.locate(each.quote) if each.quote.strip() else None
        only_ends = each.invalid_at is not None and each.valid_at is None
        drafts.append(Drafted(fact, each.quote, span, each.confidence, only_ends))
    return drafts


def _ends(found: FactFound, resolution: Resolution, rules: Rules) -> tuple[UUID, UUID] | None:
    subject, target = resolution.id_of(found.subject), resolution.id_of(found.object)
    if subject is None or target is None or subject == target:
        return None
    types = [resolution.entities[id_].type for id_ in (subject, target)]
    return (subject, target) if rules.allows(types[0], found.relation, types[1]) else None


def _interval(found: FactFound, at: datetime) -> Interval:
    begins, ends = _aware(found.valid_at, at), _aware(found.invalid_at, at)
    if begins is None and ends is None:
        return Interval(at, None)
    if begins and ends and ends <= begins:
        return Interval(begins, None)
    return Interval(begins, ends)


def _aware(moment: datetime | None, at: datetime) -> datetime | None:
    """A moment written without an offset is by the sender's clock."""
    if moment is None or moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=at.tzinfo)
