"""Pictures of pages: JPEG, PNG, WebP, and TIFF with a page per frame."""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from pramana.documents.reading.contracts import PageText, ReadOptions
from pramana.documents.reading.errors import Unreadable, damage_told
from pramana.documents.reading.finish import ReadElsewhere, Reading

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF")
MOST_READ = 25_000_000
"""Pixels: an A4 page at 600 dpi is 35 million, and nothing is gained by reading it so."""


@contextmanager
def opened_image(path: str, options: ReadOptions) -> Iterator[Any]:
    """The image, its size checked by its header before a pixel is unpacked."""
    from PIL import Image

    try:
        with damage_told("image"):
            image = Image.open(path, formats=FORMATS)
    except Unreadable as refusal:
        bomb = isinstance(refusal.__cause__, Image.DecompressionBombError)
        raise Unreadable(_too_large(options) if bomb else refusal.message) from None
    with image:
        _check(image, options)
        yield image


def image_pages(path: str, first_page: int, reading: Reading) -> Generator[PageText, None, None]:
    with opened_image(path, reading.options) as image:
        pages = frames(image)
        if pages > reading.options.max_pages:
            raise Unreadable(
                f"The picture has {pages} pages; at most {reading.options.max_pages} are read."
            )
        for number in range(first_page, pages):
            began = time.perf_counter()
            try:
                yield _page(frame(image, number, reading.options), number, began, reading)
            except ReadElsewhere as wanted:
                yield reading.unread(number, began, wanted.image)
            except (MemoryError, GeneratorExit):
                raise
            except Exception as error:
                if pages == 1:
                    with damage_told("image"):
                        raise
                yield reading.failed(number, began, error)


def frames(image: Any) -> int:
    """TIFF frames are pages; the frames of an animation are not."""
    return int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1


def frame(image: Any, number: int, options: ReadOptions) -> Any:
    """A page upright and unpacked, made smaller where it has pixels to spare."""
    from PIL import ImageOps

    if number:
        image.seek(number)
        _check(image, options)
    image.draft("RGB", (image.width // 2, image.height // 2)) if _heavy(image) else None
    shown = ImageOps.exif_transpose(image).convert("RGB")
    if _heavy(shown):
        ratio = (MOST_READ / (shown.width * shown.height)) ** 0.5
        shown = shown.resize((int(shown.width * ratio), int(shown.height * ratio)))
    return shown


def _page(image: Any, number: int, began: float, reading: Reading) -> PageText:
    if not reading.options.ocr:
        raise Unreadable("Pictures are read by OCR, which is switched off.")
    return reading.by_ocr(image, reading.options.dpi, number, began)


def _heavy(image: Any) -> bool:
    return bool(image.width * image.height > MOST_READ)


def _check(image: Any, options: ReadOptions) -> None:
    if image.width * image.height > options.max_pixels:
        raise Unreadable(_too_large(options))


def _too_large(options: ReadOptions) -> str:
    most = options.max_pixels // 1_000_000
    return f"The picture has more than {most} million pixels. Save it smaller and send it again."
