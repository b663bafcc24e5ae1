"""The role that someone has in a court case."""

import re
from collections.abc import Iterator

from pramana.agni.domain.circumstances import words as cues
from pramana.agni.domain.circumstances.clause import (
    DIGIT,
    TITLES,
    Circumstance,
    NameClause,
    is_relative,
)
from pramana.language.positions import position_meanings


def case_role(clause: NameClause) -> Iterator[Circumstance]:
    if is_relative(clause.text, clause.mention):
        return
    start = clause.text.rfind("\n", 0, clause.mention.start) + 1
    left = clause.text[max(start, clause.start) : clause.mention.start]
    line = clause.text[start : clause.mention.start]
    label = re.match(r"[^:\t\n]{0,60}[:：\t]", line)
    for role, pattern in cues.CASE_ROLES:
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
        for role, pattern in cues.CASE_ROLES:
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
        if role := cues.ROLE_BY_POSITION.get(meaning):
            return Circumstance("case_role", role, position.start, position.end)
    return None
