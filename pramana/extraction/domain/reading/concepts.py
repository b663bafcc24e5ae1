"""What papers have in common, and the words by which people and papers call it.

A concept's key is the path under which `read_document` gives it. Its names serve twice: as labels
that are looked for in a paper, and as what a person may call the field that is wanted. They stand
in `concepts.txt`, a line to each; a name with a star also begins sentences and wants its colon.
"""

from dataclasses import dataclass
from importlib.resources import files

from pramana.extraction.contracts.fields import FieldType
from pramana.language.tokens import terms


@dataclass(frozen=True, slots=True)
class Concept:
    key: str
    type: FieldType
    names: tuple[str, ...]


def _read(line: str) -> Concept:
    head, _, names = line.partition(":")
    key, kind = head.split()
    return Concept(key, FieldType(kind), tuple(name.strip(" *") for name in names.split("|")))


_LINES = files(__package__).joinpath("concepts.txt").read_text("utf-8").splitlines()
CONCEPTS = tuple(_read(line) for line in _LINES)
BY_KEY = {concept.key: concept for concept in CONCEPTS}


def folded(words: str) -> str:
    """A name as names are compared: words only, folded, however they were joined.

    >>> folded("Invoice_No."), folded("invoiceNumber"), folded("प. सं.")
    ('invoice no', 'invoice number', 'प सं')
    """
    return " ".join(terms(_parted(words.replace("_", " "))))


def _parted(words: str) -> str:
    return "".join(
        f" {char}" if char.isupper() and before.islower() else char
        for before, char in zip(" " + words, words, strict=False)
    )


BY_NAME = {
    folded(name): concept
    for concept in CONCEPTS
    for name in (concept.key.replace(".", " "), *concept.names)
}

EVERYDAY = frozenset(
    folded(name) for line in _LINES for name in line.partition(":")[2].split("|") if "*" in name
)
"""Words that also begin sentences: without a colon they are no labels."""
