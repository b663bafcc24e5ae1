"""Whether a page's text is what a reader of the page would see. It is judged for every page.

Three tests run in the order of their cost: are the characters plausible, does the text cover the
page, are its words in the word lists. On Nepali government documents, broken text layers have .09
to .30 of their words in the list, now and then .43, and sound text .88 and more (a German page .57
of the English list, a Hindi one .70 of the Nepali list). The limits lie between, nearer to the
broken ones: reading a page again by OCR costs seconds, and the better of the two readings is used.

`lexicon_share` is the share of words that are in the list of their script. A word has two or more
letters, three in Latin, where two are mostly an abbreviation. Scripts without a list are skipped.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pramana.language.scripts import Script

MIN_SHARES = {Script.LATIN: 0.42, Script.DEVANAGARI: 0.55}
MIN_COMMON_SHARE = 0.12
"""The lowest usable share with a complete word list, and with one of common words only.

A wrong character map leaves many short Nepali words right, so the limit for Devanagari is higher;
other languages in that script still pass."""

DOUBTFUL_SHARE = 0.75
"""Below this share in a sample of a Devanagari page, every word is looked up."""

MIN_WORDS = 8
MIN_PLAUSIBLE = 0.9
MIN_COVERAGE = 0.1
SAMPLE_LINES, LONG_PAGE = 6, 1_500
"""On a page with more characters, only so many lines are looked up: a hundred words suffice."""

IMPLAUSIBLE = re.compile(
    r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ufffd\ue000-\uf8ff\ufff0-\uffff]"
    r"|(?<![\u0900-\u097f\u200c\u200d])[\u093a-\u093c\u093e-\u094f]"
    r"|[\u093e-\u094c][\u093e-\u094d]|\u094d[\u093e-\u094c]"
)
"""Control and private characters, and vowel signs in impossible positions."""

PLAUSIBLE_ASCII = bytes(code for code in range(128) if not IMPLAUSIBLE.match(chr(code)))
SUSPECT = re.compile(r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u093a-\u094f\ue000-\uf8ff\ufff0-\uffff]")
"""A text without any of these characters needs no closer look."""

MAX_CACHED = 50_000
"""The cache is emptied beyond this many tokens."""

MIN_LETTERS = {Script.LATIN: 3, Script.DEVANAGARI: 2}
JOINERS = {0x200C: None, 0x200D: None, 0xAD: None}
WORD_PIECES = re.compile(r"[^\s/‐-―|,.।॥-]+")
"""White space, dashes, slashes, commas and stops end a word; other signs are part of it."""

OUTER_SIGNS = "\"'“”‘’()[]{}<>.:;!?*•–—·…`~_=+#%&@$£€।॥,|/\\«»0123456789०१२३४५६७८९"
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’][a-z]{1,2})?$")
DEVANAGARI = re.compile(r"[\u0900-\u0963\u0971-\u097f]+$")
DEVANAGARI_LETTER = re.compile(r"[\u0904-\u0939]")
_ENDINGS = """
    हरूको हरुको हरूले हरुले हरूलाई हरुलाई हरूमा हरुमा हरूका हरुका हरूसँग हरुसँग हरूबाट हरुबाट हरू हरु
    लाई द्वारा बाट वाट सँग संग सम्म देखि सहित समेत प्रति भित्र माथि मध्ये सम्बन्धी अनुसार लगायत ज्यू
    को का की कै ले मा नै
"""

ENDINGS = tuple(_ENDINGS.split())
"""What Nepali attaches to a noun: number, case, and postpositions."""


@dataclass(frozen=True, slots=True)
class Quality:
    """The verdict on a page's text, and the figures behind it."""

    usable: bool
    reason: str
    plausible: float
    coverage: float
    lexicon_share: float | None

    @property
    def rank(self) -> tuple[float, float]:
        """Of two readings of a page, the one with the higher rank is used."""
        return (self.lexicon_share or 0.0, self.plausible)


@dataclass(frozen=True)
class Share:
    """How many words of a script there are, and how many of them are in the list."""

    words: int
    known: int

    @property
    def value(self) -> float | None:
        return self.known / self.words if self.words else None


class TokenCache(dict[str, bytes]):
    """The result for each token: one byte per word that encodes its script and whether it is known.

    Most tokens repeat, and a cached look-up costs a twentieth of a new one.
    """

    def __init__(self, look_up: Callable[[str], bytes]) -> None:
        super().__init__()
        self._look_up = look_up

    def __missing__(self, token: str) -> bytes:
        if len(self) > MAX_CACHED:
            self.clear()
        found = self[token] = self._look_up(token)
        return found


class Lexicon:
    """Word lists by script. A `complete` list has most words of a page, others only common ones."""

    def __init__(
        self,
        words: Mapping[Script, Collection[str]],
        complete: frozenset[Script] = frozenset(),
    ) -> None:
        self.words, self.complete = words, complete
        self._codes = {script: 2 * place for place, script in enumerate(words)}
        self._seen = TokenCache(self._look_up)

    def knows(self, word: str, script: Script) -> bool:
        listed = self.words.get(script, ())
        if word in listed:
            return True
        if script is not Script.DEVANAGARI:
            return word.split("’")[0].split("'")[0] in listed
        bare = word.rstrip("ःँं")
        return bare in listed or bare.rstrip("्") in listed or _is_stem_listed(bare, listed)

    def shares(self, tokens: Iterable[str]) -> dict[Script, Share]:
        """The numbers of words and known words for each script that has a list."""
        found = b"".join(map(self._seen.__getitem__, tokens))
        return {
            script: Share(found.count(code) + found.count(code + 1), found.count(code + 1))
            for script, code in self._codes.items()
        }

    def share(self, text: str) -> float | None:
        """The share of known words in all scripts; None where there are no words."""
        shares = self.shares(text.split()).values()
        words = sum(share.words for share in shares)
        return sum(share.known for share in shares) / words if words else None

    def _look_up(self, token: str) -> bytes:
        bare = token.strip(OUTER_SIGNS)
        if bare.isascii() and bare.isalpha():
            words = [(bare.lower(), Script.LATIN)] if len(bare) >= MIN_LETTERS[Script.LATIN] else []
        else:
            words = list(_lookup_words(token))
        return bytes(
            self._codes[script] + self.knows(word, script)
            for word, script in words
            if script in self._codes
        )


def judge(
    text: str,
    lexicon: Lexicon,
    *,
    coverage: float = 1.0,
    lost: float = 0.0,
    sample: int = SAMPLE_LINES,
) -> Quality:
    """Judge a page's text.

    `coverage` is the share of the page's content that is text, `lost` the share of characters that
    could not be stored. With `sample` 0, every word is looked up.
    """
    plausible = plausible_share(text) - lost
    verdict = Quality(True, "ok", plausible, coverage, None)
    if coverage < MIN_COVERAGE:
        return replace(verdict, usable=False, reason="the page is an image with little or no text")
    if plausible < MIN_PLAUSIBLE:
        return replace(verdict, usable=False, reason="the characters are implausible")
    found = _judge_words(verdict, sample_lines(text, sample).split(), lexicon)
    is_doubtful = found.usable and (found.lexicon_share or 1.0) < DOUBTFUL_SHARE
    if sample and is_doubtful and DEVANAGARI_LETTER.search(text):
        return _judge_words(verdict, text.split(), lexicon)
    return found


def plausible_share(text: str) -> float:
    """The share of characters that are plausible where they are."""
    if text.isascii():
        return 1.0 - len(text.encode().translate(None, PLAUSIBLE_ASCII)) / max(len(text), 1)
    suspects = SUSPECT.search("".join(set(text)))
    return 1.0 - len(IMPLAUSIBLE.findall(text)) / len(text) if suspects else 1.0


def sample_lines(text: str, lines: int) -> str:
    """Evenly spaced lines of a long page; all of a short one, or where `lines` is 0."""
    if not lines or len(text) < LONG_PAGE:
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
        floor = MIN_SHARES[script] if script in lexicon.complete else MIN_COMMON_SHARE
        if share.words >= MIN_WORDS and share.known < floor * share.words:
            return replace(
                found, usable=False, reason=_low_share_reason(script, share.known, share.words)
            )
    return found


def _low_share_reason(script: Script, known: int, words: int) -> str:
    return f"only {known} of {words} {script.value.capitalize()} words looked up are known"


def _is_stem_listed(word: str, listed: Collection[str]) -> bool:
    return any(
        word.endswith(ending) and len(word) - len(ending) > 1 and word[: -len(ending)] in listed
        for ending in ENDINGS
    )


def _lookup_words(token: str) -> Iterator[tuple[str, Script]]:
    """The words of a token as they are looked up. A word with a foreign sign counts as unknown."""
    for piece in WORD_PIECES.findall(token.translate(JOINERS)):
        word = piece.strip(OUTER_SIGNS)
        if not word or not any(char.isalpha() for char in word):
            continue
        script = Script.LATIN if word[0] < "\u0300" or word[-1] < "\u0300" else Script.DEVANAGARI
        if len(word) >= MIN_LETTERS[script]:
            clean = (LATIN if script is Script.LATIN else DEVANAGARI).match(word)
            yield (word.lower() if clean else f"{word}?", script)
