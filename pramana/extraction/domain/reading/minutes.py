"""What minutes say of a meeting beside labels: its number, who wrote them, and how people voted."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pramana.extraction.contracts.fields import ExtractedValue
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_questions import FieldQuestion, name_stems

TOP = 8
"""The number of a meeting stands in this many lines; later ones speak of other meetings."""
_MEETING = r"(?:meetings?|session|assembly|\w*sitzung|versammlung|r[ée]union|s[ée]ance|sesi[óo]n)"
_NUMBER = re.compile(
    rf"(?<!\w)(?P<before>[\d०-९]{{1,4}})(?:st|nd|rd|th|\.|e|[èe]me|ère|ª|º|\s?(?:औँ|औं|औ|अौं|रौं))"
    rf"(?:\s+[^\W\d_]+){{0,3}}?\s+(?:{_MEETING}\b|बैठक)"
    rf"|(?:\b{_MEETING}|बैठक)\s*(?:no\b|number|nr\b|n[°º]|num\b|[#№]|नं|संख्या)[\s.:：]*(?P<after>[\d०-९]{{1,4}})",
    re.IGNORECASE,
)
_WRITER = re.compile(
    r"(?P<name>[^,;:()\n\t]{3,60}?)\s*\([^()\n]{0,60}?"
    r"(?:\bminutes\b|minute[- ]taker|took (?:the )?notes|\w*protokoll|proc[èe]s-verbal|\bacta\b"
    r"|माइन्युट|टिपोट)"
    r"[^()\n]{0,40}\)"
    r"|(?:^|[.;,]\s)(?P<who>[^,;:()\n\t.]{3,40}?)\s(?:took|wrote|kept|recorded)\s(?:the\s)?minutes\b",
    re.IGNORECASE | re.MULTILINE,
)
_COUNTS = {
    word: str(count)
    for count, words in enumerate(
        ("no none keine zero", "one eine un una", "two zwei deux dos", "three drei trois tres",
         "four vier quatre cuatro", "five fünf cinq cinco", "six sechs seis",
         "seven sieben sept siete", "eight acht huit ocho", "nine neun neuf nueve",
         "ten zehn dix diez", "eleven elf onze once", "twelve zwölf douze doce")
    )
    for word in words.split()
}  # fmt: skip
_COUNT = rf"(?:[\d०-९]{{1,4}}|{'|'.join(_COUNTS)})"
_VOTES = r"(?:votes?|stimmen?|voix|votos?|members?|मत|जना)"
_TALLY = re.compile(
    rf"(?<!\w)(?P<for>{_COUNT})\s+(?:{_VOTES}\s+)?(?:were\s+|voted\s+)?(?:for|in\s+favou?r|ayes?|yes|dafür|pour|a\s+favor)\b"
    rf"[^.\n]{{0,24}}?(?<!\w)(?P<against>{_COUNT})\s+(?:{_VOTES}\s+)?(?:voted\s+)?(?:against|opposed|noe?s|dagegen|contre|en\s+contra)\b"
    rf"(?:[^.\n]{{0,24}}?(?<!\w)(?P<abstained>{_COUNT})\s+(?:{_VOTES}\s+)?(?:abst\w+|enth\w+))?"
    rf"|(?<!\w)(?P<for2>{_COUNT})\s+{_VOTES}\s+(?:to|against|gegen|contre|contra)\s+(?P<against2>{_COUNT})(?!\w)"
    rf"(?:[^.\n]{{0,24}}?(?<!\w)(?P<abstained2>{_COUNT})\s+(?:{_VOTES}\s+)?(?:abst\w+|enth\w+))?"
    rf"|पक्षमा\s+(?P<for3>{_COUNT})[^।\n]{{0,24}}?विपक्षमा\s+(?P<against3>{_COUNT})",
    re.IGNORECASE,
)
_PARTS = {
    "against": name_stems("against opposed no noes gegen dagegen contre contra विपक्षमा विपक्ष"),
    "abstained": name_stems("abstained abstention abstentions enthaltung abstención"),
    "for": name_stems("favour favor yes ayes dafür pour approval पक्षमा पक्ष"),
}
_VOTE_STEMS = frozenset(name_stems("votes vote voted stimmen voix votos मत number count"))
_ABOUT = frozenset(name_stems("votes vote stimmen voix votos मत"))


@dataclass(frozen=True, slots=True)
class VoteTally:
    """The votes on one matter: where they are told, and the words of the matter."""

    match: re.Match[str]
    about: frozenset[str]


def meeting_number(document: DocumentLayout) -> ExtractedValue | None:
    """Return the number of the meeting that the minutes are of, as their heading has it."""
    for line in document.lines[:TOP]:
        if match := _NUMBER.search(line.text):
            start, end = match.span("before" if match["before"] else "after")
            return document.text_value("", line.start + start, line.start + end, 0.99)
    return None


def minute_taker(document: DocumentLayout) -> ExtractedValue | None:
    """Return who wrote the minutes, where a bracket behind the name or a sentence says so."""
    match = _WRITER.search(document.text)
    if match is None:
        return None
    start, end = match.span("name" if match["name"] else "who")
    words = document.text[start:end].strip(" \t-–•")
    start = document.text.index(words, start)
    return document.text_value("", start, start + len(words), 0.99) if words else None


def vote_tallies(document: DocumentLayout) -> list[VoteTally]:
    results = []
    for match in _TALLY.finditer(document.text):
        line = next(
            (line for line in document.lines if line.start <= match.start() < line.end), None
        )
        above = document.lines[line.index - 1].text if line and line.index else ""
        heading = above if len(above) <= 60 else ""
        about = frozenset(name_stems(f"{heading} {line.text}")) if line else frozenset[str]()
        results.append(VoteTally(match, about))
    return results


def votes(document: DocumentLayout, question: FieldQuestion) -> Iterator[tuple[int, int, str]]:
    """Yield the count that a field such as "Votes against the budget" asks for."""
    stems = set(question.stems)
    if not stems & _ABOUT:
        return
    part = next((part for part, words in _PARTS.items() if stems & set(words)), "for")
    matter = stems - _VOTE_STEMS - {each for words in _PARTS.values() for each in words}
    every = document.cached(vote_tallies)
    fitting = [each for each in every if not matter or matter & each.about]
    if len(fitting) != 1 and not matter:
        return
    for tally in fitting[:1]:
        for name in (part, f"{part}2", f"{part}3"):
            if name in tally.match.re.groupindex and tally.match[name]:
                written = tally.match[name]
                start, end = tally.match.span(name)
                yield start, end, _COUNTS.get(written.casefold(), written)
