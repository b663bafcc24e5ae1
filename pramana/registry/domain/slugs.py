"""The part of an id that people can read."""

import re
import unicodedata

from pramana.registry.contracts import RecordData

SHORTEST, LONGEST = 3, 100
ROOM = LONGEST - 8
"""What is left for a number that tells namesakes apart."""


def slug_for(data: RecordData, latin: str, *, otherwise: str) -> str:
    """From the English name, else from the name written in Latin letters, else what is given."""
    english = next((text for lang, text in _names(data) if lang == "en"), "")
    for text in (english, latin):
        slug = slugify(text)
        if len(slug) >= SHORTEST:
            return slug
    return otherwise


def slugify(text: str) -> str:
    """
    >>> slugify("Pokhara Metropolitan City — कास्की")
    'pokhara-metropolitan-city'
    >>> slugify("Café Ñ")
    'cafe-n'
    """
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
    )
    words = re.sub(r"[^a-z0-9]+", "-", bare.lower(), flags=re.ASCII).strip("-")
    return words[:ROOM].rstrip("-")


def numbered(slug: str, number: int) -> str:
    """The slug of the second, third, … of a name."""
    return slug if number < 2 else f"{slug}-{number}"


def _names(data: RecordData) -> list[tuple[str, str]]:
    return [text for name in data.names for text in name.texts]
