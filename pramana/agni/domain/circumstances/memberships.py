"""A person's party, and the numbers that identify a person or body."""

import re
from collections.abc import Iterator

from pramana.agni.domain.circumstances import words as cues
from pramana.agni.domain.circumstances.clause import (
    DIGIT,
    LOCATION,
    ORGANIZATION,
    REACH,
    Circumstance,
    NameClause,
    is_relative,
    is_stated_relative,
)
from pramana.language.tagging import NameMention


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
    if any(word in cues.PARTY_WORDS.split() for name in names for word in name.lower().split()):
        return True
    near = clause.text[max(0, other.start - 60) : other.end + 60]
    return bool(re.search(cues.PARTY_POSITIONS, near, re.I))


def _long_forms(text: str, short: str) -> list[str]:
    """What stands before the short form in brackets: Nepal Utthan Party (NUP)."""
    if " " in short:
        return []
    match = re.search(rf"(?P<name>[^\s(]+(?:\s[^\s(]+){{0,4}})\s+\({re.escape(short)}\)", text)
    return [match["name"]] if match else []


def identifiers(clause: NameClause) -> Iterator[Circumstance]:
    stretch = clause.text[clause.mention.end : clause.mention.end + REACH]
    for key, label in cues.IDENTIFIERS.items():
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
        rf"(?<!\w)(?:{cues.PHONE})\s*[:：]?\s*(?P<value>\+?{DIGIT}[\d०-९ -]{{6,14}}{DIGIT})",
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
