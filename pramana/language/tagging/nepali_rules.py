"""Nepali names told by the word that says what they are, where the tagger was taught otherwise.

It learnt from news older than the federal state, in which local bodies and offices are few.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from pramana.language.tagging import public_bodies
from pramana.language.tagging.gazetteer import Gazetteer
from pramana.language.tagging.hints import hints
from pramana.language.tagging.mentions import Kind, Mention
from pramana.language.tagging.sounds import sound
from pramana.language.tagging.words import BARE, Word, words

LOCAL_BODY_WORDS = "महानगरपालिका उपमहानगरपालिका नगरपालिका गाउँपालिका"
OFFICE_WORDS = """
प्राधिकरण आयोग निगम संस्थान प्रतिष्ठान परिषद् बैंक विश्वविद्यालय महासंघ बोर्ड एसोसिएसन लिमिटेड
"""
SMALL_WORDS = """
र त तर पनि वा तथा एवं लागि यस उक्त सो सम्बन्धित प्रत्येक सबै कुनै स्थानीय नयाँ अन्य उप विभिन्न हरेक
सम्पूर्ण केही दुई तीन चार पाँच
"""
LOCAL_BODIES = frozenset(map(sound, LOCAL_BODY_WORDS.split()))
OFFICES = frozenset(map(sound, OFFICE_WORDS.split()))
NOT_NAMES = BARE.union(SMALL_WORDS.split())
MOST_BETWEEN = 3


def nepali_rule_mentions(text: str, start: int, end: int) -> Iterator[Mention]:
    """What the rules find in one sentence."""
    sentence = words(text, start, end)
    yield from _local_bodies(text, sentence)
    yield from _offices(text, sentence)
    for body in _public_bodies().find(text[start:end]):
        yield replace(body, confidence=0.85, why="a public body", ids=()).moved(start)


def _local_bodies(text: str, sentence: Sequence[Word]) -> Iterator[Mention]:
    """ललितपुर महानगरपालिका is one place, whose own name is the word before."""
    for before, word in pairwise(sentence):
        if word.sound in LOCAL_BODIES and _may_be_a_name(before):
            yield _mention(text, before, word, Kind.LOCATION, 0.85)


def _may_be_a_name(word: Word) -> bool:
    return (
        word.text[0].isalpha()
        and not word.ending
        and word.text not in NOT_NAMES
        and word.sound not in LOCAL_BODIES
        and "title" not in hints(word.sound)
    )


def _offices(text: str, sentence: Sequence[Word]) -> Iterator[Mention]:
    """नेपाल विद्युत् प्राधिकरण is an organisation, though it begins with a place."""
    for index, first in enumerate(sentence):
        if "place" not in hints(first.sound) or first.ending:
            continue
        for last in sentence[index + 1 : index + 2 + MOST_BETWEEN]:
            if last.sound in OFFICES:
                yield _mention(text, first, last, Kind.ORGANIZATION, 0.8)
            if last.sound in OFFICES or last.ending or last.text in BARE or _is_sign(last):
                break


def _is_sign(word: Word) -> bool:
    return not word.text[0].isalpha()


def _mention(text: str, first: Word, last: Word, kind: Kind, confidence: float) -> Mention:
    start, end = first.start, last.stem_end
    return Mention(start, end, kind, text[start:end], confidence, f"ends in {last.stem}")


@cache
def _public_bodies() -> Gazetteer:
    return Gazetteer(
        (name, name, Kind.ORGANIZATION) for name in public_bodies.NEPALI.strip().splitlines()
    )
