"""A plain gazetteer as a peer, and the speed of our gazetteer with many names."""

import itertools
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from statistics import median
from typing import Any

from bench import _bio
from bench._bio import Sentence, Span
from pramana.language.tagging import Gazetteer, MentionKind
from pramana.language.tagging.nepali_words import GIVEN_NAMES, MIDDLE_NAMES, SURNAMES

SIZES = (10_000, 100_000)
CHARACTERS = 12_000
REPEATS = 9
Names = dict[tuple[str, ...], str]


def plain_gazetteer(sentences: Sequence[Sentence]) -> list[set[Span]]:
    """Match the names marked in the other nine tenths, longest first, exactly as written there."""
    parts = [_bio.part(sentence) for sentence in sentences]
    names = {own: _names(sentences, parts, own) for own in set(parts)}
    return [
        set(_matches([word for word, _ in sentence], names[own]))
        for sentence, own in zip(sentences, parts, strict=True)
    ]


def _names(sentences: Sequence[Sentence], parts: Sequence[int], without: int) -> Names:
    counts: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
    for sentence, own in zip(sentences, parts, strict=True):
        if own != without:
            words = [word for word, _ in sentence]
            for first, last, kind in _bio.spans([label for _, label in sentence]):
                counts[tuple(words[first:last])][kind] += 1
    return {name: kinds.most_common(1)[0][0] for name, kinds in counts.items()}


def _matches(words: Sequence[str], names: Names) -> Iterator[Span]:
    longest = max(map(len, names), default=0)
    at = 0
    while at < len(words):
        ends = range(min(at + longest, len(words)), at, -1)
        end = next((end for end in ends if tuple(words[at:end]) in names), None)
        if end:
            yield at, end, names[tuple(words[at:end])]
        at = end or at + 1


def measure_speed() -> dict[str, Any]:
    """CPU time to build a gazetteer of each size, and to search a text with it."""
    generated = _generate_names()
    random.Random(1).shuffle(generated)
    figures = {}
    for size in SIZES:
        began = time.process_time()
        names = Gazetteer(
            (str(number), name, MentionKind.PERSON) for number, name in enumerate(generated[:size])
        )
        built = time.process_time() - began
        text = _text(generated[:size])
        costs = []
        for _ in range(REPEATS):
            began = time.process_time()
            matches = names.find(text)
            costs.append(time.process_time() - began)
        figures[str(size)] = {
            "build_cpu_s": round(built, 2),
            "find_cpu_ms": round(median(costs) * 1000, 1),
            "found": len(matches),
        }
    return figures


def _generate_names() -> list[str]:
    parts = (sorted(set(each.split())) for each in (GIVEN_NAMES, MIDDLE_NAMES, SURNAMES))
    return [" ".join(name) for name in itertools.islice(itertools.product(*parts), 0, None, 11)]


def _text(names: Sequence[str]) -> str:
    """A text in which every fourth sentence names a person."""
    plain = "समितिको बैठकमा उपस्थित सदस्यहरूले प्रस्तावमाथि छलफल गरी निर्णय गरेका छन् ।"
    sentences = (
        f"{names[n % len(names)]}ले आफ्नो भनाइ राखे ।" if n % 4 == 0 else plain for n in range(1000)
    )
    return " ".join(sentences)[:CHARACTERS]
