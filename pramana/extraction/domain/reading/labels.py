"""Labels that papers use, found where they stand, with the stretch of text that answers each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.amounts import plain
from pramana.extraction.domain.reading.concepts import BY_NAME, CONCEPTS, EVERYDAY, Concept, folded
from pramana.extraction.domain.reading.paper import Line, Paper


def _loose(name: str) -> str:
    """A name as a paper may write it: stops, spaces and signs between its words may differ."""
    words = [re.escape(word) for word in re.split(r"[\s./-]+", name) if word]
    return r"[\s.\-/]{0,2}".join(words)


_AFTER = (
    r"(?P<mark>\s*(?:\([A-Za-z]{2,3}\))?[\s.]*[:：ः#=]+|\s*\.?-\s|\t|\.{2,}|\s{2,}|(?=\s*$)|\.?\s)"
)
SPACE = " \t,;:：ः.-–#=*|"
LONGEST = 160
SURE, BARE = 0.85, 0.5
_NUMBER = re.compile(
    r"(?:[A-Z]{1,4}\s)?(?=\S*\d)[A-Z0-9०-९(][\w/.#&()-]*(?:\s?/\s?[\w-]+|\s\d[\w/-]*)*",
    re.IGNORECASE,
)
_PHONE = re.compile(r"\+?\(?[\d०-९][\d०-९ ()/-]{4,}[\d०-९]")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}")
SHAPES = {
    "document.number": _NUMBER,
    "vendor.tax_id": _NUMBER,
    "vendor.registration": _NUMBER,
    "statement.account_number": _NUMBER,
    "vendor.phone": _PHONE,
    "vendor.email": _MAIL,
}
"""What values of these concepts look like; of the others any words will do."""


@cache
def label_pattern() -> re.Pattern[str]:
    """Any label where one may stand. Its hundreds of names are compiled on first use."""
    names = sorted({name for concept in CONCEPTS for name in concept.names}, key=len, reverse=True)
    name = "|".join(map(_loose, names))
    opened = r"(?P<open>^|\t|\s{2,}|(?<=[\s,;(]))"
    return re.compile(rf"{opened}(?P<name>{name})(?![^\W_]){_AFTER}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Label:
    """What is named, and where it may stand: beside the label, else on the next line."""

    concept: Concept
    value_start: int
    value_end: int
    marked: bool
    """With a colon or in a cell of its own; a bare word at the start of a line is less sure."""
    below: tuple[int, int] | None


def find_labels(paper: Paper) -> list[Label]:
    """Every label of the text that stands where labels stand, in order."""
    found: list[Label] = []
    for line, after in pairwise([*paper.lines, None]):
        if line is not None and len(line.text) <= 4 * LONGEST:
            found.extend(_in_line(line, after))
    return found


def _in_line(line: Line, after: Line | None) -> Iterator[Label]:
    matches = [match for match in label_pattern().finditer(line.text) if _stands(match, line.text)]
    ends = [*(match.start("name") for match in matches[1:]), len(line.text)][: len(matches)]
    for match, end in zip(matches, ends, strict=True):
        concept = BY_NAME.get(folded(match["name"]))
        if concept is None:
            continue
        text = line.text[match.end() : end]
        start = match.end() + len(text) - len(text.lstrip(SPACE))
        stop = match.end() + len(text.rstrip(SPACE))
        below = (after.start, after.end) if after and start >= stop else None
        yield Label(
            concept,
            line.start + start,
            line.start + max(start, stop),
            bool(re.search(r"[:：ः#=\t]", match["mark"] + match["open"])),
            below,
        )


def _stands(match: re.Match[str], text: str) -> bool:
    """With a colon anywhere; bare only where a line or cell begins, and not as an everyday word."""
    if re.search(r"[:：ः#=]", match["mark"]):
        return True
    cell = "\t" in match["open"] or len(match["open"]) > 1
    begins = not text[: match.start("name")].strip()
    return (cell or begins) and ("\t" in match["mark"] or folded(match["name"]) not in EVERYDAY)


def by_concept(paper: Paper) -> dict[str, list[Label]]:
    """The labels of a paper by what they name, those with a colon first."""
    found: dict[str, list[Label]] = {}
    for label in paper.once(find_labels):
        found.setdefault(label.concept.key, []).append(label)
    return {
        key: sorted(labels, key=lambda label: not label.marked) for key, labels in found.items()
    }


def labelled(paper: Paper, key: str, path: str | None = None) -> Found | None:
    """The first value that a label of this concept names."""
    values = (value_of(paper, label, path) for label in paper.once(by_concept).get(key, ()))
    return next(filter(None, values), None)


def value_of(paper: Paper, label: Label, path: str | None = None) -> Found | None:
    """What a label names, read as its concept's type."""
    for start, end in filter(None, ((label.value_start, label.value_end), label.below)):
        found = _typed(paper, label, start, min(end, start + LONGEST), path or label.concept.key)
        if found:
            return found
    return None


def _typed(paper: Paper, label: Label, start: int, end: int, path: str) -> Found | None:
    sure = SURE if label.marked else BARE
    kind = label.concept.type
    if kind is FieldType.DATE:
        days = paper.dates_in(start, end)
        if not days:
            return None
        day, sure = days[0], sure * days[0].confidence + 0.1
        return paper.found(path, day.day.isoformat(), day.start, day.end, sure)
    if kind is FieldType.MONEY:
        amounts = [a for a in paper.amounts_in(start, end) if a.exact or label.marked]
        if not amounts:
            return None
        last = amounts[-1]
        return paper.found(path, plain(last.value), last.start, last.end, sure)
    return _words(paper, label.concept.key, start, end, path, sure)


def _words(paper: Paper, key: str, start: int, end: int, path: str, sure: float) -> Found | None:
    text = paper.text[start:end]
    if key in SHAPES:
        match = SHAPES[key].search(text)
        return match and paper.words(path, start + match.start(), start + _closed(match), sure)
    cut = re.split(r"\t|\s{3,}", text, maxsplit=1)[0].rstrip(SPACE)
    worth = bool(cut) and (sure > BARE or len(cut.split()) <= 8)
    return paper.words(path, start, start + len(cut), sure) if worth else None


def _closed(match: re.Match[str]) -> int:
    """The end of a number without a bracket that was opened before it."""
    words = match.group().rstrip(".")
    return match.start() + len(words.rstrip(")") if words.count("(") < words.count(")") else words)
