"""What a document is called: what it says of itself, where that is a title at all."""

import re
from collections.abc import Sequence
from pathlib import PurePath

from pramana.documents.domain.paper import Heading

LONGEST = 200
JUNK = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)|untitled|document\s*\d*$|scan|slide 1$|layout 1$"
    r"|.*\.(?:docx?|pdf|indd|pmd|qxd|tif|jpe?g)$|[\W\d_]*$)",
    re.IGNORECASE,
)
"""What programs write where nobody wrote a title."""

SHORTENED = r"[A-Z]|Pvt|Ltd|Co|Inc|No|Dr|Er|Mr|Mrs|Ms|Prof|Gen|Col|Hon|Rs|St"
SENTENCE = re.compile(rf"[!?।](?:\s|$)|[,;:]$|\b(?!(?:{SHORTENED})\.)\w+\.(?:\s|$)")
"""A first line that ends or holds the end of a sentence is where the text begins, not its title.
A dot behind a word that is shortened ends none: Pvt. Ltd., No. 4, Dr."""


def title_of(stated: str, headings: Sequence[Heading], text: str, filename: str) -> str:
    """The stated title, else the first page's highest heading, else its first line, else the name.

    >>> title_of("Microsoft Word - nlr6.doc", [], "नेपाल कानून पत्रिका\\n२०६५", "a.pdf")
    'नेपाल कानून पत्रिका'
    >>> title_of("", [], "Kalika Works Pvt. Ltd.\\nBagar-7", "scan-0417.jpg")
    'Kalika Works Pvt. Ltd.'
    >>> title_of("", [], "The survey began in May.", "Bridge survey.pdf")
    'Bridge survey'
    """
    highest = min(headings, key=lambda heading: (heading.level, heading.start), default=None)
    first = next((line.strip() for line in text.split("\n", 50) if is_title(line.strip())), "")
    line = "" if SENTENCE.search(first) else first
    candidates = (stated.strip(), highest.text if highest else "", line)
    return next((name for name in candidates if is_title(name)), PurePath(filename).stem)[:LONGEST]


def is_title(name: str) -> bool:
    return 2 < len(name) <= LONGEST and not JUNK.match(name)
