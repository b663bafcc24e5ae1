"""Is this text what a reader of the page would see? Judged for every page, never assumed.

Three questions, in the order of their cost: are the characters possible, does the text cover the
page, are the words words. Measured on Nepali government papers, broken layers have .09 to .30 of
their words in the list and sound text .88 and more (a German page .57 of the English list, a
Hindi one .70 of the Nepali list), so the floor lies between, nearer to the broken ones: a page
read again by OCR costs seconds, and the better of the two readings is kept.
"""

import re
from dataclasses import dataclass, replace

from pramana.documents.domain.lexicon import Lexicon
from pramana.language.scripts import Script

FLOOR = 0.42
COMMON_FLOOR = 0.12
"""The floors for a complete word list, and for one that holds only the commonest words."""

ENOUGH_WORDS = 8
PLAUSIBLE_FLOOR = 0.9
COVERED_FLOOR = 0.1
SAMPLE, LONG = 6, 1_500
"""Lines looked up on a page of more characters than that: a hundred words tell .3 from .9."""

IMPOSSIBLE = re.compile(
    r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff\ufff0-\uffff]"
    r"|(?<![\u0900-\u097f\u200c\u200d])[\u093a-\u093c\u093e-\u094f]"
    r"|[\u093e-\u094c][\u093e-\u094d]|\u094d[\u093e-\u094c]"
)
"""Control and private characters, and vowel signs that no hand could have written there."""

POSSIBLE_ASCII = bytes(code for code in range(128) if not IMPOSSIBLE.match(chr(code)))
SUSPECT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u093a-\u094f\ue000-\uf8ff\ufff0-\uffff]")
"""What can be impossible; a text without any of it is passed at a glance."""


@dataclass(frozen=True, slots=True)
class Quality:
    """The verdict on a page's text, and the figures it rests on."""

    usable: bool
    reason: str
    plausible: float
    coverage: float
    lexicon_share: float | None

    @property
    def rank(self) -> tuple[float, float]:
        """Of two readings of a page the one with the higher rank is kept."""
        return (self.lexicon_share or 0.0, self.plausible)


def judge(
    text: str, lexicon: Lexicon, *, coverage: float = 1.0, lost: float = 0.0, sample: int = SAMPLE
) -> Quality:
    """Judge a page's text.

    `coverage` is the share of what is drawn there that is text, `lost` the share of characters
    that could not be kept at all. With `sample` 0 every word is looked up.
    """
    plausible = plausible_share(text) - lost
    verdict = Quality(True, "ok", plausible, coverage, None)
    if coverage < COVERED_FLOOR:
        return replace(verdict, usable=False, reason="the page is a picture with little or no text")
    if plausible < PLAUSIBLE_FLOOR:
        return replace(verdict, usable=False, reason="characters that no one writes")
    return _judge_words(verdict, sampled(text, sample).split(), lexicon)


def plausible_share(text: str) -> float:
    """Characters that can stand where they stand, over all characters."""
    if text.isascii():
        return 1.0 - len(text.encode().translate(None, POSSIBLE_ASCII)) / max(len(text), 1)
    suspects = SUSPECT.search("".join(set(text)))
    return 1.0 - len(IMPOSSIBLE.findall(text)) / len(text) if suspects else 1.0


def sampled(text: str, lines: int) -> str:
    """Some lines of a long page, taken evenly; the whole of a short one, or where `lines` is 0."""
    if not lines or len(text) < LONG:
        return text
    every = text.split("\n")
    return "\n".join(every[:: len(every) // lines]) if len(every) >= 2 * lines else text


def _judge_words(verdict: Quality, tokens: list[str], lexicon: Lexicon) -> Quality:
    shares = lexicon.shares(tokens)
    words = sum(share.words for share in shares.values())
    if not words:
        return replace(verdict, reason="no words to judge")
    known = sum(share.known for share in shares.values())
    found = Quality(True, "ok", verdict.plausible, verdict.coverage, known / words)
    for script, share in shares.items():
        floor = FLOOR if script in lexicon.complete else COMMON_FLOOR
        if share.words >= ENOUGH_WORDS and share.known < floor * share.words:
            return replace(found, usable=False, reason=_low(script, share.known, share.words))
    return found


def _low(script: Script, known: int, words: int) -> str:
    return f"only {known} of {words} {script.value.capitalize()} words looked up are words"
