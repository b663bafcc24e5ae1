"""The reading model as chat uses it: which words of a passage answer a question, and how surely."""

import logging
from collections.abc import Sequence

from pramana.chat.contracts.passages import PassageReading, ReadPassages
from pramana.chat.domain.romanised import respell
from pramana.llm.reader import ReaderMissing, read, reader_is_available

logger = logging.getLogger(__name__)


def passage_reader() -> ReadPassages | None:
    """The function that reads passages; None where the model is not on this machine."""
    return read_passages if reader_is_available() else None


def read_passages(question: str, passages: Sequence[str]) -> list[PassageReading]:
    """Read each passage. A question in romanised Nepali is read in the passages' own script."""
    respelled = respell(question, passages)
    try:
        readings = read(respelled, passages)
    except ReaderMissing as error:
        logger.warning("passages are not read: %s", error.message)
        return []
    return [
        PassageReading(each.start, each.end, each.probability, each.margin) for each in readings
    ]
