"""What each word does in a name, and how much it counts there."""

from collections.abc import Sequence
from enum import StrEnum

from pramana.language.names.folding import folded
from pramana.language.names.kinds import NameKind
from pramana.language.names.reading import read_word
from pramana.language.names.words import Name, Word


class Role(StrEnum):
    GIVEN = "given"
    MIDDLE = "middle"
    FAMILY = "family"
    OTHER = "other"
    """In brackets: a maiden name, a nickname."""
    NAME = "name"
    """A word of something that is not a person."""


MIDDLE_NAMES = """
बहादुर कुमार कुमारी प्रसाद राज लाल देवी माया मान नाथ सिंह दास जंग विक्रम शमशेर राम मणि भक्त कान्त चन्द्र
प्रकाश
"""
COMMON_MIDDLE = frozenset(folded(read_word(word)) for word in MIDDLE_NAMES.split())
"""Middle names so common that leaving one out says little."""

WEIGHTS = {Role.GIVEN: 1.0, Role.FAMILY: 1.0, Role.MIDDLE: 0.7, Role.OTHER: 0.4, Role.NAME: 1.0}
GAPS = {Role.GIVEN: 0.8, Role.FAMILY: 0.5, Role.MIDDLE: 0.4, Role.OTHER: 0.35, Role.NAME: 0.8}
"""How much a word counts that the other name does not have."""

COMMON_GAP = 0.28
MEANING_WEIGHT = 0.6
"""Ministry, Party: they must agree, but they tell less apart than the other words."""


def role_of(name: Name, at: Sequence[int]) -> Role:
    """What these neighbouring words do: the first given, the last family, the rest between."""
    if name.kind is not NameKind.PERSON:
        return Role.NAME
    own = [place for place, word in enumerate(name.words) if not word.aside] or [0]
    if name.words[at[0]].aside and own != [0]:
        return Role.OTHER
    if at[0] == own[0]:
        return Role.GIVEN
    return Role.FAMILY if at[-1] == own[-1] else Role.MIDDLE


def weight_of(name: Name, at: Sequence[int]) -> float:
    """How much these words count when they are matched."""
    return sum(_weight(name, place) for place in at)


def gap_of(name: Name, at: Sequence[int]) -> float:
    """How much these words count when nothing answers to them."""
    return sum(_gap(name, place) for place in at)


def _weight(name: Name, at: int) -> float:
    word = name.words[at]
    if word.meaning:
        return MEANING_WEIGHT
    return WEIGHTS[role_of(name, (at,))]


def _gap(name: Name, at: int) -> float:
    role = role_of(name, (at,))
    if role is Role.MIDDLE and is_common(name.words[at]):
        return COMMON_GAP
    return GAPS[role]


def is_common(word: Word) -> bool:
    return bool(word.initial) or folded(word.sounds) in COMMON_MIDDLE
