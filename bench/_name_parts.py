"""Generates names from parts that are common in Nepal, and puts typing errors into names."""

import random
from collections.abc import Iterator

from pramana.language.names.transliteration import FAMILY, GIVEN, MIDDLE

DEVANAGARI = "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह"
SIGNS = "ािीुूेो"
LATIN = "abcdefghijklmnoprstuvy"


def generate_names(seed: int = 11) -> Iterator[str]:
    """Distinct names without end; common parts occur more often than rare ones."""
    chance = random.Random(seed)
    given, middle, family = GIVEN.split(), MIDDLE.split(), FAMILY.split()
    seen: set[str] = set()
    while True:
        words = [_choose(chance, given)]
        if chance.random() < 0.2:
            words[0] += _choose(chance, given)
        if chance.random() < 0.75:
            words.append(_choose(chance, middle))
        words.append(_choose(chance, family))
        if chance.random() < 0.12:
            words.append(_choose(chance, family))
        name = " ".join(words)
        if name not in seen:
            seen.add(name)
            yield name


def _choose(chance: random.Random, parts: list[str]) -> str:
    """One of the parts; the first ones are the most common."""
    return parts[int(len(parts) * chance.random() ** 1.5)]


def with_typo(name: str, chance: random.Random) -> str:
    """The name with one letter left out, added, replaced or swapped."""
    latin = name.isascii()
    letters = LATIN if latin else DEVANAGARI + SIGNS
    at = chance.choice([n for n, char in enumerate(name) if char != " "])
    kind = chance.randrange(4)
    if kind == 0:
        return name[:at] + name[at + 1 :]
    if kind == 1:
        return name[:at] + chance.choice(letters) + name[at:]
    if kind == 2 and at + 1 < len(name) and name[at + 1] != " ":
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    return name[:at] + chance.choice(letters) + name[at + 1 :]
