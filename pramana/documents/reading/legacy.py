"""The layer of a page typed in 8-bit Nepali fonts, converted where the font says so."""

from collections.abc import Callable
from itertools import groupby

from pramana.documents.domain.preeti import is_family, to_unicode
from pramana.documents.reading.pdf_page import PdfPage

ENGINE = "preeti"


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
