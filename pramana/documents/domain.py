"""Decisions about words: where they are in a text, where on a page, and where a text may be cut.
And how long a file of each kind and size may take.

Words within a document are found as search finds them: by their stem, in any inflection. A long
text is not split into words for this. Only positions that begin like a word of the query are looked
at, so three thousand pages take a fraction of a second.
"""

import re
from bisect import bisect_right
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
MAX_SKIP = 200
"""The next word of a quote is at most so many boxes away."""

MISSING_COST = 25
"""The cost of a word without a box, in skipped boxes."""


def boxes_of_range(text: str, start: int, end: int, boxes: Sequence[WordBox]) -> list[WordBox]:
    """The boxes of the words in `text[start:end]`, joined to one box per line.

    Boxes are in the file's order and the text in reading order, so words are not matched by
    counting. The words of the quote are followed through the boxes, and the shortest path wins.
    """
    pieces = list(WORD_PIECE.finditer(text))
    wanted_stems = [
        _word_key(piece.group()) for piece in pieces if piece.start() < end and piece.end() > start
    ]
    before = [_word_key(piece.group()) for piece in pieces if piece.end() <= start]
    return _merge_lines(
        [
            boxes[at]
            for at in _best_path(wanted_stems, before, [_word_key(box.word) for box in boxes])
        ]
    )


def _word_key(word: str) -> str:
    return "".join(terms(word))


def _best_path(wanted_stems: list[str], before: list[str], keys: list[str]) -> list[int]:
    """The boxes of the words: the path with the lowest cost.

    Of several with the same cost, the one whose position among them fits that of the quote.
    """
    boxes_by_word: dict[str, list[int]] = {}
    for at, key in enumerate(keys):
        boxes_by_word.setdefault(key, []).append(at)
    words = [word for word in wanted_stems if word]
    first = next((word for word in words if word in boxes_by_word), None)
    if first is None:
        return []
    words = words[words.index(first) :]
    paths = [_path_from(words, start, boxes_by_word) for start in boxes_by_word[first]]
    earlier = before.count(first)
    best = min(range(len(paths)), key=lambda n: (paths[n][0], abs(n - earlier)))
    return paths[best][1]


def _path_from(
    words: list[str], start: int, boxes_by_word: dict[str, list[int]]
) -> tuple[int, list[int]]:
    """Follow the words from a box on; return the cost and the boxes."""
    cost, path = 0, [start]
    for word in words[1:]:
        places = boxes_by_word.get(word, [])
        place = bisect_right(places, path[-1])
        if place < len(places) and places[place] - path[-1] <= MAX_SKIP:
            cost += places[place] - path[-1] - 1
            path.append(places[place])
        else:
            cost += MISSING_COST
    return cost, path


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
