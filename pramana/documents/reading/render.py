"""Pictures of pages, and where their words stand."""

import io
from typing import Any

from pramana.documents.domain.paper import WordBox
from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.source import found_in

MOST_PIXELS = 40_000_000
POINTS = 72
FORMATS: dict[str, Any] = {"webp": {"quality": 82, "method": 2}, "png": {"optimize": False}}


def drawn(page: Any, dpi: int) -> tuple[Any, int]:
    """A grey picture of a PDF page and its true resolution, lower where the page is huge."""
    scale = _scale(page.get_size(), dpi)
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        return bitmap.to_pil().copy(), round(scale * POINTS)
    finally:
        bitmap.close()


def render_page(path: str, number: int, dpi: int = 110, *, form: str = "webp") -> bytes:
    """A picture of a page of a PDF or image file, as WebP or PNG."""
    image = _image_page(path, number) if _kind_is_image(path) else _pdf_page(path, number, dpi)
    out = io.BytesIO()
    image.save(out, form, **FORMATS[form])
    return out.getvalue()


def page_boxes(path: str, number: int, *, legacy: bool = False) -> tuple[WordBox, ...]:
    """The words of a PDF page's text layer in places; `legacy` for a page read `converted`."""
    from pramana.documents.reading.legacy import speller
    from pramana.documents.reading.pdf import opened
    from pramana.documents.reading.pdf_layer import words_of
    from pramana.documents.reading.pdf_page import PdfPage
    from pramana.kit.evidence import nfc

    with opened(path, ReadOptions()) as document:
        _check(number, len(document))
        page = PdfPage(document, number)
        try:
            width, height = page.page.get_size()
            return tuple(
                WordBox(nfc(word), b.x0 / width, b.y0 / height, b.x1 / width, b.y1 / height)
                for word, b in words_of(page, speller(page) if legacy else None)
            )
        finally:
            page.close()


def _pdf_page(path: str, number: int, dpi: int) -> Any:
    from pramana.documents.reading.pdf import opened

    with opened(path, ReadOptions()) as document:
        _check(number, len(document))
        page = document[number]
        try:
            return page.render(scale=_scale(page.get_size(), dpi)).to_pil().copy()
        finally:
            page.close()


def _image_page(path: str, number: int) -> Any:
    from pramana.documents.reading.images import frame, opened_image

    with opened_image(path, ReadOptions()) as image:
        _check(number, getattr(image, "n_frames", 1))
        shown = frame(image, number, ReadOptions())
        shown.thumbnail((2000, 2000))
        return shown.convert("RGB")


def _kind_is_image(path: str) -> bool:
    with open(path, "rb") as file:
        kind = found_in(file.read(1024))
    if kind is None or not (kind.is_image or kind.value == "pdf"):
        raise Unreadable("This kind of document has no pictures of its pages.")
    return kind.is_image


def _scale(size: tuple[float, float], dpi: int) -> float:
    wanted = dpi / POINTS
    pixels = max(size[0] * size[1], 1.0) * wanted * wanted
    return wanted if pixels <= MOST_PIXELS else wanted * float((MOST_PIXELS / pixels) ** 0.5)


def _check(number: int, pages: int) -> None:
    if not 0 <= number < pages:
        raise Unreadable(f"There is no page {number + 1}; the document has {pages}.")
