"""The units in which a question can be answered: days for "how many days", kg for a weight."""

import re

from pramana.chat.domain.quantities import UNIT_NAMES, quantities
from pramana.chat.domain.question_words import lines_of
from pramana.language.tokens import fold, terms

COUNTED = re.compile(r"(?:how many|कति|kati)\s+(?:\w+\s)?(?P<unit>[^\s?]+)", re.I)


def question_units(question: str) -> frozenset[str]:
    """The units that an answer has; none where the question does not tell.

    >>> sorted(question_units("How many weeks does it take?")), sorted(question_units("Who came?"))
    (['week'], [])
    """
    for counted in COUNTED.finditer(question):
        for word in counted.group().split():
            if fold(word.strip("?.,")) in UNIT_NAMES:
                return frozenset({UNIT_NAMES[fold(word.strip("?.,"))]})
    asked = set(terms(question))
    lines = (line.split("|") for line in lines_of("UNITS_OF_ATTRIBUTES"))
    return frozenset(
        unit for words, units in lines if asked & set(words.split()) for unit in units.split()
    )


def has_unit(units: frozenset[str], text: str) -> bool:
    """Whether a quantity of the text has one of these units."""
    return any(each.unit in units for each in quantities(text))


def has_other_unit(units: frozenset[str], text: str) -> bool:
    """Whether all quantities of the text that have a unit have another one.

    >>> has_other_unit(frozenset({"day"}), "6 weeks"), has_other_unit(frozenset({"day"}), "30")
    (True, False)
    """
    known = {each.unit for each in quantities(text) if each.unit in UNIT_NAMES.values()}
    return bool(units and known) and known.isdisjoint(units)
