"""Image files: JPEG, PNG, WebP, GIF, BMP, HEIC, and TIFF with one page per frame."""

import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from pramana.documents.reading.contracts import PageText, ReadOptions
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.session import (
    NeedsOcrService,
    ReadingSession,
    failed_page,
    pending_page,
)

FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP", "HEIF")
MAX_OCR_PIXELS = 25_000_000
"""Larger images are scaled down: OCR gains nothing from an A4 page at 600 dpi."""


@contextmanager
def open_image(path: str, options: ReadOptions) -> Iterator[Any]:
    """The open image. Its size is checked before any pixel is unpacked."""
    import pi_heif
    from PIL import Image

    pi_heif.register_heif_opener(thumbnails=False)
    try:
        with report_damage("image"):
            image = Image.open(path, formats=FORMATS)
    except Unreadable as refusal:
        is_bomb = isinstance(refusal.__cause__, Image.DecompressionBombError)
        raise Unreadable(_size_refusal(options) if is_bomb else refusal.message) from None
    with image:
        _check_size(image, options)
        yield image


def image_pages(
    path: str, first_page: int, session: ReadingSession
) -> Generator[PageText, None, None]:
    with open_image(path, session.options) as image:
        pages = frame_count(image)
        if pages > session.options.max_pages:
            raise Unreadable(
                f"The image has {pages} pages; at most {session.options.max_pages} are read."
            )
        for number in range(first_page, pages):
            began = time.perf_counter()
            try:
                yield _read_image(
                    load_frame(image, number, session.options), number, began, session
                )
            except NeedsOcrService as request:
                yield pending_page(number, began, request.image)
            except (MemoryError, GeneratorExit):
                raise
            except Exception as error:
                if pages == 1:
                    with report_damage("image"):
                        raise
                yield failed_page(number, began, error)


def frame_count(image: Any) -> int:
    """The number of pages: the frames of a TIFF, but not of an animation."""
    return int(getattr(image, "n_frames", 1)) if image.format == "TIFF" else 1


def load_frame(image: Any, number: int, options: ReadOptions) -> Any:
    """One page, upright and scaled down where it is larger than OCR needs."""
    from PIL import ImageOps

    if number:
        image.seek(number)
        _check_size(image, options)
    image.draft("RGB", (image.width // 2, image.height // 2)) if _is_too_large(image) else None
    upright = ImageOps.exif_transpose(image).convert("RGB")
    if _is_too_large(upright):
        ratio = (MAX_OCR_PIXELS / (upright.width * upright.height)) ** 0.5
        upright = upright.resize((int(upright.width * ratio), int(upright.height * ratio)))
    return upright


def _read_image(image: Any, number: int, began: float, session: ReadingSession) -> PageText:
    if not session.options.ocr:
        raise Unreadable("Images are read by OCR, which is switched off.")
    return session.page_by_ocr(image, session.options.dpi, number, began)


def _is_too_large(image: Any) -> bool:
    return bool(image.width * image.height > MAX_OCR_PIXELS)


def _check_size(image: Any, options: ReadOptions) -> None:
    if image.width * image.height > options.max_pixels:
        raise Unreadable(_size_refusal(options))


def _size_refusal(options: ReadOptions) -> str:
    most = options.max_pixels // 1_000_000
    return f"The image has more than {most} million pixels. Save it smaller and send it again."
