"""Decisions about words: where they are in a text, where on a page, and where a text may be cut.
And how long a file of each kind and size may take.

Words within a document are found as search finds them: by their stem, in any inflection. A long
text is not split into words for this. Only positions that begin like a word of the query are looked
at, so three thousand pages take a fraction of a second.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from pramana.documents.reading.contracts import FileKind, WordBox
from pramana.language.stems import content_stems, stem
from pramana.language.tokens import WORD, fold, terms

MAX_GAP = 90
"""In code points: words further apart belong to different matches."""

MAX_GROUP = 3 * MAX_GAP
"""In code points: the longest match, so that a frequent word gives many matches."""

MAX_MATCHES = 20_000
"""The search stops after so many words."""

VARYING_LETTERS = 2
"""Letters at the end of a stem that inflection may change: study, studies."""

JOINED_LETTER = re.compile(
    r"[^\W_][\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u200c\u200d]+$"
)
"""A letter with its combining marks, right before a position."""
MAX_MARKS = 16
WORD_START = r"(?<![^\W_])"
DEVANAGARI_DIGITS = str.maketrans("0123456789", "०१२३४५६७८९")

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchGroup:
    """Matching words that are close together: one line in a list of matches."""

    marks: tuple[Range, ...]

    @property
    def start(self) -> int:
        return self.marks[0][0]

    @property
    def end(self) -> int:
        return self.marks[-1][1]


def find_words(text: str, query: str) -> list[Range]:
    """The ranges of the query's words in any form; words like "the" only if there are no others.

    >>> find_words("Bridges, and a bridge.", "the bridge")
    [(0, 7), (15, 21)]
    """
    return list(_matches(text, query))


def group_matches(found: Sequence[Range]) -> list[MatchGroup]:
    """Group ranges that are close together.

    >>> [group.start for group in group_matches([(0, 3), (10, 14), (900, 905)])]
    [0, 900]
    """
    groups: list[list[Range]] = []
    for start, end in found:
        last = groups[-1] if groups else None
        if last and start - last[-1][1] <= MAX_GAP and end - last[0][0] <= MAX_GROUP:
            last.append((start, end))
        else:
            groups.append([(start, end)])
    return [MatchGroup(tuple(group)) for group in groups]


def _matches(text: str, query: str) -> Iterator[Range]:
    query_terms = terms(query)
    wanted_stems = set(content_stems(stem(term) for term in query_terms))
    if not wanted_stems:
        return
    beginnings = {
        each for term in query_terms if stem(term) in wanted_stems for each in _prefixes(term)
    }
    pattern = re.compile(WORD_START + "(?:" + "|".join(map(re.escape, sorted(beginnings))) + ")")
    count = 0
    for candidate in pattern.finditer(_lower_in_place(text)):
        at = candidate.start()
        word = (
            None if JOINED_LETTER.search(text, max(0, at - MAX_MARKS), at) else WORD.match(text, at)
        )
        if word and stem(fold(word.group())) in wanted_stems:
            yield word.span()
            count += 1
            if count == MAX_MATCHES:
                return


def _prefixes(term: str) -> set[str]:
    """How words of this stem begin: a number in either script, or the letters that never vary."""
    root = stem(term)
    if root.isdecimal():
        return {root, root.translate(DEVANAGARI_DIGITS)}
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(term, root, strict=False))
    shared = "".join(letter for letter, _ in alike)
    return {shared[: max(1, len(shared) - VARYING_LETTERS)]} if shared else {term[0], root[0]}


def _lower_in_place(text: str) -> str:
    """The text in lower case, with every character at its position."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := char.lower()) == 1 else char for char in text)


WORD_PIECE = re.compile(r"\S+")
MAX_SKIP = 30
"""A single word is followed over at most so many boxes; a longer way needs several words."""

SURE_RUN = 3
"""So many equal words in a row are the same place, wherever their boxes are."""

MAX_PARTS = 4
"""A word of the text may be divided into so many boxes, as at the end of a line."""


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word of a page's text and its box on the page's image."""

    start: int
    end: int
    box: WordBox


def place_words(text: str, boxes: Sequence[WordBox]) -> list[PlacedWord]:
    """Find the box of every word of a page's text.

    Boxes are in the file's order and the text in reading order, so words are not matched by
    counting. The text is followed through the boxes; where it leaves their order, as at the end of
    a column, it goes on where most of the next words are alike. A word without a box is left out.
    """
    pieces = list(WORD_PIECE.finditer(text))
    keys = [_word_key(piece.group()) for piece in pieces]
    free = _FreeBoxes([_word_key(box.word) for box in boxes])
    placed: list[PlacedWord] = []
    last = -1
    for number, piece in enumerate(pieces):
        found, is_sure = free.take(keys, number, last)
        placed += _divide(piece.start(), piece.end(), [boxes[at] for at in found])
        last = found[-1] if found and is_sure else last
    return placed


def boxes_of_range(text: str, start: int, end: int, boxes: Sequence[WordBox]) -> list[WordBox]:
    """The boxes of the words in `text[start:end]`, joined to one box per line."""
    placed = place_words(text, boxes)
    return _merge_lines([word.box for word in placed if word.start < end and word.end > start])


def _word_key(word: str) -> str:
    return "".join(terms(word)) or word


class _FreeBoxes:
    """The boxes by their words, without those that a word of the text has already."""

    def __init__(self, keys: list[str]) -> None:
        self.keys = keys
        self.places: dict[str, list[int]] = {}
        self.used = [False] * len(keys)
        for at, key in enumerate(keys):
            self.places.setdefault(key, []).append(at)

    def take(self, words: list[str], number: int, last: int) -> tuple[list[int], bool]:
        """The boxes of a word, and whether the next words may go on from there."""
        found, is_sure = self._find(words, number, last)
        for at in found:
            self.used[at] = True
        return found, is_sure

    def _find(self, words: list[str], number: int, last: int) -> tuple[list[int], bool]:
        key, following = words[number], last + 1
        if self._is_free(following) and self.keys[following] == key:
            return [following], True
        choices = [at for at in self.places.get(key, ()) if not self.used[at]]
        if not choices:
            return self._parts(key, following), True
        runs = {at: self._run_length(words, number, at) for at in choices}
        best = max(choices, key=lambda at: (runs[at], at > last, -abs(at - last)))
        is_near = last < best <= last + MAX_SKIP
        if is_near or runs[best] >= SURE_RUN or last < 0:
            return [best], True
        return ([best], False) if len(choices) == 1 else ([], False)

    def _parts(self, key: str, first: int) -> list[int]:
        """The next boxes, if together they are the word."""
        joined = ""
        for at in range(first, min(first + MAX_PARTS, len(self.keys))):
            joined += self.keys[at].rstrip("-\u00ad")
            if not self._is_free(at) or not key.startswith(joined):
                break
            if joined == key:
                return list(range(first, at + 1))
        return []

    def _is_free(self, at: int) -> bool:
        return at < len(self.used) and not self.used[at]

    def _run_length(self, words: list[str], number: int, at: int) -> int:
        run = 0
        while (
            run < 2 * SURE_RUN
            and number + run < len(words)
            and self._is_free(at + run)
            and words[number + run] == self.keys[at + run]
        ):
            run += 1
        return run


def _divide(start: int, end: int, boxes: list[WordBox]) -> Iterator[PlacedWord]:
    """A word and its boxes; of several, each has as much of the word as it has letters."""
    for number, box in enumerate(boxes, start=1):
        until = end if number == len(boxes) else min(end, start + len(box.word.rstrip("-\u00ad")))
        yield PlacedWord(start, until, box)
        start = until


def _merge_lines(boxes: list[WordBox]) -> list[WordBox]:
    lines: list[list[WordBox]] = [boxes[:1]] if boxes else []
    for last, box in pairwise(boxes):
        if _follows_on_line(last, box):
            lines[-1].append(box)
        else:
            lines.append([box])
    return [_bounding_box(line) for line in lines]


def _follows_on_line(last: WordBox, box: WordBox) -> bool:
    """Whether a box follows another on the same line."""
    shared = min(last.y1, box.y1) - max(last.y0, box.y0)
    height = min(last.y1 - last.y0, box.y1 - box.y0)
    return shared > height / 2 and box.x0 >= last.x0


def _bounding_box(line: list[WordBox]) -> WordBox:
    return WordBox(
        " ".join(box.word for box in line),
        min(box.x0 for box in line),
        min(box.y0 for box in line),
        max(box.x1 for box in line),
        max(box.y1 for box in line),
    )


BREAKS = (re.compile(r"\n[ \t]*\n\s*"), re.compile(r"\n"), re.compile(r"\s"))
"""Where a long text may be cut: between paragraphs, otherwise lines, otherwise words."""


def last_break(text: str) -> int:
    """Where to cut off the end of a text: at the best break in its second half."""
    for pattern in BREAKS:
        ends = [found.end() for found in pattern.finditer(text, len(text) // 2)]
        if ends:
            return ends[-1]
    return len(text)


def first_break(text: str) -> int:
    """Where to begin a text that starts in the middle: at the best break in its first half."""
    for pattern in BREAKS:
        found = pattern.search(text, 0, len(text) // 2)
        if found:
            return found.end()
    return 0


PARSE_SECONDS = {
    FileKind.TEXT: (10.0, 2.0),
    FileKind.MARKDOWN: (10.0, 2.0),
    FileKind.HTML: (15.0, 10.0),
    FileKind.CSV: (10.0, 8.0),
    FileKind.TSV: (10.0, 8.0),
    FileKind.JSON: (10.0, 8.0),
    FileKind.XML: (10.0, 8.0),
    FileKind.EML: (15.0, 10.0),
    FileKind.MBOX: (15.0, 10.0),
    FileKind.MSG: (15.0, 10.0),
    FileKind.RTF: (15.0, 10.0),
    FileKind.DOC: (20.0, 8.0),
    FileKind.DOCX: (20.0, 12.0),
    FileKind.XLSX: (20.0, 20.0),
    FileKind.PPTX: (20.0, 8.0),
    FileKind.ODT: (20.0, 12.0),
    FileKind.ODS: (20.0, 20.0),
    FileKind.ODP: (20.0, 12.0),
    FileKind.ZIP: (20.0, 2.0),
    FileKind.TAR: (20.0, 2.0),
    FileKind.PDF: (20.0, 1.0),
}
"""How long opening a file may take: seconds, and seconds more for each megabyte. An ordinary file
takes a tenth of that, on a busy machine."""
IMAGE_SECONDS = (30.0, 2.0)
PAGE_SECONDS = 180.0
"""How long one page of a PDF or one image may take: it may need OCR. The others are still read."""
ASSEMBLY_SECONDS = (20.0, 15.0)
"""How long dividing a text into passages may take, by its size in megabytes."""
MEGABYTE = 1024 * 1024


def opening_seconds(kind: FileKind, size: int) -> float:
    """How long a child process may take to open a file.

    >>> opening_seconds(FileKind.HTML, 600_000) < 25 < opening_seconds(FileKind.HTML, 3_000_000)
    True
    """
    return _seconds(PARSE_SECONDS.get(kind, IMAGE_SECONDS), size)


def page_seconds(kind: FileKind, size: int) -> float:
    """How long it may take to the next page. A text is parsed whole before its first page."""
    is_paged = kind is FileKind.PDF or kind.is_image
    return PAGE_SECONDS if is_paged else opening_seconds(kind, size)


def assembly_seconds(characters: int) -> float:
    return _seconds(ASSEMBLY_SECONDS, characters)


def _seconds(allowance: tuple[float, float], size: int) -> float:
    least, per_megabyte = allowance
    return least + per_megabyte * size / MEGABYTE
