"""Parts of what a reviewer says: a value without its verb, and the type that a phrase names."""

import re
from collections.abc import Sequence

from pramana.agni.contracts import EntityType
from pramana.agni.domain.wishes import words

QUOTED = re.compile(r"[\"“«'‘]([^\"”»’]{2,400})[\"”»’']")


def clean_value(value: str) -> str:
    value = value.strip(" \t।.!,;:")
    while (shorter := words.POLITE.sub("", words.TAIL.sub("", value))).strip(" ।.!,;") != value:
        value = shorter.strip(" ।.!,;")
    if quoted := QUOTED.search(value):
        return quoted[1].strip()
    return re.sub(r"^(?:the|an?)\s+(?=\S)", "", value).strip(" “”\"'")


def type_in(sentence: str) -> EntityType | None:
    """The type that a sentence gives, not the one it denies."""
    positive = re.sub(
        r"\b(?:not|n['’]t|rather than|instead of)\s+(?:an?\s+|the\s+)?\w+|\S+\s+(?:होइन|हैन|भएन)",
        " ",
        sentence,
        flags=re.IGNORECASE,
    )
    found = [
        (match.start(), kind)
        for kind, pattern in words.TYPES.items()
        for match in re.finditer(rf"(?<!\w)(?:{pattern})s?(?!\w)", positive, re.IGNORECASE)
    ]
    retype = re.search(r"\b(?:re)?type\b.*?\bas\b|\bretype\b|\bmake it\b", positive, re.IGNORECASE)
    if retype:
        found = [each for each in found if each[0] >= retype.start()] or found
    return min(found)[1] if found else None


def type_word(text: str) -> EntityType | None:
    bare = re.sub(r"^(?:an?|the)\s+", "", text.strip(), flags=re.IGNORECASE)
    for kind, pattern in words.TYPES.items():
        if re.fullmatch(rf"(?:{pattern})s?", bare, re.IGNORECASE):
            return kind
    return None


def without_names(sentence: str, names: Sequence[str]) -> str:
    for name in names:
        sentence = re.sub(re.escape(name), " ", sentence, flags=re.IGNORECASE)
    return sentence
