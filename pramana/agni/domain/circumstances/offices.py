"""The position that someone holds, and the body in which they hold it."""

import re
from collections.abc import Iterator
from functools import cache

from pramana.agni.domain.circumstances import words as cues
from pramana.agni.domain.circumstances.clause import (
    DEGREES,
    LOCATION,
    PERSON,
    REACH,
    TITLES,
    TITLES_EN,
    Circumstance,
    NameClause,
    is_local_body,
)
from pramana.language.positions import NEPALI_QUALIFIERS, position_words


@cache
def _english_heads() -> str:
    return "|".join(re.escape(way) for way in position_words("en"))


@cache
def _position_before() -> re.Pattern[str]:
    small = "|".join(cues.SMALL_WORDS.split())
    return re.compile(
        rf"(?<![\w-])(?P<position>(?:(?!(?:{small})\b)(?:[A-Za-z][\w-]*)\s+){{0,3}}(?:{_english_heads()}))"
        rf"(?:\s+of\s+(?:the\s+)?(?P<body>[A-Za-z][\w&.-]*(?:\s(?!{small})[\w&.-]+){{0,5}}?))?"
        rf"(?:,|\s*:|\s+is|\s+was|\s+are)?\s+(?:the\s+)?(?:{TITLES_EN})*$",
        re.IGNORECASE,
    )


@cache
def _position_after() -> re.Pattern[str]:
    small = "|".join(cues.SMALL_WORDS.split())
    one = rf"(?:(?!(?:{small})\b)[A-Za-z][\w-]*\s+){{0,3}}(?:{_english_heads()})\b"
    return re.compile(
        rf"^(?:,?\s*\(?\s*(?:aged\s+)?\d{{2}}\)?(?=,))?(?:\s+(?:of|from)\s+(?:the\s+)?[A-Z]\w+(?:\s[A-Z]\w+)?)?"
        rf"(?:\s*,\s*|\s*\(\s*|\s+[–-]\s+|\s+(?:is|was|became|has\s+been\s+appointed|was\s+appointed|has\s+been|as|works\s+as|serves\s+as|(?:was|has\s+been)\s+elected|elected|appointed)\s+(?:as\s+)?|\s*:\s*)"
        rf"(?:then\s+)?(?:the\s+|a\s+|an\s+|as\s+|our\s+|its\s+)?(?:then\s+)?(?P<position>{one}(?:\s+and\s+{one})?)",
        re.IGNORECASE,
    )


@cache
def _nepali_position() -> str:
    heads = "|".join(re.escape(way) for way in position_words("ne"))
    qualifiers = "|".join(
        re.escape(each) for each in sorted(NEPALI_QUALIFIERS.split(), key=len, reverse=True)
    )
    return rf"(?:(?:{qualifiers})[\s–-]+)*(?:{heads})(?:[\s–-]+(?:{heads}))*"


@cache
def _nepali_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\u0900-\u097f])(?P<position>{_nepali_position()})"
        rf"(?:\s+पदमा कार्यरत|\s+पदका|\s+पदमा रहेका|\s*[:：])?\s*(?:{TITLES})*$"
    )


def person_position(clause: NameClause) -> Iterator[Circumstance]:
    yield from _english_position(clause)
    yield from _devanagari_position(clause)
    yield from _position_in_column(clause)
    start, line = clause.next_line
    rest = re.sub(DEGREES, "", clause.text_after)
    if line and len(line) < 80 and not rest.strip(" .,"):
        match = re.match(rf"(?:{_nepali_position()})", line) or re.match(
            rf"(?:[A-Z][\w-]*\s+){{0,3}}(?:{_english_heads()})\b", line
        )
        if match:
            yield clause.own("position", start, start + match.end())
            yield from _employer_after(clause, start + match.end())


_COLUMN = re.compile(r"\n[ \t]{7,}(?=\S)")
"""Where the next column of a line begins; see `join_wrapped_lines`."""
MAX_SHIFT = 3
"""Characters by which the lines of one column may differ in where they begin."""
MAX_LINES_BELOW = 4


def _position_in_column(clause: NameClause) -> Iterator[Circumstance]:
    """The position under a name that stands in a column beside another's."""
    first = clause.text.rfind("\n", 0, clause.mention.start) + 1
    while first > 0 and _COLUMN.match(clause.text, first - 1):
        first = clause.text.rfind("\n", 0, first - 1) + 1
    lines = list(_physical_lines(clause.text, first))[: MAX_LINES_BELOW + 1]
    if len(lines) < 2 or len(lines[0]) < 2:
        return
    column = clause.mention.start - first
    for line in lines[1:]:
        line_start = line[0][0]
        for start, words in line:
            is_below = abs(start - line_start - column) <= MAX_SHIFT
            match = is_below and _position_line().match(words)
            if match:
                yield clause.own("position", start, start + match.end())
                return


def _physical_lines(text: str, start: int) -> Iterator[list[tuple[int, str]]]:
    """The lines of the page from here, each as the places and words of its columns."""
    line: list[tuple[int, str]] = []
    for match in re.finditer(r"[^\n]+", text[start : start + 4 * REACH]):
        at = start + match.start()
        indent = len(match[0]) - len(match[0].lstrip())
        if line and not _COLUMN.match(text, at - 1):
            yield line
            line = []
        line.append((at + indent if line else at, match[0].strip() if line else match[0].rstrip()))
    if line:
        yield line


@cache
def _position_line() -> re.Pattern[str]:
    english = rf"(?:[A-Z][\w-]*\s+){{0,3}}(?:{_english_heads()})\b"
    return re.compile(rf"(?:{_nepali_position()})(?=\s*$)|{english}(?=\s*$)")


def _english_position(clause: NameClause) -> Iterator[Circumstance]:
    after = _position_after().match(clause.text_after)
    if after:
        start = clause.mention.end + after.start("position")
        end = clause.mention.end + after.end("position")
        yield clause.own("position", start, end)
        yield from _employer_after(clause, end)
    before = _position_before().search(clause.text_before)
    if before:
        start = clause.start + before.start("position")
        start = _after_mentions(clause, start, clause.start + before.end("position"))
        yield clause.own("position", start, clause.start + before.end("position"))
        yield from _employer_before(clause, start)
        if before["body"]:
            yield clause.own(
                "organization",
                clause.start + before.start("body"),
                clause.start + before.end("body"),
            )


def _devanagari_position(clause: NameClause) -> Iterator[Circumstance]:
    match = _nepali_before().search(clause.text_before)
    if match:
        start = clause.start + match.start("position")
        yield clause.own("position", start, clause.start + match.end("position"))
        yield from _employer_before(clause, start)
        return
    after = re.match(
        rf"^(?:ज्यू|ज्यु)?(?:\s*[,(–-]\s*|\s+)(?P<position>{_nepali_position()})(?=\s*[,)।.]|\s*$|\s+(?:हुनुहुन्छ|हुन्|छन्|रहनुहुनेछ|पदमा|नियुक्त|निर्वाचित|मनोनीत|चुनिएका|रहेका))",
        clause.text_after,
    )
    if after:
        yield clause.own(
            "position",
            clause.mention.end + after.start("position"),
            clause.mention.end + after.end("position"),
        )
        return
    appointed = re.match(
        rf"^(?:ज्यू)?(?:लाई|ले)?[^।\n]{{0,60}}?\s(?P<position>{_nepali_position()})(?:मा|को\s+पदमा|\s+पदमा)(?=\s+(?:नियुक्त|निर्वाचित|मनोनीत|सरुवा|बढुवा|पदस्थापन))",
        clause.text_after,
    )
    if appointed:
        yield clause.own(
            "position",
            clause.mention.end + appointed.start("position"),
            clause.mention.end + appointed.end("position"),
        )


def _after_mentions(clause: NameClause, start: int, end: int) -> int:
    """Where the position begins, after an organisation's name that stands before it."""
    for other in clause.others:
        if other.start < end and other.end > start and other.end < end:
            start = max(start, other.end)
    while start < end and clause.text[start] in " ’'s,":
        if clause.text[start] == "s" and clause.text[start - 1] not in "’'":
            break
        start += 1
    return start


def _employer_before(clause: NameClause, position_start: int) -> Iterator[Circumstance]:
    """The body whose genitive or name stands right before a position."""
    for other in reversed(clause.others):
        if other.end > position_start or other.kind is PERSON:
            continue
        between = clause.text[other.end : position_start]
        if other.kind is LOCATION and not is_local_body(other.text):
            continue
        if re.fullmatch(
            r"(?:['’]s?)?\s+|(?:का|की|को|कै)\s+(?:तत्कालीन\s+|पूर्व\s+|तर्फबाट\s+)?|,\s*[\u0904-\u094f]+(?:का|की|को)\s+(?:तत्कालीन\s+)?",
            between,
        ):
            yield clause.own("organization", other.start, other.end)
            return


def _employer_after(clause: NameClause, position_end: int) -> Iterator[Circumstance]:
    for other in clause.others:
        if other.start < position_end or other.kind is PERSON:
            continue
        if other.kind is LOCATION and not is_local_body(other.text):
            continue
        between = clause.text[position_end : other.start]
        if re.fullmatch(r"\s*,?\s*(?:of|at|for|with|in|from)?\s*(?:the\s+)?", between):
            yield clause.own("organization", other.start, other.end)
            return
