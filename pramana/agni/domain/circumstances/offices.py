"""The position that someone holds, the body in which they hold it, and when, where it is said."""

import re
from collections.abc import Iterator
from functools import cache

from pramana.agni.domain.circumstances.clause import (
    DEGREES,
    HELD_NE,
    LOCATION,
    PERSON,
    REACH,
    SMALL_WORDS,
    TITLES,
    TITLES_EN,
    Circumstance,
    NameClause,
    is_local_body,
)
from pramana.language.day_ranges import find_ranges
from pramana.language.positions import NEPALI_QUALIFIERS, position_words

TIME_IN_BRACKETS = r"\s?\([^()\n]{0,20}[\d०-९]{4}[^()\n]{0,24}\)"


@cache
def _english_heads() -> str:
    return "|".join(re.escape(way) for way in position_words("en"))


@cache
def _position_before() -> re.Pattern[str]:
    small = "|".join(SMALL_WORDS.split())
    return re.compile(
        rf"(?<![\w-])(?P<position>(?:(?<=\bthe )then[\s-]+)?(?:ex-)?"
        rf"(?:(?!(?:{small})\b)(?:[A-Za-z][\w-]*)\s+){{0,3}}(?:ex-)?(?:{_english_heads()}))"
        rf"(?:\s+of\s+(?:the\s+)?(?P<body>[A-Za-z][\w&.-]*(?:\s(?!{small})[\w&.-]+){{0,5}}?))?"
        rf"(?:{TIME_IN_BRACKETS})?(?:,|\s*:|\s+is|\s+was|\s+are|\s+will\s+be|\s+has\s+been)?"
        rf"\s+(?:the\s+)?(?:{TITLES_EN})*$",
        re.IGNORECASE,
    )


@cache
def _position_after() -> re.Pattern[str]:
    small = "|".join(SMALL_WORDS.split())
    one = rf"(?:(?!(?:{small})\b)[A-Za-z][\w-]*\s+){{0,3}}(?:{_english_heads()})\b"
    return re.compile(
        rf"^(?:,?\s*\(?\s*(?:aged\s+)?\d{{2}}\)?(?=,))?(?:\s+(?:of|from)\s+(?:the\s+)?[A-Z]\w+(?:\s[A-Z]\w+)?)?"
        rf"(?:\s*,\s*|\s*\(\s*|\s+[–-]\s+|\s+(?:is|was|became|has\s+been\s+appointed|was\s+appointed|has\s+been|as|works\s+as|serves\s+as|served\s+as|(?:was|has\s+been)\s+elected|elected|appointed)\s+(?:as\s+)?|\s*:\s*)"
        rf"(?:who\s+(?:is|was|served\s+as|had\s+been)\s+)?(?:the\s+|a\s+|an\s+|as\s+|our\s+|its\s+)?"
        rf"(?P<position>(?:then[\s-]+)?(?:the\s+)?(?:ex-)?{one}(?:\s+and\s+{one})?)",
        re.IGNORECASE,
    )


@cache
def _nepali_position() -> str:
    heads = "|".join(re.escape(way) for way in position_words("ne"))
    qualifiers = "|".join(
        re.escape(each) for each in sorted(NEPALI_QUALIFIERS.split(), key=len, reverse=True)
    )
    former = "पूर्व|भूतपूर्व|निवर्तमान|तत्कालीन"
    return rf"(?:(?:{qualifiers})[\s–-]+)*(?:{former})?(?:{heads})(?:[\s–-]+(?:{heads}))*"


@cache
def _nepali_before() -> re.Pattern[str]:
    return re.compile(
        rf"(?<![\u0900-\u097f])(?P<position>{_nepali_position()})"
        rf"(?:\s+पदका|(?:\s+पदमा)?\s+(?:{HELD_NE})|\s*[:：]|{TIME_IN_BRACKETS})?"
        rf"\s*(?:{TITLES})*$"
    )


@cache
def _before_address() -> re.Pattern[str]:
    """A position before where someone lives: प्रबन्धक, इलाम जिल्लाका सूर्य राई."""
    return re.compile(
        rf"(?<![\u0900-\u097f])(?P<position>{_nepali_position()}),\s*"
        rf"[^,।\n]{{3,60}}?(?:का|की|निवासी|बस्ने)\s+(?:{TITLES})*$"
    )


def _with_kind(clause: NameClause, start: int) -> int:
    """Where a position begins with the words between a body's genitive and it: X का भन्सार प्रमुख."""
    before = re.search(
        r"(?:का|की|को)\s+(?P<kind>(?:[\u0900-\u094f]+\s+){1,2})$", clause.text[clause.start : start]
    )
    if not before:
        return start
    begins = clause.start + before.start("kind")
    is_named = any(o.start < start and begins < o.end for o in clause.others)
    return start if is_named else begins


def person_position(clause: NameClause) -> Iterator[Circumstance]:
    yield from _english_position(clause)
    yield from _devanagari_position(clause)
    yield from _position_in_column(clause)
    start, line = clause.next_line
    rest = re.sub(DEGREES, "", clause.text_after)
    if line and len(line) < 80 and not rest.strip(" .,"):
        match = re.match(
            rf"(?:{_nepali_position()})|(?:[\u0900-\u094f]+\s+){{1,2}}(?:{_nepali_position()})(?=\s*(?:,|$))",
            line,
        ) or re.match(rf"(?:[A-Z][\w-]*\s+){{0,3}}(?:{_english_heads()})\b", line)
        if match:
            end = _with_field(clause, start + match.end())
            yield clause.own("position", start, end)
            yield from _employer_after(clause, end)


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
        end = _with_field(clause, clause.mention.end + after.end("position"))
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
                "employer",
                clause.start + before.start("body"),
                clause.start + before.end("body"),
            )


_FIELD = re.compile(r"\s+of\s+(?:(?:[A-Z][a-z]+\s+){0,2}[A-Z][a-z]+|(?!the\b)[a-z]+)\b")


def _with_field(clause: NameClause, end: int) -> int:
    """The end after what someone is the head of, if that is no body: Director of Audit."""
    field = _FIELD.match(clause.text, end)
    if not field or any(o.start < field.end() and end < o.end for o in clause.others):
        return end
    return field.end()


_ELSEWHERE = re.compile(r"[\u0904-\u094f]{2,}(?:बाट|मा|ले|लाई)\s+")
"""A word with an ending, which belongs to the clause before a position."""


def _devanagari_position(clause: NameClause) -> Iterator[Circumstance]:
    match = _nepali_before().search(clause.text_before) or _before_address().search(
        clause.text_before
    )
    if match:
        start = _with_kind(clause, clause.start + match.start("position"))
        end = clause.start + match.end("position")
        if elsewhere := _ELSEWHERE.match(clause.text, start, end):
            start = elsewhere.end()
        yield clause.own("position", start, end)
        yield from _employer_before(clause, start)
        return
    patterns = (
        rf"^(?:ज्यू|ज्यु)?(?:\s*[,(–-]\s*|\s+)(?P<position>{_nepali_position()})(?=\s*[,)।.]|\s*$|\s+(?:हुनुहुन्छ|हुन्|छन्|रहनुहुनेछ|पदमा|नियुक्त|निर्वाचित|मनोनीत|चुनिएका|रहेका))",
        rf"^(?:ज्यू)?\s+[^।\n]{{0,40}}?(?:का|की|को)\s+(?P<position>{_nepali_position()})"
        r"(?=\s+(?:हुन्|हुनुहुन्छ|छन्|थिए|थिइन्|रहेका|रहेकी|रहनुभएको))",
        rf"^(?:ज्यू)?(?:लाई|ले)?[^।\n]{{0,80}}?\s(?P<position>{_nepali_position()})(?:मा|को\s+पदमा|\s+पदमा)(?=\s+(?:[^।\n]{{0,150}}\s)?(?:नियुक्त|निर्वाचित|मनोनीत|सरुवा|बढुवा|पदस्थापन))",
    )
    for pattern in patterns:
        if after := re.match(pattern, clause.text_after):
            base = clause.mention.end
            yield clause.own(
                "position", base + after.start("position"), base + after.end("position")
            )
            return


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
            yield clause.own("employer", other.start, other.end)
            return


def _employer_after(clause: NameClause, position_end: int) -> Iterator[Circumstance]:
    for other in clause.others:
        if other.start < position_end or other.kind is PERSON:
            continue
        if other.kind is LOCATION and not is_local_body(other.text):
            continue
        between = clause.text[position_end : other.start]
        if re.fullmatch(r"\s*,?\s*(?:of|at|for|with|in|from)?\s*(?:the\s+)?", between):
            yield clause.own("employer", other.start, other.end)
            return


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
