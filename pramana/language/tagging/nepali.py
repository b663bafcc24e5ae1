"""Names in Nepali text, found by a tagger that we trained and by a few rules.

The tagger learnt from news written before the federal state, in which local bodies and offices are
rare. The rules find those by the word that says what they are.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise

from pramana.language.tagging.crf import OUTSIDE, LabelProbability, load_model
from pramana.language.tagging.features import features
from pramana.language.tagging.gazetteer import Gazetteer
from pramana.language.tagging.mentions import MentionKind, NameMention, replace_overlapped
from pramana.language.tagging.nepali_words import NEPALI_PUBLIC_BODIES
from pramana.language.tagging.ordinary import is_ordinary
from pramana.language.tagging.words import (
    CASE_ENDINGS,
    NepaliWord,
    describe_hints,
    hints,
    sound,
    words,
)

SENTENCE_END = re.compile(r"[।॥?!]+|\n+|(?<=[A-Za-z]{4})\.(?=\s+[\u0904-\u0939])")
"""A full stop ends a sentence only after an English word: Nepali abbreviates with it (डा.)."""

MAX_SENTENCE = 1200
"""In characters. Longer text without a full stop (a list, a table) is cut at a space."""

DEVANAGARI = re.compile(r"[\u0904-\u0939\u0958-\u0961]")
KIND_OF_LABEL = {
    "PER": MentionKind.PERSON,
    "ORG": MentionKind.ORGANIZATION,
    "LOC": MentionKind.LOCATION,
}
MODEL = "nepali"
CLOSING_ENDINGS = frozenset(("ले", "लाई", "बाट", "द्वारा", "सँग", "संग"))
"""A word with one of these endings ends a name; को and का may occur inside one."""

MAX_CONFIDENCE = 0.95
"""An upper limit, because the model's own probabilities are too optimistic."""

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
NOT_NAMES = CASE_ENDINGS.union(SMALL_WORDS.split())
MAX_WORDS_BETWEEN = 3


def nepali_mentions(text: str) -> Iterator[NameMention]:
    """The names in the sentences that contain Devanagari letters."""
    for start, end in nepali_sentences(text):
        yield from replace_overlapped(
            _model_mentions(text, start, end), _rule_mentions(text, start, end)
        )


def nepali_sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences that contain Devanagari letters, as ranges of the text."""
    for start, end in _sentences(text):
        if DEVANAGARI.search(text, start, end):
            yield start, end


def _sentences(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    for end in [match.end() for match in SENTENCE_END.finditer(text)] + [len(text)]:
        while end - start > MAX_SENTENCE:
            space = text.rfind(" ", start + 1, start + MAX_SENTENCE)
            cut = space if space > 0 else start + MAX_SENTENCE
            yield start, cut
            start = cut
        if end > start:
            yield start, end
        start = end


def _model_mentions(text: str, start: int, end: int) -> Iterator[NameMention]:
    sentence = words(text, start, end)
    labels = load_model(MODEL).label(features(sentence))
    for first, last in _name_ranges(sentence, labels):
        mention = _model_mention(text, sentence[first:last], labels[first:last])
        if any(char.isalpha() for char in mention.text):
            yield mention


def _name_ranges(
    sentence: Sequence[NepaliWord], labels: Sequence[LabelProbability]
) -> Iterator[tuple[int, int]]:
    """The first word of each name and the word after its last one, as indexes."""
    start = None
    for index, label in enumerate([*(each.label for each in labels), OUTSIDE]):
        if start is not None and (
            label != f"I-{labels[start].label[2:]}" or sentence[index - 1].ending in CLOSING_ENDINGS
        ):
            yield start, index
            start = None
        if start is None and label != OUTSIDE:
            start = index


def _model_mention(
    text: str, name: Sequence[NepaliWord], labels: Sequence[LabelProbability]
) -> NameMention:
    start, end = name[0].start, name[-1].stem_end
    confidence = min(MAX_CONFIDENCE, *(each.probability for each in labels))
    kind = KIND_OF_LABEL[labels[0].label[2:]]
    return NameMention(start, end, kind, text[start:end], round(confidence, 2), _explanation(name))


def _explanation(name: Sequence[NepaliWord]) -> str:
    known = next((word for word in name if hints(word.sound)), None)
    detail = f"; {known.stem}: {describe_hints(known.sound)}" if known else ""
    return f"found by the Nepali tagger{detail}"


def _rule_mentions(text: str, start: int, end: int) -> Iterator[NameMention]:
    """The names that the rules find in one sentence."""
    sentence = words(text, start, end)
    yield from _local_bodies(text, sentence)
    yield from _offices(text, sentence)
    for body in _public_bodies().find(text[start:end]):
        yield replace(body, confidence=0.85, why="a public body", ids=()).shift(start)


def _local_bodies(text: str, sentence: Sequence[NepaliWord]) -> Iterator[NameMention]:
    """Local bodies: in ललितपुर महानगरपालिका the word before the type is the name."""
    for before, word in pairwise(sentence):
        if word.sound in LOCAL_BODIES and _may_be_a_name(before):
            yield _rule_mention(text, before, word, MentionKind.LOCATION, 0.85)


def _may_be_a_name(word: NepaliWord) -> bool:
    return (
        word.text[0].isalpha()
        and not word.ending
        and word.text not in NOT_NAMES
        and word.sound not in LOCAL_BODIES
        and not is_ordinary(word.text)
        and "title" not in hints(word.sound)
    )


def _offices(text: str, sentence: Sequence[NepaliWord]) -> Iterator[NameMention]:
    """Organisations whose name begins with a place: नेपाल विद्युत् प्राधिकरण."""
    for index, first in enumerate(sentence):
        if "place" not in hints(first.sound) or first.ending:
            continue
        for last in sentence[index + 1 : index + 2 + MAX_WORDS_BETWEEN]:
            if last.sound in OFFICES:
                yield _rule_mention(text, first, last, MentionKind.ORGANIZATION, 0.8)
            if (
                last.sound in OFFICES
                or last.ending
                or last.text in CASE_ENDINGS
                or _is_not_a_word(last)
            ):
                break


def _is_not_a_word(word: NepaliWord) -> bool:
    return not word.text[0].isalpha()


def _rule_mention(
    text: str, first: NepaliWord, last: NepaliWord, kind: MentionKind, confidence: float
) -> NameMention:
    start, end = first.start, last.stem_end
    return NameMention(start, end, kind, text[start:end], confidence, f"ends in {last.stem}")


@cache
def _public_bodies() -> Gazetteer:
    return Gazetteer(
        (name, name, MentionKind.ORGANIZATION) for name in NEPALI_PUBLIC_BODIES.strip().splitlines()
    )
