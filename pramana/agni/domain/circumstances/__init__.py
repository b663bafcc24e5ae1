"""What a document says of a person or body right beside its name, each with its words.

Only the clause around a mention counts, up to the next person's name: what stands further away is
as likely to be about someone else.
"""

import re
from collections.abc import Iterator, Sequence

from pramana.agni.domain.circumstances.clause import (
    CASE_ROLES,
    DIGIT,
    IDENTIFIERS,
    LOCATION,
    ORGANIZATION,
    PARTY_POSITIONS,
    PARTY_WORDS,
    PERSON,
    PHONE,
    REACH,
    ROLE_BY_POSITION,
    TITLES,
    Circumstance,
    NameClause,
    is_relative,
    is_stated_relative,
)
from pramana.agni.domain.circumstances.offices import person_position, term_of_office
from pramana.agni.domain.circumstances.relations import age, body_place, home, relatives
from pramana.language.positions import position_meanings
from pramana.language.tagging import NameMention


def case_role(clause: NameClause) -> Iterator[Circumstance]:
    if is_relative(clause.text, clause.mention):
        return
    start = clause.text.rfind("\n", 0, clause.mention.start) + 1
    left = clause.text[max(start, clause.start) : clause.mention.start]
    line = clause.text[start : clause.mention.start]
    label = re.match(r"[^:\t\n]{0,60}[:：\t]", line)
    for role, pattern in CASE_ROLES:
        words = rf"(?<![\u0900-\u097fA-Za-z])(?:{pattern})(?![\u0900-\u097fA-Za-z])"
        beside = re.search(rf"{words}\s*(?:{TITLES})*$", left, re.I)
        named = label and re.match(
            rf"\s*(?:{DIGIT}+[.)]\s*)?{words}(?:हरू|हरु)?\s*(?:नं\.?\s*{DIGIT}+\s*)?[:：\t]$",
            label.group(),
            re.I,
        )
        if beside:
            base = max(start, clause.start)
            yield Circumstance("case_role", role, base + beside.start(), base + beside.end())
            return
        if named:
            yield Circumstance(
                "case_role", role, start, start + label.end() - 1 if label else start
            )
            return
    yield from _role_of_list(clause, start)


_ITEM = re.compile(rf"\s*(?:\(?{DIGIT}{{1,3}}[.)।]|\(?[a-zA-Zक-ह][.)]|[-•*]\s)")


def _role_of_list(clause: NameClause, line_start: int) -> Iterator[Circumstance]:
    """The role that the heading of a numbered list gives to everybody on it."""
    line = clause.text[line_start : clause.mention.start]
    if not _ITEM.match(line):
        return
    above = clause.text[max(0, line_start - 1500) : line_start].rstrip("\n").split("\n")
    for heading in reversed(above):
        if not heading.strip() or _ITEM.match(heading):
            continue
        if not heading.rstrip().endswith((":", "：")) or len(heading) > 80:
            return
        for role, pattern in CASE_ROLES:
            match = re.search(
                rf"(?<![\u0900-\u097fA-Za-z])(?:{pattern})(?:हरू|हरु)?(?:को|का)?(?![\u0900-\u097fA-Za-z])",
                heading,
                re.I,
            )
            if match:
                at = clause.text.rfind(heading, 0, line_start)
                yield Circumstance("case_role", role, at + match.start(), at + match.end())
                return
        return


def role_by_position(position: Circumstance) -> Circumstance | None:
    """The role in a case that a position means: a judge, a lawyer."""
    for meaning in position_meanings(position.value):
        if role := ROLE_BY_POSITION.get(meaning):
            return Circumstance("case_role", role, position.start, position.end)
    return None


def party(clause: NameClause) -> Iterator[Circumstance]:
    for other in sorted(clause.others, key=lambda each: each.end <= clause.mention.start):
        if other.kind is not ORGANIZATION or other.start > clause.end:
            continue
        if not _is_party(clause, other):
            continue
        if other.end <= clause.mention.start:
            between = clause.text[other.end : clause.mention.start]
            stated = re.match(r"(?:का|की|को|बाट)\s|['’]s?\s|\s", between) and len(between) < 90
            stated = stated and not re.search(r"[,)]\s+and\b|;", between)
        else:
            between = clause.text[clause.mention.end : other.start]
            stated = (
                re.search(r"(?:\bof|\bfor|\bfrom|,|\()\s*(?:the\s+)?$", between)
                and len(between) < 110
            )
        if stated:
            yield clause.own("party", other.start, other.end)
            return


def _is_party(clause: NameClause, other: NameMention) -> bool:
    names = [other.text, *_long_forms(clause.text, other.text)]
    if any(word in PARTY_WORDS.split() for name in names for word in name.lower().split()):
        return True
    near = clause.text[max(0, other.start - 60) : other.end + 60]
    return bool(re.search(PARTY_POSITIONS, near, re.I))


def _long_forms(text: str, short: str) -> list[str]:
    """What stands before the short form in brackets: Nepal Utthan Party (NUP)."""
    if " " in short:
        return []
    match = re.search(rf"(?P<name>[^\s(]+(?:\s[^\s(]+){{0,4}})\s+\({re.escape(short)}\)", text)
    return [match["name"]] if match else []


def identifiers(clause: NameClause) -> Iterator[Circumstance]:
    stretch = clause.text[clause.mention.end : clause.mention.end + REACH]
    for key, label in IDENTIFIERS.items():
        match = re.search(
            rf"(?:{label})\s*[:：.-]?\s*(?P<value>[A-Z]{{0,3}}[-/]?{DIGIT}(?:[{'/'}\d०-९-]{{3,24}}){DIGIT})",
            stretch,
            re.I,
        )
        if match and not _another_between(clause, clause.mention.end + match.start()):
            yield clause.own(
                key,
                clause.mention.end + match.start("value"),
                clause.mention.end + match.end("value"),
            )
    phone = re.search(
        rf"(?<!\w)(?:{PHONE})\s*[:：]?\s*(?P<value>\+?{DIGIT}[\d०-९ -]{{6,14}}{DIGIT})",
        stretch.split("\n")[0],
        re.I,
    )
    if phone and not _another_between(clause, clause.mention.end + phone.start()):
        yield clause.own(
            "phone",
            clause.mention.end + phone.start("value"),
            clause.mention.end + phone.end("value"),
        )


def _another_between(clause: NameClause, at: int) -> bool:
    return any(
        o.kind is not LOCATION
        and clause.mention.end <= o.start < at
        and not is_stated_relative(clause.text, o)
        and not is_relative(clause.text, o)
        and clause.text[o.start - 1 : o.start] != "("
        for o in clause.others
    )


def read_circumstances(
    text: str, at: int, mentions: Sequence[NameMention]
) -> dict[str, Circumstance]:
    """The circumstances that stand beside the mention at this place of the list."""
    clause = NameClause.around(text, at, mentions)
    if is_relative(text, clause.mention) or is_stated_relative(text, clause.mention):
        return {}
    found: dict[str, Circumstance] = {}
    readers = _PERSON_READERS if clause.mention.kind is PERSON else _BODY_READERS
    for reader in readers:
        for circumstance in reader(clause):
            if circumstance.value and circumstance.key not in found:
                found[circumstance.key] = circumstance
    if "position" in found and (role := role_by_position(found["position"])):
        found["case_role"] = role
    for term in term_of_office(clause, found["position"]) if "position" in found else ():
        found[term.key] = term
    return found


_PERSON_READERS = (person_position, relatives, age, home, party, case_role, identifiers)
_BODY_READERS = (body_place, identifiers)
