"""Terms of office: who held which office when, compared with what a document says and its date.

A document calls someone Mayor on its own date, or names another time: former, from 2074 to 2079.
The dated positions and relationships of a record say when its person held which office; those of
others say who held it instead. Where times say nothing, the position is compared without them.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from pramana.kit.scope import Scope
from pramana.language.calendar import parse_day
from pramana.language.day_ranges import DayRange, find_ranges, parse_range
from pramana.language.positions import (
    SOLE_OFFICES,
    is_former_position,
    is_past_position,
    position_meanings,
    same_position,
)
from pramana.registry.candidates.attributes import (
    OFFICE_KEYS,
    POSITION_KEYS,
    AttributeComparison,
    attribute_texts,
    body_in_position,
    normalise_key,
    same_body,
    value_texts,
)
from pramana.registry.contracts import RecordData
from pramana.registry.models import Relationship

TERM_KEYS = frozenset(("term", "term_of_office", "tenure", "कार्यकाल"))
START_KEYS = ("from", "since", "start", "start_date")
END_KEYS = ("to", "until", "end", "end_date")
OTHER_HOLDER_FACTOR = 0.85
LATER_TERM_FACTOR = 0.9


@dataclass(frozen=True)
class TermOfOffice:
    """An office that someone holds or held; `days` is None where the record gives no time."""

    position: str
    bodies: tuple[str, ...] = ()
    days: DayRange | None = None
    known_on: date | None = None
    """The last day on which the record is known to be right."""
    holder: str = ""
    record_id: UUID | None = None

    def is_certain_on(self, days: DayRange) -> bool:
        """Whether the office was held on all these days; one without an end may have ended."""
        if self.days is None or self.days.first is None:
            return False
        known = self.days.last or self.known_on
        return replace(self.days, last=known).contains(days)

    def time_text(self) -> str:
        """
        >>> TermOfOffice("Mayor", days=DayRange(date(2017, 5, 20), None)).time_text()
        '2017-05-20 –'
        """
        if self.days is None:
            return ""
        ends = (each.isoformat() if each else "" for each in (self.days.first, self.days.last))
        return " – ".join(ends).strip()


@dataclass(frozen=True)
class StatedOffice:
    """The office that a document gives someone, and the time it says or implies."""

    positions: tuple[str, ...] = ()
    bodies: tuple[str, ...] = ()
    days: DayRange | None = None
    is_former: bool = False

    @classmethod
    def of(cls, attributes: Mapping[str, Any], on: date | None) -> "StatedOffice":
        """What the attributes of an entity state in a document of this day."""
        positions = tuple(attribute_texts(attributes, POSITION_KEYS))
        bodies = attribute_texts(attributes, OFFICE_KEYS)
        bodies += [body for text in positions for body in body_in_position(text)]
        terms = map(parse_range, attribute_texts(attributes, TERM_KEYS))
        days = next((term for term in terms if term), None)
        is_former = days is None and any(map(is_former_position, positions))
        if days is None and on:
            days = DayRange(None if is_former else on, on)
        return cls(positions, tuple(bodies), days, is_former)

    @property
    def sole_offices(self) -> frozenset[str]:
        """The offices of which a body has one, unless they are held in someone's place."""
        texts = (each for each in self.positions if self._is_held(each))
        return frozenset().union(*map(position_meanings, texts)) & SOLE_OFFICES

    def _is_held(self, position: str) -> bool:
        return is_former_position(position) or not is_past_position(position)

    def is_same_position(self, term: TermOfOffice) -> bool | None:
        compared = [same_position(each, term.position) for each in self.positions]
        known = [each for each in compared if each is not None]
        return any(known) if known else None

    def is_same_body(self, term: TermOfOffice) -> bool | None:
        compared = [same_body(one, other) for one in self.bodies for other in term.bodies]
        known = [each for each in compared if each is not None]
        return any(known) if known else None

    def is_same_office(self, term: TermOfOffice) -> bool:
        return self.is_same_position(term) is True and self.is_same_body(term) is not False


NO_OFFICE = StatedOffice()


def compare_terms(
    stated: StatedOffice,
    record_id: UUID,
    own: Sequence[TermOfOffice],
    others: Sequence[TermOfOffice] = (),
) -> list[AttributeComparison]:
    """What times say of position and office; nothing where they do not decide."""
    if stated.days is None or not stated.positions:
        return []
    same = [term for term in own if stated.is_same_office(term)]
    held = next((each for each in same if each.days and each.days.overlaps(stated.days)), None)
    if held:
        return list(_agreement(stated, held))
    rival = next((each for each in others if _is_rival(stated, record_id, each)), None)
    if rival:
        values = ", ".join(filter(None, (rival.holder, rival.position, rival.time_text())))
        sentence = f"position was held by someone else then: {values}"
        return [AttributeComparison("position", False, sentence, OTHER_HOLDER_FACTOR)]
    if same:
        return [] if any(each.days is None for each in same) else [_outside(stated, same)]
    return list(_changes(stated, own))


def _is_rival(stated: StatedOffice, record_id: UUID, term: TermOfOffice) -> bool:
    assert stated.days is not None
    is_other = term.record_id != record_id and not stated.is_former
    is_one = bool(stated.sole_offices & position_meanings(term.position))
    return is_other and is_one and term.is_certain_on(stated.days)


def _agreement(stated: StatedOffice, term: TermOfOffice) -> Iterator[AttributeComparison]:
    when = "was held before" if stated.is_former else "was held then"
    positions = " / ".join(dict.fromkeys((stated.positions[0], term.position)))
    values = f"{positions}, {term.time_text()}"
    yield AttributeComparison("position", True, f"position {when}: {values}")
    if stated.is_same_body(term):
        bodies = " / ".join(dict.fromkeys((stated.bodies[0], term.bodies[0])))
        yield AttributeComparison("office", True, f"office agrees: {bodies}")


def _outside(stated: StatedOffice, terms: Sequence[TermOfOffice]) -> AttributeComparison:
    """The same office at another time: it may have been held again, but never before it began."""
    assert stated.days is not None
    earlier = [each for each in terms if each.days and each.days.is_before(stated.days)]
    term = (earlier or list(terms))[-1]
    values = f"{term.position}, {term.time_text()}"
    if earlier:
        return AttributeComparison("position", None, f"position may have changed: {values}")
    sentence = f"position began only later: {values}"
    return AttributeComparison("position", False, sentence, LATER_TERM_FACTOR)


def _changes(stated: StatedOffice, own: Sequence[TermOfOffice]) -> Iterator[AttributeComparison]:
    """Another position or office that was known at another time than the stated one."""
    assert stated.days is not None
    checks = (("position", stated.is_same_position), ("office", stated.is_same_body))
    for attribute, is_same in checks:
        compared = [(term, is_same(term)) for term in own]
        different = [term for term, same in compared if same is False]
        if not different or any(same for _, same in compared):
            continue
        if any(_is_known_during(term, stated.days) for term in different):
            continue
        ours, theirs = (
            (stated.positions[0], different[-1].position)
            if attribute == "position"
            else (stated.bodies[0], different[-1].bodies[0])
        )
        time = different[-1].time_text() or str(different[-1].known_on)
        sentence = f"{attribute} may have changed: {theirs}, {time} / {ours}"
        yield AttributeComparison(attribute, None, sentence)


def _is_known_during(term: TermOfOffice, days: DayRange) -> bool:
    if term.days is None:
        return term.known_on is None or not DayRange(None, term.known_on).is_before(days)
    known = replace(term.days, last=term.days.last or term.known_on)
    return known.overlaps(days)


def terms_in_attributes(
    attributes: Mapping[str, Any], known_on: date | None = None
) -> list[TermOfOffice]:
    """The offices of a record's own attributes, with the times they carry.

    Of several values, a dated one is known from its day, and ends those without a time before it.
    """
    values = [
        each
        for key, value in attributes.items()
        if normalise_key(key) in POSITION_KEYS
        for each in (value if isinstance(value, list | tuple) else [value])
    ]
    bodies = tuple(attribute_texts(attributes, OFFICE_KEYS))
    stated = map(parse_range, attribute_texts(attributes, TERM_KEYS))
    whole = next((term for term in stated if term), None) if len(values) == 1 else None
    terms: list[TermOfOffice] = []
    for value in values:
        day = parse_day(str(value.get("date", ""))) if isinstance(value, Mapping) else None
        if day:
            ended = DayRange(None, day)
            terms = [each if each.days else replace(each, days=ended) for each in terms]
        for text in value_texts(value):
            days = _value_days(value, text) or whole
            own = (*body_in_position(_without_time(text)), *bodies)
            terms.append(TermOfOffice(_without_time(text), own, days, known_on or day))
    return terms


def _value_days(value: Any, text: str) -> DayRange | None:
    """The time that a value gives for itself, in its own fields or its words."""
    if isinstance(value, Mapping):
        first, last = (
            next((parse_range(str(value[key])) for key in keys if value.get(key)), None)
            for keys in (START_KEYS, END_KEYS)
        )
        if first or last:
            return DayRange(first.first if first else None, last.last if last else None)
        for key in TERM_KEYS & value.keys():
            if term := parse_range(str(value[key])):
                return term
    ranges = find_ranges(text)
    return ranges[0].days if ranges else None


def _without_time(text: str) -> str:
    for each in find_ranges(text)[:1]:
        text = text[: each.start] + text[each.end :]
    return text.replace("()", "").strip(" ,")


POSITION = "position"
"""The attribute of a relationship that names the office someone holds."""


@dataclass(frozen=True)
class RegistryTerms:
    """The dated offices that relationships state: those of candidates, and of whoever held one."""

    of_records: Mapping[UUID, Sequence[TermOfOffice]] = field(default_factory=dict)
    of_body: Sequence[TermOfOffice] = ()


NO_TERMS = RegistryTerms()


def load_terms(scope: Scope, ids: Sequence[UUID], bodies: Sequence[UUID]) -> RegistryTerms:
    rows = Relationship.objects.in_scope(scope).filter(attributes__has_key=POSITION)
    rows = rows.filter(source__merged_into=None).select_related("source", "target")
    own: dict[UUID, list[TermOfOffice]] = {}
    for row in rows.filter(source_id__in=ids):
        own.setdefault(row.source_id, []).append(_term(row))
    holders = [_term(row) for row in rows.filter(target_id__in=bodies)] if bodies else []
    return RegistryTerms(own, holders)


def _term(row: Relationship) -> TermOfOffice:
    days = DayRange(row.start_date, row.end_date) if row.start_date or row.end_date else None
    body = RecordData.model_validate(row.target.data)
    return TermOfOffice(
        position=str(row.attributes[POSITION]),
        bodies=tuple(dict.fromkeys((body.title("en"), body.title("ne")))),
        days=days,
        known_on=row.created_at.date(),
        holder=row.source.title,
        record_id=row.source_id,
    )
