"""Which of the lexicon's lists a word is on."""

from functools import cache, lru_cache

from pramana.language.tagging import lexicon
from pramana.language.tagging.sounds import sound

TELLING_ENDING = 3
"""Letters a middle name needs to be seen at the end of a name written as one word: रामबहादुर."""
SHORTEST_PLACE = 6
SAID = {
    "given": "a given name",
    "middle": "a middle name",
    "surname": "a surname",
    "title": "a title",
    "honorific": "an honorific",
    "org": "a word for an organisation",
    "party": "a party or body",
    "place": "a place",
    "place_word": "a word for a place",
}


@lru_cache(maxsize=65536)
def hints(word_sound: str) -> tuple[str, ...]:
    """The names of the lists that hold a word of this sound, in a fixed order."""
    found = set(_lists().get(word_sound, ()))
    middles, places = _endings()
    if word_sound.endswith(middles) and word_sound not in middles:
        found.add("ends_in_middle_name")
    if len(word_sound) >= SHORTEST_PLACE and word_sound.endswith(places):
        found.add("ends_like_a_place")
    return tuple(sorted(found))


def described(word_sound: str) -> str:
    """The lists that hold the word, in words for people; nothing where none does."""
    return ", ".join(SAID.get(hint, hint.replace("_", " ")) for hint in hints(word_sound))


def is_known(word: str) -> bool:
    return sound(word) in _lists()


@cache
def _lists() -> dict[str, set[str]]:
    lists: dict[str, set[str]] = {}
    for name, listed in lexicon.lists():
        for word in listed:
            lists.setdefault(sound(word), set()).add(name)
    return lists


@cache
def _endings() -> tuple[tuple[str, ...], tuple[str, ...]]:
    middles = [word for word in lexicon.MIDDLE_NAMES.split() if len(word) >= TELLING_ENDING]
    places = lexicon.PLACE_ENDINGS.split()
    return tuple(map(sound, middles)), tuple(map(sound, places))
