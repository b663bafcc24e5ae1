"""The reading model for fields: it is used where it is installed, and done without where not."""

from functools import cache

from pramana.extraction.domain.reading.field_reader import ReadPassages
from pramana.llm.reader import ReaderMissing, read, reader_is_available


@cache
def reading_model() -> ReadPassages | None:
    """Return the function that asks the reading model; None if it cannot be loaded here."""
    if not reader_is_available():
        return None
    try:
        read("", ())  # loads it, which may fail on an old processor
    except ReaderMissing:
        return None
    return read
