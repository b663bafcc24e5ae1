"""When someone held an office, where the clause says so: from 2074 to 2079, २०७८ सम्म."""

import re
from collections.abc import Iterator

from pramana.agni.domain.circumstances.clause import Circumstance, NameClause
from pramana.language.day_ranges import find_ranges

_BETWEEN = re.compile(
    r"(?:[\s,()–-]|\b(?:of|the|at|in|for|and|who|he|she|has|had|been|was|is|served|serving|held|"
    r"holding|office|post|position|term|during|where)\b|ज्यू|का|की|को|मा|पद|रहेका|रहेकी|रहे|जिल्ला|कार्यकाल)*"
)
"""What may stand between a position and its time, beside names."""


def term_of_office(clause: NameClause, position: Circumstance) -> Iterator[Circumstance]:
    """The time that stands beside the position; other times of the clause are not about it."""
    end = max(clause.end, position.end)
    for each in find_ranges(clause.text[clause.start : end]):
        start, stop = clause.start + each.start, clause.start + each.end
        gap = (position.end, start) if position.end <= start else (stop, position.start)
        if gap[0] <= gap[1] and _BETWEEN.fullmatch(_without_names(clause, *gap)):
            yield clause.own("term", start, stop)
            return


def _without_names(clause: NameClause, start: int, end: int) -> str:
    text = list(clause.text[start:end])
    for each in (clause.mention, *clause.others):
        if each.start < end and each.end > start:
            first = max(each.start - start, 0)
            text[first : each.end - start] = " " * (min(each.end, end) - start - first)
    return "".join(text)
