"""Whether what a document says of two people with the same name shows that they are two."""

from collections.abc import Mapping
from typing import Any

from pramana.language.names import SAME_NAME, NamedEntityType, normalise, score
from pramana.language.places import same_area

MAX_AGE_DIFFERENCE = 2
"""Years that two statements of one person's age may differ."""

RELATIVES = ("father", "mother", "grandfather", "spouse")
IDENTIFIERS = ("citizenship_number", "registration_number", "pan")


def conflict(one: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first key whose values cannot both be true of one thing, or an empty string.

    >>> conflict({"father": "Ram Rai"}, {"father": "Hari Rai"})
    'father'
    >>> conflict({"age": "41"}, {"age": "४२"})
    ''
    """
    for key in one.keys() & other.keys():
        if _differ(key, str(one[key]), str(other[key])):
            return key
    return ""


def _differ(key: str, one: str, other: str) -> bool:
    if key in RELATIVES:
        return score(one, other, NamedEntityType.PERSON).value < SAME_NAME
    if key == "age":
        ages = _number(one), _number(other)
        return None not in ages and abs((ages[0] or 0) - (ages[1] or 0)) > MAX_AGE_DIFFERENCE
    if key in IDENTIFIERS:
        return normalise(one) != normalise(other)
    return key == "district" and same_area(one, other) is False


def _number(text: str) -> int | None:
    digits = "".join(char for char in normalise(text) if char.isdigit())
    return int(digits) if digits else None
