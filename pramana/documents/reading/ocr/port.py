"""What an OCR engine gives, whoever it is: a local library, or a service behind a key."""

from dataclasses import dataclass
from typing import Any, Protocol

from pramana.documents.domain.paper import Heading, Table, WordBox


@dataclass(frozen=True, slots=True)
class Recognised:
    """The text of a picture, its words in places, and how sure the engine is, 0 to 1.

    A service that gives no places leaves `boxes` empty, and one that does not say how sure it is
    leaves `confidence` None: the share of words that are words speaks for it.
    """

    text: str
    boxes: tuple[WordBox, ...]
    confidence: float | None
    tables: tuple[Table, ...] = ()
    headings: tuple[Heading, ...] = ()


class Engine(Protocol):
    """Reads a picture of a page. `image` is a PIL image, upright."""

    name: str

    def read(self, image: Any, dpi: int) -> Recognised: ...
