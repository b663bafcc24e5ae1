"""Errors in reading a file. The message is written for the person who sent it."""

from collections.abc import Iterator
from contextlib import contextmanager

from pramana.kit.errors import AppError, InvalidRequest, Unavailable


class Unreadable(InvalidRequest):
    """The bytes do not fit the file's name, or exceed a limit."""

    code = "unreadable"


class OcrMissing(InvalidRequest):
    """A page needs OCR and the engine for its script is not installed."""

    code = "ocr_missing"


class OcrServiceFailed(Unavailable):
    """An OCR service returned no text. `passing`: a retry may help."""

    code = "ocr_service_failed"

    def __init__(self, message: str, *, passing: bool, wait_s: float = 1.0) -> None:
        super().__init__(message)
        self.passing, self.wait_s = passing, wait_s


@contextmanager
def report_damage(kind: str) -> Iterator[None]:
    """Turn any error that a library raises for a broken file into `Unreadable`.

    Parsers raise errors of any kind, and their messages do not help the person who sent the file.
    """
    try:
        yield
    except (AppError, MemoryError, GeneratorExit):
        raise
    except Exception as error:
        raise Unreadable(f"The {kind} file is damaged ({type(error).__name__}).") from error
