"""What an OCR engine gives, whoever it is: a local library now, a service behind a key later."""

from dataclasses import dataclass
from typing import Any, Protocol

from pramana.documents.domain.paper import Table, WordBox


@dataclass(frozen=True, slots=True)
class Recognised:
    """The text of a picture, its words in places, and how sure the engine is, 0 to 1."""

    text: str
    boxes: tuple[WordBox, ...]
    confidence: float
    tables: tuple[Table, ...] = ()


class Engine(Protocol):
    """Reads a picture of a page. `image` is a PIL image, upright."""

    name: str

    def read(self, image: Any, dpi: int) -> Recognised: ...
