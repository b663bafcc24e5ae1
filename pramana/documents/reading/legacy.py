"""The layer of a page typed in 8-bit Nepali fonts, converted where the font says so."""

from collections.abc import Callable
from itertools import groupby

from pramana.documents.domain.preeti import is_family, to_unicode
from pramana.documents.reading.pdf_page import PdfPage

ENGINE = "preeti"
SIGNS = "]{;"
"""What Nepali typed in such a font is full of, and prose is not."""

FULL = 0.003
LOOK_AT = 12
"""Of so many characters one is asked for its font: a word or two."""


def speller(page: PdfPage) -> Callable[[str, int], str]:
    """Turns a word at a place of the page into what is seen there.

    Where no font names itself (subsets are often called F1), every word is taken to be legacy:
    the page's words are judged afterwards, and a wrong guess loses against OCR.
    """
    by_font = _by_font(page)

    def spell(word: str, place: int) -> str:
        return to_unicode(word) if by_font is None or by_font[place] else word

    return spell


def legacy_text(page: PdfPage) -> str:
    """The page's text in the file's own order, converted run by run."""
    by_font = _by_font(page)
    if by_font is None:
        return to_unicode(page.text())
    marked = [
        (legacy, char) for (char, _, place) in page.characters() for legacy in [by_font[place]]
    ]
    runs = groupby(marked, key=lambda pair: pair[0])
    return "".join(_run(legacy, "".join(char for _, char in run)) for legacy, run in runs)


def typed_in_legacy(page: PdfPage, text: str) -> bool:
    """Whether part of a page that passes as a whole is typed in a font of the family.

    A page of English law with Nepali between the quotes is such a page. The fonts are asked for
    only where the signs are seen, because asking takes longer than reading.
    """
    if sum(map(text.count, SIGNS)) < FULL * len(text):
        return False
    return any(map(is_family, page.fonts(LOOK_AT)))


def _run(legacy: bool, text: str) -> str:
    return to_unicode(text) if legacy else text


def _by_font(page: PdfPage) -> list[bool] | None:
    """For each character whether a font of the family drew it; None where none says so.

    A space that the file does not hold belongs to the run before it.
    """
    marks: list[bool] = []
    for name in page.fonts():
        marks.append(is_family(name) if name else bool(marks) and marks[-1])
    return marks if any(marks) else None
