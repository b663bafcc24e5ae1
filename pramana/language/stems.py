"""Stems, by which words are indexed and found, and function words, which are left out of questions.

The script of each word decides how it is stemmed. English uses Snowball (Porter 2). The rules for
Devanagari serve both Nepali and Hindi: spelling variants are unified, then case endings (attached
to the word in Nepali) and inflected vowels are removed. On 1,190 Hindi questions this is as good as
Snowball's Hindi stemmer (nDCG@10 .956 for both; .946 unstemmed), and it stems नेपालको to नेपाल.

Function words are left out of questions, not of the index. Questions gain a little by it (nDCG@10
.953 to .956 on Hindi, .685 to .688 on English). In a small collection, where "the" is as rare as
any other word, it keeps a passage from matching only because of one.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from threading import local
from typing import Any

from pramana.language.tokens import terms

DEVANAGARI = re.compile(r"[\u0900-\u097f]")
LATIN = re.compile(r"[a-z]+")

NUKTA = "\u093c"
NASAL = re.compile(r"[ङञणनम]\u094d(?=[क-ह])|ँ")
"""The same nasal sound, written as a consonant, a dot or a moon: अन्त, अंत, अँत."""

DIGITS = {0x0966 + value: str(value) for value in range(10)}

PLURAL = ("हरू", "हरु")
CASES = ("द्वारा", "सँग", "संग", "बाट", "लाई", "सित", "ले", "को", "का", "की", "मा")
ENDINGS = (
    *("ियों", "ियां", "ाओं", "ाएं", "ाकर", "ाने", "ाना", "ाती", "ाता", "ाते"),
    *("ों", "ें", "ाओ", "ते", "ता", "ती", "ना", "ने", "नी", "कर"),
    *("ी", "े", "ो", "ा", "ि", "ु", "ू"),
)
MIN_STEM = 2
"""Characters a stem must have: से and मा are words of their own."""

MAX_STEM = 64
"""Longer stems are cut: they are not words, and the index would refuse them."""

_thread = local()


@lru_cache(maxsize=65536)
def stem(term: str) -> str:
    """The form under which a folded word is indexed and looked up.

    >>> [stem(word) for word in ("ministries", "नेपालको", "मानिसहरूलाई", "किताबें", "२०८१")]
    ['ministri', 'नेपाल', 'मानिस', 'किताब', '2081']
    """
    if DEVANAGARI.match(term):
        return _stem_devanagari(term)[:MAX_STEM]
    if LATIN.fullmatch(term):
        return str(_english_stemmer().stemWord(term))[:MAX_STEM]
    return term[:MAX_STEM]


def stems(text: str) -> list[str]:
    """The stems of the text's words, in order, with repetitions."""
    return [stem(term) for term in terms(text)]


def _stem_devanagari(word: str) -> str:
    word = _strip_suffix(_strip_suffix(_normalise_spelling(word), _CASES), _PLURAL)
    return _strip_suffix(word, _ENDINGS)


def _normalise_spelling(word: str) -> str:
    """One spelling for words pronounced alike: no dots below, one nasal sign, Latin digits."""
    decomposed = unicodedata.normalize("NFD", word).replace(NUKTA, "")
    return NASAL.sub("ं", decomposed).translate(DIGITS)


def without_case(word: str) -> str:
    """A Devanagari word without its case ending and plural, and otherwise as it was written.

    >>> without_case("तिलोत्तमामा"), without_case("मानिसहरूलाई"), without_case("राम")
    ('तिलोत्तमा', 'मानिस', 'राम')
    """
    return _strip_suffix(_strip_suffix(word, CASES), PLURAL)


def _strip_suffix(word: str, suffixes: tuple[str, ...]) -> str:
    for suffix in suffixes:
        if word.endswith(suffix) and len(word) - len(suffix) >= MIN_STEM:
            return word[: -len(suffix)]
    return word


def _longest_first(suffixes: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(map(_normalise_spelling, suffixes), key=len, reverse=True))


_CASES, _PLURAL, _ENDINGS = map(_longest_first, (CASES, PLURAL, ENDINGS))


def _english_stemmer() -> Any:
    """The stemmer of this thread; a stemmer is not thread-safe."""
    if not hasattr(_thread, "english"):
        import Stemmer

        _thread.english = Stemmer.Stemmer("english", 0)
    return _thread.english


ENGLISH = """
a an and are as at be been but by can did do does for from had has have how i if in into is it its
me my no not of on or our s such than that the their then there these they this those to was we
were what when where which who whom whose why will with would you your
"""
HINDI = """
का के की को में से है हैं था थे थी ने पर और एक यह वह ये वे कि जो तो भी इस उस इन उन हो कर ही या लिए
गया गयी किया कौन क्या कितने कितनी कितना कब कहाँ किस किसने किसे कैसे क्यों
"""
NEPALI = """
र छ छन् हो हुन् थियो थिए यो त्यो यी ती एक पनि तर वा नै त को के कुन कसले कसलाई कहाँ कहिले कसरी किन
कति लागि गरेको गरिएको भएको रहेको हुन्छ हुन्छन् हुने हुनेछ हुनेछन् हुँदा हुन भयो भए भएका भएमा थिइन् थियौं छु छौं छौ
गर्छ गर्छन् गर्ने गर्न गर्नु गर्दा गर्दछ गरी गरे गरेर गरिने गरिन्छ गरियो रहन्छ रहने रहनेछ रहन्छन् लाग्छ लाग्ने लाग्यो
कहिलेदेखि कहिलेसम्म कहिलेबाट कतिसम्म कतिदेखि कतिभन्दा कतिवटा कतिजना कहाँबाट कहाँदेखि कहाँसम्म कसको कसका
कससँग कसबाट केके केमा केले कस्तो कस्ता कुनकुन म हामी हामीले मेरो हाम्रो तपाईं तपाईंको उनी उहाँ आफ्नो यस त्यस यसको यसमा
देखि सम्म भने भनेर अनि यदि साथै तथा
"""

FUNCTION_STEMS = frozenset(stem(word) for word in (ENGLISH + HINDI + NEPALI).split())


def content_stems(stems: Iterable[str]) -> list[str]:
    """The stems that are not function words, in order; all of them where there are no others.

    >>> content_stems(["what", "is", "the", "budget"]), content_stems(["to", "be"])
    (['budget'], ['to', 'be'])
    """
    all_stems = list(stems)
    return [one for one in all_stems if one not in FUNCTION_STEMS] or all_stems
