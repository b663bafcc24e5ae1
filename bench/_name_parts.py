"""Made-up names, a million of them, from parts that are common in Nepal; and slips of the pen."""

import random
from collections.abc import Iterator

from pramana.language.names.lexicon import FAMILY, GIVEN, MIDDLE

DEVANAGARI = "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह"
SIGNS = "ािीुूेो"
LATIN = "abcdefghijklmnoprstuvy"


def made_up(seed: int = 11) -> Iterator[str]:
    """Distinct names without end, common parts more often than rare ones."""
    chance = random.Random(seed)
    given, middle, family = GIVEN.split(), MIDDLE.split(), FAMILY.split()
    seen: set[str] = set()
    while True:
        words = [_some(chance, given)]
        if chance.random() < 0.2:
            words[0] += _some(chance, given)
        if chance.random() < 0.75:
            words.append(_some(chance, middle))
        words.append(_some(chance, family))
        if chance.random() < 0.12:
            words.append(_some(chance, family))
        name = " ".join(words)
        if name not in seen:
            seen.add(name)
            yield name


def _some(chance: random.Random, parts: list[str]) -> str:
    """One of the parts; the first are the most common."""
    return parts[int(len(parts) * chance.random() ** 1.5)]


def slipped(name: str, chance: random.Random) -> str:
    """The name with one letter left out, put in, changed, or changed places."""
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
