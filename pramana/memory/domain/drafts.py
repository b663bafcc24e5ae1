"""From an extraction to fact drafts: select what is kept, and draft facts and endings."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from pramana.kit.evidence import Span, Text
from pramana.kit.texts import storable
from pramana.language.names import tidy
from pramana.memory.contracts.extraction import (
    EarlierMessage,
    EndingStatement,
    EntityMention,
    FactStatement,
    MessageExtraction,
)
from pramana.memory.contracts.graph import Fact, Grain, Interval
from pramana.memory.domain.families import OFFICE_FAMILIES, canonical_relation
from pramana.memory.domain.grounding import is_worded
from pramana.memory.domain.groups import GENERIC, GroupRules
from pramana.memory.domain.names import exact_key
from pramana.memory.domain.posts import HEAD, holds_at, is_handed_on, is_retracted, worded_for
from pramana.memory.domain.resolution import EntityResolution

LEAST_CONFIDENCE = 0.3
SUCCESSION = 0.8
"""Confidence of what somebody takes over."""
LONGEST_TEXT = 10_000
LONGEST_VALUE = 1_000
MOST_ATTRIBUTES = 50


def select_entities(
    extraction: MessageExtraction, rules: GroupRules, previous: Sequence[EarlierMessage]
) -> list[EntityMention]:
    """The entities to keep, with types that the group allows.

    An entity of low confidence is kept only if a fact needs it or an earlier episode names it.
    """
    needed = {exact_key(name) for fact in extraction.facts for name in (fact.subject, fact.object)}
    earlier = " ".join(each.body for each in previous).casefold()
    typed = (_with_allowed_type(each, rules) for each in extraction.entities)
    return [
        each
        for each in typed
        if each.name
        and each.type not in rules.settings.excluded_entity_types
        and (
            each.confidence >= LEAST_CONFIDENCE
            or exact_key(each.name) in needed
            or each.name.casefold() in earlier
        )
    ]


def _with_allowed_type(mention: EntityMention, rules: GroupRules) -> EntityMention:
    types = rules.settings.entity_types
    type_ = storable(mention.type)[:100] or GENERIC
    if types and type_ not in types:
        type_ = GENERIC
    attributes = mention.attributes
    if type_ in types and types[type_].properties:
        attributes = {key: attributes[key] for key in types[type_].properties if key in attributes}
    return EntityMention.model_construct(
        name=tidy(storable(mention.name)),
        type=type_,
        attributes=dict(_storable_attributes(attributes.items())),
        confidence=mention.confidence,
        described_by=mention.described_by,
    )


def _storable_attributes(attributes: Iterable[tuple[str, Any]]) -> Iterable[tuple[str, Any]]:
    for key, value in list(attributes)[:MOST_ATTRIBUTES]:
        if isinstance(value, bool | int | float):
            yield storable(key)[:100], value
        elif value not in (None, "", [], {}):
            yield storable(key)[:100], storable(str(value))[:LONGEST_VALUE]


def select_facts(extraction: MessageExtraction) -> list[FactStatement]:
    """The facts that have a text and two different ends, once each."""
    unique = {
        (
            exact_key(each.subject),
            each.relation.casefold(),
            exact_key(each.object),
            each.valid_at,
        ): each
        for each in reversed(extraction.facts)
        if each.fact.strip() and exact_key(each.subject) != exact_key(each.object)
    }
    return [_storable_fact(each) for each in reversed(unique.values())]


def _storable_fact(fact: FactStatement) -> FactStatement:
    words = {
        "fact": storable(fact.fact)[:LONGEST_TEXT],
        "quote": storable(fact.quote)[:LONGEST_TEXT],
    }
    return fact.model_copy(update=words | {"relation": storable(fact.relation)})


@dataclass(frozen=True)
class FactDraft:
    """A fact between resolved entities, with the words that support it."""

    fact: Fact
    quote: str
    span: Span | None
    confidence: float
    only_ends: bool = False
    """The message says when the fact ceased to hold, but not when it began."""
    is_false: bool = False
    """The message says that the fact never held."""
    corrects: str = ""
    """The wrong words that the fact corrects."""
    corrects_named_only: bool = False
    """The message does not say the wrong words, so a known fact must."""
    closes_nothing: bool = False
    """It is somebody's claim, or about a person whom the group cannot name yet."""


@dataclass(frozen=True)
class EndingDraft:
    """Facts of these families about the subject ended, whatever their object."""

    subject_id: UUID
    families: frozenset[str]
    at: datetime
    grain: Grain
    quote: str
    successor_id: UUID | None = None
    """Who has from then on what the subject had."""
    words: tuple[str, ...] = ()
    """Words of which a fact outside the offices must contain one."""

    def concerns(self, fact: Fact) -> bool:
        """Whether a fact is one of those that ended."""
        if fact.subject_id != self.subject_id or fact.family not in self.families:
            return False
        if fact.family in OFFICE_FAMILIES and fact.family != HEAD:
            return fact.claimant_id is None
        text = fact.text.casefold()
        named = any(each.casefold() in text for each in self.words)
        passes = named if self.words else self.successor_id is None or is_handed_on(fact)
        return passes and fact.claimant_id is None


def draft_endings(
    endings: Iterable[EndingStatement],
    resolution: EntityResolution,
    rules: GroupRules,
    *,
    body: str,
    at: datetime,
) -> list[EndingDraft]:
    """The endings whose words are in the message and whose subject is a kept entity."""
    text = Text(body)
    drafts = []
    for each in endings:
        subject = resolution.id_of(each.subject)
        if subject is None or not text.locate(each.quote):
            continue
        if not resolution.entities[subject].is_placeholder:
            families = frozenset(rules.families.of(relation).name for relation in each.relations)
            moment = _aware(each.at, at) or at
            successor = resolution.id_of(each.successor) if each.successor else None
            words = tuple(filter(None, map(storable, each.words)))
            drafts.append(
                EndingDraft(subject, families, moment, each.grain, each.quote, successor, words)
            )
    return drafts


def draft_successions(
    endings: Iterable[EndingDraft],
    known: Sequence[Fact],
    names: Mapping[UUID, str],
    *,
    body: str,
    at: datetime,
    now: datetime,
    new_id: Callable[[], UUID],
) -> list[FactDraft]:
    """The known facts that pass to somebody else, as facts of the successor.

    Of several posts that a message does not tell apart, the one that was last said passes.
    """
    text, drafts = Text(body), []
    for each in endings:
        successor = each.successor_id
        if successor is None or successor == each.subject_id or successor not in names:
            continue
        posts = [fact for fact in known if each.concerns(fact) and not is_retracted(fact)]
        held = [fact for fact in posts if holds_at(fact, each.at)] or _last_ended(posts, each.at)
        for fact in held if each.words else _last_said(held):
            grain = each.grain if each.at != at else Grain.UNKNOWN
            valid = Interval(each.at, None, grain, Grain.UNKNOWN)
            words = worded_for(fact, names.get(each.subject_id, ""), names[successor], names)
            passed = replace(
                fact,
                id=new_id(),
                subject_id=successor,
                text=words,
                valid=valid,
                created_at=now,
                asserted_at=at,
                expired_at=None,
            )
            drafts.append(FactDraft(passed, each.quote, text.locate(each.quote), SUCCESSION))
    return drafts


def _last_ended(facts: Sequence[Fact], at: datetime) -> list[Fact]:
    """The facts that were the last to end by then: a successor may come later."""
    ends = [each.valid.end for each in facts if each.valid.end and each.valid.end <= at]
    return [each for each in facts if ends and each.valid.end == max(ends)]


def _last_said(facts: Sequence[Fact]) -> list[Fact]:
    said = [each.asserted_at for each in facts if each.asserted_at is not None]
    return [each for each in facts if not said or each.asserted_at == max(said)]


def draft_facts(
    statements: Sequence[FactStatement],
    resolution: EntityResolution,
    rules: GroupRules,
    *,
    body: str,
    at: datetime,
    now: datetime,
    group_id: str,
    new_id: Callable[[], UUID],
    keeps_words: bool = True,
) -> list[FactDraft]:
    """Draft the facts whose ends are both kept entities and whose relation the group allows.

    Unless the message says when a fact began, it holds at the latest from the time of the message.
    Without `keeps_words`, a fact that quotes the message is worded anew.
    """
    text = Text(body)
    drafts = []
    for each in statements:
        ends = _resolved_ends(each, resolution, rules)
        if ends is None:
            continue
        claimant = resolution.id_of(each.claimed_by) if each.claimed_by else None
        if each.claimed_by and claimant is None:
            continue
        valid = _stated_interval(each, at)
        fact = Fact(
            id=new_id(),
            group_id=group_id,
            subject_id=ends[0],
            relation=canonical_relation(each.relation)[:100],
            object_id=ends[1],
            text=each.fact.strip() if keeps_words else _own_wording(each, body),
            created_at=now,
            family=rules.families.of(each.relation).name[:100],
            valid=valid,
            expired_at=now if valid.end and valid.end <= now else None,
            asserted_at=at,
            calendar=each.calendar,
            claimant_id=claimant,
        )
        span = text.locate(each.quote) if each.quote.strip() else None
        unnamed = any(resolution.entities[end].is_placeholder for end in ends)
        drafts.append(
            FactDraft(
                fact,
                each.quote,
                span,
                each.confidence,
                only_ends=each.invalid_at is not None and each.valid_at is None,
                is_false=each.is_false,
                corrects=each.corrects,
                corrects_named_only=bool(each.corrects) and not is_worded(each.corrects, body),
                closes_nothing=unnamed or claimant is not None,
            )
        )
    return drafts


def _own_wording(statement: FactStatement, body: str) -> str:
    """The fact's sentence, or its three parts if the sentence repeats the message's own words."""
    sentence = statement.fact.strip()
    quoted = sentence.rsplit(": ", 1)[-1].strip(" .।")
    if quoted not in body:
        return sentence
    relation = canonical_relation(statement.relation).replace("_", " ").lower()
    return f"{statement.subject} · {relation} · {statement.object}"


def _resolved_ends(
    statement: FactStatement, resolution: EntityResolution, rules: GroupRules
) -> tuple[UUID, UUID] | None:
    subject, target = resolution.id_of(statement.subject), resolution.id_of(statement.object)
    if subject is None or target is None or subject == target:
        return None
    types = [resolution.entities[id_].type for id_ in (subject, target)]
    return (subject, target) if rules.allows(types[0], statement.relation, types[1]) else None


def _stated_interval(statement: FactStatement, at: datetime) -> Interval:
    begins, ends = _aware(statement.valid_at, at), _aware(statement.invalid_at, at)
    if begins is None and (ends is None or ends > at):
        return Interval(at, ends, Grain.UNKNOWN, statement.invalid_grain)
    if begins and ends and ends <= begins:
        ends = None
    start_grain = Grain.UNKNOWN if begins in (None, at) else statement.valid_grain
    return Interval(begins, ends, start_grain, statement.invalid_grain)


def _aware(moment: datetime | None, at: datetime) -> datetime | None:
    """A moment without an offset is in the sender's offset."""
    if moment is None or moment.tzinfo is not None:
        return moment
    return moment.replace(tzinfo=at.tzinfo)
