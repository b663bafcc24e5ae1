"""Transliteration of names in both directions, the way Nepal spells them.

श्रेष्ठ becomes Shrestha and राम becomes Ram. The other direction is a guess, because Latin letters
carry less: a common name gets its usual spelling, any other is spelt by rule, likeliest first.

Words of the two scripts are also known as one by their sounds: रातोपुल is Ratopul, and कुलेन्ट is
"coolant". For that, English spelling is brought nearer to what is said: the g of "gel" and the c of
"licence" are soft, and an e at the end is silent.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product

from pramana.language.names.normalisation import LETTER_NAMES, initial_letters, letter_name, tidy
from pramana.language.names.sounds import (
    CLUSTERS,
    NUKTA,
    OPEN,
    VIRAMA,
    VOWELS,
    Sounds,
    fold_sounds,
    read_word,
    similarity,
)
from pramana.language.scripts import contains_devanagari
from pramana.language.stems import stem
from pramana.language.tokens import fold

_LATIN_CONSONANTS_IN_ORDER = (
    "k kh g gh ng ch chh j jh n t th d dh n t th d dh n p ph b bh m y r l w sh sh s h l ksh"
)
LATIN_OF_CONSONANT = dict(
    zip("कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसहळX", _LATIN_CONSONANTS_IN_ORDER.split(), strict=True)
)
_LATIN_VOWELS_IN_ORDER = "a i i u u e ai o au ri"
LATIN_OF_SIGN = dict(zip("ािीुूेैोौृ", _LATIN_VOWELS_IN_ORDER.split(), strict=True)) | {
    "ॅ": "e",
    "ॉ": "o",
}
LATIN_OF_VOWEL = {"अ": "a"} | dict(zip("आइईउऊएऐओऔऋ", _LATIN_VOWELS_IN_ORDER.split(), strict=True))
LETTER_OF_NAME = {called: letter.upper() for letter, called in LETTER_NAMES.items()}
SOFT_SHA = re.compile(f"ष(?={VIRAMA}[टठ])")
"""ष before ट or ठ is written s: श्रेष्ठ is Shrestha, but विष्णु is Bishnu."""

HEAVY_VOWELS = frozenset("ाीूेैोौआईऊएऐओऔ")
LABIALS = frozenset("पफबभम")
DEVANAGARI_WORD = re.compile(r"[\u0900-\u0963\u0970-\u097f]+")
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
        return self.vowel in HEAVY_VOWELS


def to_latin(text: str) -> str:
    """A name in Latin letters; other scripts stay as they are.

    >>> to_latin("कृष्ण बहादुर देवकोटा"), to_latin("विष्णु श्रेष्ठ")
    ('Krishna Bahadur Devkota', 'Bishnu Shrestha')
    """
    clean = tidy(text)
    return DEVANAGARI_WORD.sub(
        lambda match: _initial(clean, match) or _romanise_word(match.group()), clean
    )


def _initial(text: str, match: re.Match[str]) -> str:
    """The Latin letter that a dotted Nepali letter name stands for, or nothing."""
    dotted = "." in (text[match.end() : match.end() + 1], text[match.start() - 1 : match.start()])
    return LETTER_OF_NAME.get(match.group(), "") if dotted else ""


def _romanise_word(word: str) -> str:
    plain = word.replace(NUKTA, "")
    for cluster, letter in CLUSTERS:
        plain = plain.replace(cluster, letter)
    plain = SOFT_SHA.sub("स", plain).replace("ङ्ग", "ङ")
    matches = (match for match in SYLLABLE.finditer(plain) if match.group())
    syllables = [Syllable(match["onset"], match["vowel"], match["nasal"]) for match in matches]
    spoken = [_romanise_syllable(syllables, at) for at in range(len(syllables))]
    return "".join(spoken).capitalize()


def _romanise_syllable(syllables: list[Syllable], at: int) -> str:
    own = syllables[at]
    after = syllables[at + 1].onset[:1] if at + 1 < len(syllables) else ""
    labial = own.nasal == "ं" and after in LABIALS
    nasal = "m" if labial else "n" if own.nasal else ""
    vowel = _latin_vowel(syllables, at)
    return _latin_onset(own, vowel, first=at == 0) + vowel + nasal


def _latin_vowel(syllables: list[Syllable], at: int) -> str:
    own = syllables[at]
    if own.vowel == VIRAMA:
        return ""
    if own.vowel:
        return LATIN_OF_SIGN.get(own.vowel) or LATIN_OF_VOWEL.get(own.vowel, "")
    return "" if not own.nasal and _is_silent(syllables, at) else "a" if own.onset else ""


def _is_silent(syllables: list[Syllable], at: int) -> bool:
    """Whether a schwa is silent: at the end after one consonant, or inside a compound."""
    own, rest = syllables[at], len(syllables) - at - 1
    if at == 0 or not own.has_schwa or VIRAMA in own.onset:
        return False
    if rest == 0:
        return True
    following = syllables[at + 1]
    joined = syllables[at - 1].is_heavy and rest >= 2
    return joined and bool(following.onset) and not following.has_schwa


def _latin_onset(own: Syllable, vowel: str, *, first: bool) -> str:
    letters = [char for char in own.onset if char != VIRAMA]
    spoken = [LATIN_OF_CONSONANT[char] for char in letters]
    if letters and letters[-1] == "व":
        spoken[-1] = _latin_of_va(own, vowel, first=first, alone=len(letters) == 1)
    return "".join(spoken)


def _latin_of_va(own: Syllable, vowel: str, *, first: bool, alone: bool) -> str:
    """व is b at the beginning, w after a consonant, v before i and at the end, w elsewhere."""
    if first and alone:
        return "w" if own.vowel == "ा" else "b"
    return "v" if alone and vowel in ("", "i") else "w"


GIVEN = """
राम हरि श्याम कृष्ण गोपाल मोहन सुरेश रमेश महेश दिनेश गणेश राजेश नरेश मुकेश लोकेश उमेश प्रकाश विकास
आकाश सन्तोष रोशन किरण अरुण तरुण वरुण करण चरण शरण अर्जुन भीम नकुल सहदेव विष्णु शिव शंकर पशुपति
नारायण लक्ष्मण भरत शत्रुघ्न जनक दशरथ विजय अजय सञ्जय धनञ्जय मृत्युञ्जय जय उदय हृदय निर्मल विमल कमल
श्यामल कोमल नवीन प्रवीण रवीन सविन अशोक विनोद प्रमोद मनोज सरोज पंकज नीरज धीरज सूरज राजन साजन
सुदन मदन केशव माधव यादव राघव पुष्प कुसुम सुमन नयन पवन जीवन सावन श्रवण दीपक रूपक अशिष आशिष मनीष
गिरीश हरीश सतीश जगदीश राजीव सञ्जीव प्रदीप सन्दीप दिलीप कुलदीप अनिल सुनिल सुशील निखिल अखिल कपिल
बिमला कमला निर्मला शर्मिला उर्मिला प्रमिला सुशीला लीला शीला गीता सीता रीता मीता अनिता सुनिता विनिता
कविता सरिता ममता समता संगीता रञ्जिता अर्चना अञ्जना रञ्जना वन्दना कल्पना साधना आराधना भावना सम्झना
राधा सुधा मेधा विद्या सन्ध्या माया छाया जया विजया उमा रमा सोमा पूर्णिमा गरिमा महिमा लक्ष्मी सरस्वती
पार्वती भगवती गोमती रेवती मालती शान्ति कान्ति ज्योति प्रीति स्मृति कृति प्रकृति दीपा रूपा पुष्पा
कुसुमी तारा मीरा हीरा सबिना रबिना करिना अस्मिता सुस्मिता पवित्रा सुमित्रा सावित्री गायत्री मैत्री
तेज टेक डिल्ली डम्बर खड्ग ढुण्डी भोज खेम हेम प्रेम सोम ओम पदम पुरन पूर्ण चन्द्र इन्द्र सुरेन्द्र
राजेन्द्र महेन्द्र वीरेन्द्र नरेन्द्र देवेन्द्र ज्ञानेन्द्र धर्मेन्द्र शैलेन्द्र भूपेन्द्र योगेन्द्र
छविलाल मोतीलाल हीरालाल शंखलाल कुलमान बुद्धिमान भक्तिमान यज्ञ धर्म कर्म सत्य बाबु कान्छा जेठा माइला
पासाङ दोर्जे पेम्बा निमा छिरिङ फुर्बा मिङ्मा सोनाम तेन्जिङ लाक्पा डोल्मा याङ्जी
अब्दुल मोहम्मद रहिम करिम सलिम नसिम फातिमा आयशा जुबेदा साबिर जावेद इमरान
"""
MIDDLE = """
बहादुर कुमार प्रसाद राज लाल मान नाथ देवी कुमारी माया सिंह दास जंग विक्रम भक्त मणि कान्त
"""
FAMILY = """
श्रेष्ठ थापा मगर गुरुङ तामाङ राई लिम्बु शेर्पा यादव चौधरी थारु महतो साह शाह झा मिश्र ठाकुर कर्ण
शर्मा पौडेल खनाल आचार्य अधिकारी भट्टराई घिमिरे कोइराला दाहाल ओली नेपाल उप्रेती भण्डारी बस्नेत
खड्का खत्री क्षेत्री कार्की बोहरा बुढाथोकी रावल रावत महर सिंह विष्ट ऐर धामी जोशी पन्त पाण्डे पाठक
रिजाल रेग्मी लामिछाने पोखरेल सापकोटा देवकोटा बास्कोटा सिटौला निरौला ढुङ्गाना ढकाल तिमल्सिना
ज्ञवाली अर्याल वाग्ले मैनाली गौतम सुवेदी लुइँटेल दुलाल हुमागाईं कट्टेल काफ्ले कँडेल खतिवडा
विश्वकर्मा नेपाली परियार सुनार कामी दमाई सार्की मिजार महर्जन शाक्य वज्राचार्य मानन्धर तुलाधर
प्रधान जोजिजू डंगोल राजोपाध्याय अमात्य कंसाकार ताम्राकार स्थापित चित्रकार सुनुवार दनुवार कुमाल
माझी दराई चेपाङ हायु राउत मण्डल पासवान सदा मुसहर राम पटेल गुप्ता अग्रवाल जैसवाल हलवाई तेली
अन्सारी खान मिया खातुन शेख पठान लामा घले पुन रोका घर्ती बुढा ऋषिदेव राजवंशी धिमाल मेचे सन्थाल
रसाईली सुवाल कायस्थ बानियाँ कठायत मल्ल शाही चन्द बम सेन सिजापति हमाल ठकुरी रायमाझी बराल पराजुली
"""


DEVANAGARI_CONSONANTS: dict[str, tuple[str, ...]] = {
    **{"k": ("क",), "kh": ("ख",), "g": ("ग",), "gh": ("घ",), "c": ("च",), "ch": ("छ",)},
    **{"j": ("ज",), "jh": ("झ",), "t": ("त", "ट"), "th": ("थ", "ठ"), "d": ("द", "ड")},
    **{"dh": ("ध", "ढ"), "n": ("न", "ण"), "p": ("प",), "ph": ("फ",), "b": ("ब", "व")},
    **{"bh": ("भ",), "m": ("म",), "y": ("य",), "r": ("र",), "l": ("ल",), "v": ("व",)},
    **{"s": ("स", "श"), "sh": ("श", "ष"), "h": ("ह",), "x": ("क्ष",)},
}
DEVANAGARI_SIGNS: dict[str, tuple[str, ...]] = {
    **{OPEN: ("", "ा"), "a": ("ा",), "i": ("ि", "ी"), "ii": ("ी",), "u": ("ु", "ू")},
    **{"uu": ("ू",), "e": ("े",), "o": ("ो",)},
}
DEVANAGARI_VOWELS: dict[str, tuple[str, ...]] = {
    **{OPEN: ("अ", "आ"), "a": ("आ",), "i": ("इ", "ई"), "ii": ("ई",), "u": ("उ", "ऊ")},
    **{"uu": ("ऊ",), "e": ("ए",), "o": ("ओ",)},
}
LEXICON_SIMILARITY = 0.96
MAX_ALTERNATIVES = 4096
"""How many spellings are generated before the likeliest are chosen."""


def to_devanagari(text: str, limit: int = 3) -> list[str]:
    """The likeliest Devanagari spellings of a name, best first; other scripts stay as they are.

    >>> to_devanagari("Krishna Bahadur Shrestha")[0]
    'कृष्ण बहादुर श्रेष्ठ'
    """
    words = [spellings(word, limit) for word in tidy(text).replace(".", " ").split()]
    ranked = sorted(product(*(range(len(each)) for each in words)), key=sum)
    return [
        " ".join(each[at] for each, at in zip(words, chosen, strict=True))
        for chosen in islice(ranked, limit)
    ]


def spellings(word: str, limit: int = 3) -> list[str]:
    """The likeliest spellings of one word."""
    if not word.isascii() or not word.isalpha():
        return [word]
    letters = initial_letters(word, dotted=False)
    if letters:
        return [".".join(map(letter_name, letters)) + "."]
    return list(dict.fromkeys((*_lexicon_spellings(word), *islice(_rule_spellings(word), limit))))[
        :limit
    ]


def _lexicon_spellings(word: str) -> list[str]:
    sounds = read_word(word)
    same = _lexicon().get(fold_sounds(sounds), ())
    scored = sorted(((similarity(sounds, read_word(each)), each) for each in same), reverse=True)
    return [each for alike, each in scored if alike >= LEXICON_SIMILARITY]


@lru_cache
def _lexicon() -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for part in dict.fromkeys((GIVEN + MIDDLE + FAMILY).split()):
        table.setdefault(fold_sounds(read_word(part)), []).append(part)
    return table


def _rule_spellings(word: str) -> Iterator[str]:
    symbols = read_word(word).symbols
    options = [_sound_spellings(symbols, at) for at in range(len(symbols))]
    ways = islice(product(*(range(len(each)) for each in options)), MAX_ALTERNATIVES)
    for way in sorted(ways, key=sum):
        yield "".join(each[at] for each, at in zip(options, way, strict=True))


def _sound_spellings(symbols: tuple[str, ...], at: int) -> tuple[str, ...]:
    """How the sound at this position may be written, likeliest first."""
    before, own = symbols[at - 1] if at else "", symbols[at]
    after = symbols[at + 1] if at + 1 < len(symbols) else ""
    if own in DEVANAGARI_CONSONANTS:
        joins = after and after not in VOWELS
        return tuple(letter + VIRAMA * bool(joins) for letter in DEVANAGARI_CONSONANTS[own])
    if own not in DEVANAGARI_SIGNS:
        return (own,)
    if before not in DEVANAGARI_CONSONANTS:
        return DEVANAGARI_VOWELS[own]
    signs = DEVANAGARI_SIGNS[own]
    alone = at < 2 or symbols[at - 2] in VOWELS
    return signs[::-1] if not after and alone and own in (OPEN, "i") else signs


ALIKE = 0.85
"""How similar two words must sound. Of 640 Nepali words of notices and bills, 25 that the glossary
lacks find one above it among 1,600 English words, and for 24 of them it is the same word."""

FEWEST_SOUNDS, FEWEST_OF_WORD = 3, 4
"""Sounds that a name must have to be known by them, and those that any other word must have."""

LONG_STEM, ENDING = 4, 2
"""Sounds of a Nepali stem that is known by them although it lost its ending, and how many sounds
that had."""

BROAD_A = re.compile("(?<![वनध])्या")
"""How Nepali writes the vowel of "camp" and "bank" in words that it took from English; व्यापार,
न्याय and ध्यान are its own."""

SPOKEN = (
    (re.compile(r"g(?=[eiy])"), "j"),
    (re.compile(r"c(?=[eiy]|\Z)"), "s"),
    (re.compile(r"sch"), "sk"),
    (re.compile(r"ow(?=[^aeiou])"), "au"),
    (re.compile(r"(?<=[^aeiou]{1})(?<=\w{3})e\Z"), ""),
)
"""English letters as they are said; stems end in c where the word ends in "ce"."""


def words_alike(word: str, words: Iterable[str]) -> frozenset[str]:
    """Those of the words, in the other script, that sound like this one.

    >>> sorted(words_alike("कुलेन्ट", ["coolant", "client", "कुल"]))
    ['coolant']
    """
    devanagari, sounds = contains_devanagari(word), _sounds(word)
    if len(sounds) < FEWEST_OF_WORD:
        return frozenset()
    others = (
        each
        for each in words
        if contains_devanagari(each) != devanagari and _sounds(each)[:1] == sounds[:1]
    )
    return frozenset(each for each in others if sounds_alike(word, each))


def sounds_alike(one: str, other: str) -> bool:
    """Whether two words in different scripts are one word, as far as their sounds tell; the endings
    of the Nepali one do not matter."""
    latin, nepali = sorted((one, other), key=contains_devanagari)
    said, stemmed = _sounds(latin), _sounds(nepali)
    if min(len(said), len(stemmed)) < FEWEST_SOUNDS or abs(len(said) - len(stemmed)) > ENDING:
        return False
    if said == stemmed or (len(stemmed) >= LONG_STEM and said.startswith(stemmed)):
        return True
    if similarity(_spoken(latin), _spoken(nepali)) >= ALIKE:
        return True
    broad = BROAD_A.sub("ा", nepali)
    return broad != nepali and similarity(_spoken(latin), _spoken(broad)) >= ALIKE


@lru_cache(maxsize=1 << 15)
def _sounds(word: str) -> str:
    return fold_sounds(_spoken(word))


@lru_cache(maxsize=1 << 15)
def _spoken(word: str) -> Sounds:
    folded = fold(word)
    if contains_devanagari(folded):
        return read_word(stem(folded))
    for pattern, letters in SPOKEN:
        folded = pattern.sub(letters, folded)
    return read_word(folded)
