"""Devanagari in Latin letters, the way Nepal writes names: श्रेष्ठ is Shrestha, राम is Ram."""

import re
from dataclasses import dataclass

from pramana.language.names.cleaning import tidy
from pramana.language.names.initials import SPELT
from pramana.language.names.reading import CLUSTERS, NUKTA, VIRAMA

WRITTEN = "k kh g gh ng ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l w sh sh s h l ksh"
CONSONANTS = dict(zip("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळX", WRITTEN.split(), strict=True))
VOWELS_WRITTEN = "a i i u u e ai o au ri"
VOWELS = dict(zip("ािीुूेैोौृ", VOWELS_WRITTEN.split(), strict=True)) | {"ॅ": "e", "ॉ": "o"}
LETTERS = {"अ": "a"} | dict(zip("आइईउऊएऐओऔऋ", VOWELS_WRITTEN.split(), strict=True))
LETTER_CALLED = {called: letter.upper() for letter, called in SPELT.items()}
SOFTENED = re.compile(f"ष(?={VIRAMA}[टठ])")
"""श्रेष्ठ is Shrestha though विष्णु is Bishnu."""

HEAVY = frozenset("ाीूेैोौआईऊएऐओऔ")
LABIALS = frozenset("पफबभम")
WORD = re.compile(r"[\u0900-\u0963\u0970-\u097f]+")
SYLLABLE = re.compile(
    f"(?P<onset>(?:[क-हळX]{VIRAMA})*[क-हळX]|)(?P<vowel>[ािीुूेैोौृॄॅॉ]|[अ-औऋ]|{VIRAMA}|)"
    "(?P<nasal>[ंँ\u0900]?)"
)


@dataclass
class Syllable:
    onset: str
    vowel: str
    nasal: str

    @property
    def has_schwa(self) -> bool:
        return bool(self.onset) and not self.vowel

    @property
    def is_heavy(self) -> bool:
        return self.vowel in HEAVY


def to_latin(text: str) -> str:
    """A name in Latin letters; what is not Devanagari stays.

    >>> to_latin("कृष्ण बहादुर देवकोटा"), to_latin("विष्णु श्रेष्ठ")
    ('Krishna Bahadur Devkota', 'Bishnu Shrestha')
    """
    clean = tidy(text)
    return WORD.sub(lambda match: _initial(clean, match) or _word(match.group()), clean)


def _initial(text: str, match: re.Match[str]) -> str:
    """The letter whose name this is, where a dot says that it is one."""
    dotted = "." in (text[match.end() : match.end() + 1], text[match.start() - 1 : match.start()])
    return LETTER_CALLED.get(match.group(), "") if dotted else ""


def _word(word: str) -> str:
    plain = word.replace(NUKTA, "")
    for cluster, letter in CLUSTERS:
        plain = plain.replace(cluster, letter)
    plain = SOFTENED.sub("स", plain).replace("ङ्ग", "ङ")
    matches = (match for match in SYLLABLE.finditer(plain) if match.group())
    syllables = [Syllable(match["onset"], match["vowel"], match["nasal"]) for match in matches]
    spoken = [_spoken(syllables, at) for at in range(len(syllables))]
    return "".join(spoken).capitalize()


def _spoken(syllables: list[Syllable], at: int) -> str:
    own = syllables[at]
    after = syllables[at + 1].onset[:1] if at + 1 < len(syllables) else ""
    labial = own.nasal == "ं" and after in LABIALS
    nasal = "m" if labial else "n" if own.nasal else ""
    vowel = _vowel(syllables, at)
    return _onset(own, vowel, first=at == 0) + vowel + nasal


def _vowel(syllables: list[Syllable], at: int) -> str:
    own = syllables[at]
    if own.vowel == VIRAMA:
        return ""
    if own.vowel:
        return VOWELS.get(own.vowel) or LETTERS.get(own.vowel, "")
    return "" if not own.nasal and _is_silent(syllables, at) else "a" if own.onset else ""


def _is_silent(syllables: list[Syllable], at: int) -> bool:
    """A schwa is not spoken at the end after one consonant, nor where two words met in one."""
    own, rest = syllables[at], len(syllables) - at - 1
    if at == 0 or not own.has_schwa or VIRAMA in own.onset:
        return False
    if rest == 0:
        return True
    following = syllables[at + 1]
    joined = syllables[at - 1].is_heavy and rest >= 2
    return joined and bool(following.onset) and not following.has_schwa


def _onset(own: Syllable, vowel: str, *, first: bool) -> str:
    letters = [char for char in own.onset if char != VIRAMA]
    spoken = [CONSONANTS[char] for char in letters]
    if letters and letters[-1] == "व":
        spoken[-1] = _of_va(own, vowel, first=first, alone=len(letters) == 1)
    return "".join(spoken)


def _of_va(own: Syllable, vowel: str, *, first: bool, alone: bool) -> str:
    """व is b at the beginning, w after a consonant, v before i and at the end, w elsewhere."""
    if first and alone:
        return "w" if own.vowel == "ा" else "b"
    return "v" if alone and vowel in ("", "i") else "w"
