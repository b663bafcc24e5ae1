"""Which words are words: a list per script, with the endings a language adds to them.

`lexicon_share` is the number of words found in the list over the number of words, a word being
two or more letters (three in Latin, where almost any two are an abbreviation of something) of
one script. Words of a script without a list are not counted.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pramana.language.scripts import Script

REMEMBERED = 50_000
"""Stretches kept in mind before the memory is emptied."""

SHORTEST = {Script.LATIN: 3, Script.DEVANAGARI: 2}
JOINERS = {0x200C: None, 0x200D: None, 0xAD: None}
PIECES = re.compile(r"[^\s/‐-―|,.।॥-]+")
"""White space, dashes, slashes, commas and stops end a word; other signs within one spoil it."""

OUTER = "\"'“”‘’()[]{}<>.:;!?*•–—·…`~_=+#%&@$£€।॥,|/\\«»0123456789०१२३४५६७८९"
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’][a-z]{1,2})?$")
DEVANAGARI = re.compile(r"[\u0900-\u0963\u0971-\u097f]+$")
_ENDINGS = """
    हरूको हरुको हरूले हरुले हरूलाई हरुलाई हरूमा हरुमा हरूका हरुका हरूसँग हरुसँग हरूबाट हरुबाट हरू हरु
    लाई द्वारा बाट वाट सँग संग सम्म देखि सहित समेत प्रति भित्र माथि मध्ये सम्बन्धी अनुसार लगायत ज्यू
    को का की कै ले मा नै
"""
ENDINGS = tuple(_ENDINGS.split())
"""What Nepali writes at the end of a noun: number, case, and the words that lean on it."""


@dataclass(frozen=True)
class Share:
    """How many words of a script there are, and how many of them the list holds."""

    words: int
    known: int

    @property
    def value(self) -> float | None:
        return self.known / self.words if self.words else None


class Seen(dict[str, bytes]):
    """What was found in each stretch without white space: a byte per word, its script and verdict.

    Most words come again and again; looking one up here costs a twentieth of looking it up anew.
    """

    def __init__(self, look_up: Callable[[str], bytes]) -> None:
        super().__init__()
        self._look_up = look_up

    def __missing__(self, token: str) -> bytes:
        if len(self) > REMEMBERED:
            self.clear()
        found = self[token] = self._look_up(token)
        return found


class Lexicon:
    """Word lists by script. `complete` lists hold most words of a page, others only common ones."""

    def __init__(
        self,
        words: Mapping[Script, Collection[str]],
        complete: frozenset[Script] = frozenset(),
    ) -> None:
        self.words, self.complete = words, complete
        self._codes = {script: 2 * place for place, script in enumerate(words)}
        self._seen = Seen(self._look_up)

    def knows(self, word: str, script: Script) -> bool:
        listed = self.words.get(script, ())
        if word in listed:
            return True
        if script is not Script.DEVANAGARI:
            return word.split("’")[0].split("'")[0] in listed
        bare = word.rstrip("ःँं")
        return bare in listed or bare.rstrip("्") in listed or _stem_known(bare, listed)

    def shares(self, tokens: Iterable[str]) -> dict[Script, Share]:
        """Words and known words per script that has a list, of stretches without white space."""
        found = b"".join(map(self._seen.__getitem__, tokens))
        return {
            script: Share(found.count(code) + found.count(code + 1), found.count(code + 1))
            for script, code in self._codes.items()
        }

    def share(self, text: str) -> float | None:
        """Known words over words, all scripts together; None where there is no word to judge."""
        shares = self.shares(text.split()).values()
        words = sum(share.words for share in shares)
        return sum(share.known for share in shares) / words if words else None

    def _look_up(self, token: str) -> bytes:
        bare = token.strip(OUTER)
        if bare.isascii() and bare.isalpha():
            words = [(bare.lower(), Script.LATIN)] if len(bare) >= SHORTEST[Script.LATIN] else []
        else:
            words = list(_words(token))
        return bytes(
            self._codes[script] + self.knows(word, script)
            for word, script in words
            if script in self._codes
        )


def _stem_known(word: str, listed: Collection[str]) -> bool:
    return any(
        word.endswith(ending) and len(word) - len(ending) > 1 and word[: -len(ending)] in listed
        for ending in ENDINGS
    )


def _words(token: str) -> Iterator[tuple[str, Script]]:
    """Words as they are looked up. One with a foreign sign in it counts, and nobody knows it."""
    for piece in PIECES.findall(token.translate(JOINERS)):
        word = piece.strip(OUTER)
        if not word or not any(char.isalpha() for char in word):
            continue
        script = Script.LATIN if word[0] < "\u0300" or word[-1] < "\u0300" else Script.DEVANAGARI
        if len(word) >= SHORTEST[script]:
            clean = (LATIN if script is Script.LATIN else DEVANAGARI).match(word)
            yield (word.lower() if clean else f"{word}?", script)
