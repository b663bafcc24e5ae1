"""The passages of a plain text with the words they are found by."""

from pramana.documents.domain.passages import cut
from pramana.language.tokens import terms

LONGEST_TERM = 100


def passages_of(text: str) -> list[tuple[int, int, list[str]]]:
    """Start, end and distinct words of each passage."""
    return [(piece.start, piece.end, _words(text[piece.start : piece.end])) for piece in cut(text)]


def _words(text: str) -> list[str]:
    return sorted({term[:LONGEST_TERM] for term in terms(text)})
