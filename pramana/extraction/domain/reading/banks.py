"""The bank that a paper names."""

import re

from pramana.extraction.contracts.values import Found
from pramana.extraction.domain.reading.labels import labelled
from pramana.extraction.domain.reading.paper import Paper
from pramana.extraction.domain.reading.seller_words import BANK_PAPERS, INSTRUMENT

_NAME = re.compile(
    r"\b(?!(?:The|A|An|To|From|By|Of|At|In|We|Our|Your|And|Dear|Any)\b)[A-Z][\w&.'’-]*"
    rf"(?:\s[A-Z][\w&.'’-]*){{0,4}}\sBank\b(?!\s(?:{BANK_PAPERS})\b)(?:\s(?:Limited|Ltd\.?))?"
    r"|\bBank\sof\s[A-Z]\w+",
)
BEGINNING = 20_000


def bank(paper: Paper) -> Found | None:
    """The bank that a label names, else the first that is called by its name."""
    given = labelled(paper, "bank.name")
    if given and not INSTRUMENT.match(given.quote):
        return given
    match = _NAME.search(paper.text, 0, BEGINNING)
    return paper.words("bank.name", match.start(), match.end(), 0.55) if match else None
