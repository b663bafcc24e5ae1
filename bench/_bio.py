"""Sentences in BIO format, and a key that identifies a sentence."""

import hashlib
import unicodedata
from collections.abc import Sequence
from pathlib import Path

Sentence = list[tuple[str, str]]
"""Words with their labels: B-PER, I-PER, O and so on."""

Span = tuple[int, int, str]
"""First word, the word after the last, and PER, ORG or LOC."""

KINDS = {
    **dict.fromkeys(("PER", "PERSON"), "PER"),
    **dict.fromkeys(("ORG", "ORGANIZATION", "ORGANISATION"), "ORG"),
    **dict.fromkeys(("LOC", "LOCATION", "GPE"), "LOC"),
}
PARTS = 10


def sentences(file: Path) -> list[Sentence]:
    """Word first and label last on a line, sentences parted by empty lines; no label means O."""
    if not file.is_file():
        raise SystemExit(f"There is no file {file}; name one in BIO layout with --data.")
    found: list[Sentence] = [[]]
    for line in file.read_text("utf-8").splitlines():
        columns = unicodedata.normalize("NFC", line).split()
        if columns and columns[0] != "-DOCSTART-":
            found[-1].append((columns[0], columns[-1] if len(columns) > 1 else "O"))
        elif found[-1]:
            found.append([])
    return [sentence for sentence in found if sentence]


def spans(labels: Sequence[str]) -> set[Span]:
    """The names that labels mark, of the three kinds; I- without a B- before it begins one too."""
    found: set[Span] = set()
    start, kind = 0, ""
    for index, label in enumerate([*labels, "O"]):
        mark, _, name = label.partition("-")
        if kind and (mark != "I" or name != kind):
            found.add((start, index, kind))
            kind = ""
        if name and not kind:
            start, kind = index, name
    return {(first, last, KINDS[name]) for first, last, name in found if name in KINDS}


def labels(size: int, found: set[Span]) -> list[str]:
    """The names as labels again."""
    marked = ["O"] * size
    for first, last, kind in found:
        marked[first:last] = [f"B-{kind}", *[f"I-{kind}"] * (last - first - 1)]
    return marked


def text_of(sentence: Sentence) -> str:
    return " ".join(word for word, _ in sentence)


def places(sentence: Sentence) -> list[tuple[int, int]]:
    """Where each word stands in the sentence's text."""
    found, at = [], 0
    for word, _ in sentence:
        found.append((at, at + len(word)))
        at += len(word) + 1
    return found


def fingerprint(sentence: Sentence) -> str:
    """The same for a sentence however its case endings are split off from its words."""
    joined = "".join(word for word, _ in sentence)
    return hashlib.sha256(joined.encode()).hexdigest()[:8]


def part(sentence: Sentence) -> int:
    """One of ten parts, chosen by the sentence itself."""
    return int(fingerprint(sentence), 16) % PARTS
