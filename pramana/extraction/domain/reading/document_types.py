"""The type of a document, recognised by the words that documents of that type use."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files

from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.totals import AmountRole, best_amounts

OTHER = "other"


def _word_lists() -> dict[str, str]:
    """The patterns of `document_types.txt` by type and part, such as "receipt name"."""
    lines = files(__package__).joinpath("document_types.txt").read_text("utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines if not line.startswith("#"))
    return {key: words for key, _, words in pairs}


_WORDS = _word_lists()
KINDS = tuple(dict.fromkeys(key.split()[0] for key in _WORDS))


def _compile(*keys: str) -> re.Pattern[str]:
    """A pattern for text in lower case, in which alternatives are told by their first letter."""
    alone = "|".join(_WORDS[key] for key in keys)
    other = "|".join(_WORDS.get(f"{key}*", "(?!)") for key in keys)
    return re.compile(rf"\b(?:{alone})\b|{other}", re.MULTILINE)


_TYPE_NAMES = {kind: _compile(f"{kind} name") for kind in KINDS}
_TYPE_SIGNS = {kind: _compile(f"{kind} sign") for kind in KINDS}
_ANY_NAME = _compile(*(f"{kind} name" for kind in KINDS))
_ANY_WORD = _compile(*(f"{kind} {part}" for kind in KINDS for part in ("name", "sign")))
"""Only lines that have some of it are read closely."""
TOP, READ = 12, 6_000
"""How many lines at the top may name the type, and how many characters are searched for signs."""

SHARED = frozenset({"invoice"})
"""Names that other types print too: a till receipt says TAX INVOICE."""

ALONE, AT_TOP, IN_TEXT, MOST_SIGNS = 3.0, 2.0, 0.5, 6


@dataclass(frozen=True, slots=True)
class DocumentType:
    """The type, its confidence, and the offsets of the words that name it.

    The offsets are 0 if no words name it and only signs point to it.
    """

    name: str
    confidence: float
    start: int = 0
    end: int = 0


def read_document_type(text: str) -> DocumentType:
    """Return the type of the document; `other` if nothing indicates one.

    >>> receipt = "A MART\\nTAX INVOICE\\nCashier: 3\\nTotal 5.00\\nCash 9.00\\nChange 4.00"
    >>> read_document_type(receipt).name
    'receipt'
    """
    return document_type_of(DocumentLayout(text))


def document_type_of(document: DocumentLayout) -> DocumentType:
    head = _lines_with_signs(line.text for line in document.lines[:TOP])
    text = "\n".join(_lines_with_signs(document.text[:READ].split("\n")))
    points = {kind: _points(kind, head, text) for kind in KINDS}
    first, second = sorted(points.items(), key=lambda item: -item[1])[:2]
    if first[1] < 1:
        paid = document.cached(best_amounts).get(AmountRole.TOTAL)
        return DocumentType("receipt", 0.4) if paid else DocumentType(OTHER, 0.3)
    clear = first[1] / (first[1] + second[1])
    start, end = _words(document, first[0])
    return DocumentType(
        first[0], round(min(0.95, 0.25 + clear * min(1, first[1] / 4) * 0.8), 2), start, end
    )


def _lines_with_signs(lines: Iterable[str]) -> list[str]:
    """The lines, in lower case, that have a name or a sign of any type."""
    return [line for line in map(str.lower, lines) if _ANY_WORD.search(line)]


def _points(kind: str, head: Sequence[str], text: str) -> float:
    """Points for naming the type in a line of its own, at the top or in the text, and for each
    sign.
    """
    names = _TYPE_NAMES[kind]
    at_top = [(match, line) for line in head if (match := names.search(line))]
    if kind not in SHARED and any(_is_whole_line(match, line) for match, line in at_top):
        name_points = ALONE
    else:
        name_points = AT_TOP if at_top else IN_TEXT * bool(names.search(text))
    signs = set(_TYPE_SIGNS[kind].findall(text))
    return name_points + min(len(signs), MOST_SIGNS) * 0.9


def names_type(line: str) -> bool:
    """Whether a line has the name of any type."""
    return _ANY_NAME.search(line.lower()) is not None


def names_only_its_type(line: str) -> bool:
    """Whether a line only names the document's type: TAX INVOICE, प्रेस विज्ञप्ति."""
    words = line.lower()
    return names_type(words) and any(
        _is_whole_line(names.search(words), words) for names in _TYPE_NAMES.values()
    )


_NUMBERED_TITLE = re.compile(
    r"\W*(?P<title>[^\d\t:：,;|]{3,40}?)[\s.:：-]*(?:\b(?:no|nr|number|num|n[°º])\b|[#№]|नं)?[\s.:：]*"
    r"(?<![^\s.:：#№°º])(?P<code>(?=[^\s\d]*\d)[^\W_][\w/.&-]*[^\W_]|\d+)"
    r"(?P<rest>$|\s*[,(]|\s+[/–-]|\s+(?:of|dated|dt|date|vom|du|del?|from|issued|for|\d{1,2}\W).*)",
    re.IGNORECASE,
)
NUMBERED_LINES = 16
_GAP = re.compile(r"\t+|\s{3,}")


def numbered_title(document: DocumentLayout) -> tuple[str, int, int] | None:
    """Return the type that a title with a number names, and where the number is: Offer V-26."""
    for line in document.lines[:NUMBERED_LINES]:
        at = 0
        for cell in _GAP.split(line.text):
            at = line.text.index(cell, at)
            match = _NUMBERED_TITLE.match(cell)
            if match and not document.dates_in(
                line.start + at, line.start + at + match.end("code")
            ):
                kind = _kind_of_title(match["title"])
                if kind:
                    start = line.start + at + match.start("code")
                    return kind, start, start + len(match["code"])
    return None


def _kind_of_title(words: str) -> str | None:
    title = words.lower().strip(" .:-")
    return next(
        (kind for kind in NUMBERED_TYPES if _is_whole_line(_TYPE_NAMES[kind].search(title), title)),
        None,
    )


NUMBERED_TYPES = ("invoice", "receipt", "quotation", "purchase_order", "contract")


def _is_whole_line(match: re.Match[str] | None, line: str) -> bool:
    return bool(match) and len(line) <= 1.6 * len(match.group() if match else "") + 4


def _words(document: DocumentLayout, kind: str) -> tuple[int, int]:
    names = re.compile(_TYPE_NAMES[kind].pattern, re.MULTILINE | re.IGNORECASE)
    match = names.search(document.text, 0, READ)
    return match.span() if match else (0, 0)
