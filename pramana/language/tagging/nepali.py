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
from pramana.language.tagging.mentions import (
    Gazetteer,
    MentionKind,
    NameMention,
    replace_overlapped,
)
from pramana.language.tagging.nepali_words import NEPALI_PUBLIC_BODIES
from pramana.language.tagging.ordinary import is_ordinary
from pramana.language.tagging.words import (
    CASE_ENDINGS,
    NepaliWord,
    describe_hints,
    hints,
    shape,
    sound,
    words,
)

WINDOW = 3
NEAR = 2
LONGEST_AFFIX = 5


def features(sentence: Sequence[NepaliWord]) -> list[list[str]]:
    """The features of each word of a sentence."""
    contexts = _Sentence(sentence)
    return [list(contexts.at(index)) for index in range(len(sentence))]


class _Sentence:
    """A sentence with the properties of each word, which several features use, computed once."""

    def __init__(self, sentence: Sequence[NepaliWord]) -> None:
        self._sounds = [word.sound for word in sentence]
        self._texts = [word.text for word in sentence]
        self._shapes = [shape(word.text) for word in sentence]
        self._hints = [hints(word.sound) for word in sentence]
        self._endings = [word.ending for word in sentence]
        for index, word in enumerate(sentence[1:]):
            if word.text in CASE_ENDINGS and not self._endings[index]:
                self._endings[index] = word.text  # some writers put a space before the ending

    def at(self, index: int) -> Iterator[str]:
        yield "bias"
        yield from self._own(index)
        yield from self._around(index)
        yield from self._together(index)

    def _own(self, index: int) -> Iterator[str]:
        own, ending = self._sounds[index], self._endings[index]
        yield f"w={own}"
        yield f"t={self._texts[index]}"
        yield f"e={ending}"
        yield f"f={self._shapes[index]}"
        for size in range(1, LONGEST_AFFIX + 1):
            if len(own) > size:
                yield f"<{own[:size]}"
                yield f">{own[-size:]}"
        closed = f"^{own}$"
        for size in (3, 4):
            for start in range(len(closed) - size + 1):
                yield f"~{closed[start : start + size]}"
        for hint in self._hints[index]:
            yield f"h={hint}"
            if ending:
                yield f"h={hint}|{ending}"

    def _around(self, index: int) -> Iterator[str]:
        for offset in (*range(-WINDOW, 0), *range(1, WINDOW + 1)):
            other = index + offset
            if not 0 <= other < len(self._sounds):
                yield f"{offset}none"
                continue
            yield f"{offset}w={self._sounds[other]}"
            yield from (f"{offset}h={hint}" for hint in self._hints[other])
            if abs(offset) <= NEAR:
                yield f"{offset}e={self._endings[other]}"
                yield f"{offset}f={self._shapes[other]}"
                yield f"{offset}<{self._sounds[other][:3]}"
                yield f"{offset}>{self._sounds[other][-3:]}"

    def _together(self, index: int) -> Iterator[str]:
        own, last = self._sounds[index], len(self._sounds) - 1
        if index < last:
            yield f"w+={own}|{self._sounds[index + 1]}"
            yield f"e+={self._endings[index]}|{self._sounds[index + 1]}"
            for hint in self._hints[index]:
                yield from (f"h+={hint}|{other}" for other in self._hints[index + 1])
        if index:
            yield f"-w={self._sounds[index - 1]}|{own}"
            for hint in self._hints[index]:
                yield from (f"-h={other}|{hint}" for other in self._hints[index - 1])
        if 0 < index < last:
            yield f"-+={self._sounds[index - 1]}|{self._sounds[index + 1]}"


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
