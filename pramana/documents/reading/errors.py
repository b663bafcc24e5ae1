"""What can go wrong with a file. The sentence is for the person who sent it."""

from collections.abc import Iterator
from contextlib import contextmanager

from pramana.kit.errors import AppError, InvalidRequest, Unavailable


class Unreadable(InvalidRequest):
    """The bytes are not what the name promises, or break a limit."""

    code = "unreadable"


class OcrMissing(InvalidRequest):
    """A page needs OCR and the engine for its script is not installed."""

    code = "ocr_missing"


class OcrServiceFailed(Unavailable):
    """An OCR service did not give a text. `passing`: asking again may help."""

    code = "ocr_service_failed"

    def __init__(self, message: str, *, passing: bool, wait_s: float = 1.0) -> None:
        super().__init__(message)
        self.passing, self.wait_s = passing, wait_s


@contextmanager
def damage_told(kind: str) -> Iterator[None]:
    """Whatever a library trips over in a broken file becomes one sentence for its sender.

    Parsers of strangers' files raise anything at all; their own words help nobody here.
    """
    try:
        yield
    except (AppError, MemoryError, GeneratorExit):
        raise
    except Exception as error:
        raise Unreadable(f"The {kind} file is damaged ({type(error).__name__}).") from error
