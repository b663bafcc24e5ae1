"""Names of people, organisations and places found in a text without a language model.

`tag` runs in the CPU pool: arguments and results are plain values, and each child process keeps its
models between calls.
"""

import re
from dataclasses import replace
from pathlib import Path

from pramana.language.tagging.mentions import (
    CONFIDENCE,
    Gazetteer,
    MentionKind,
    NameMention,
    drop_overlaps,
)

__all__ = ["Gazetteer", "MentionKind", "NameMention", "tag"]


LANGUAGES = ("en", "ne")
OTHER_LANGUAGE_FACTOR = 0.7
"""Confidence is multiplied by this for another language in the same script."""

_LONG_RUN = re.compile(r"\S{150,}")
"""A run this long is a key, encoded data or an OCR error, and would take very long to tag."""

AGREED_CONFIDENCE = 0.95
"""The confidence where the registry and a tagger agree on the range and the kind."""


def tag(
    text: str, language: str | None = None, gazetteer: Gazetteer | str | None = None
) -> list[NameMention]:
    """The people, organisations and places named in an NFC text, in order, none overlapping.

    Each part of the text is tagged by its script, because Nepali documents contain English names
    and the other way round. Where `language` is neither of the two, the confidence is lower: Hindi
    is tagged as if it were Nepali. `gazetteer` holds known names, or is the path of its file.
    """
    from pramana.language.tagging.english import english_mentions
    from pramana.language.tagging.nepali import nepali_mentions

    text = _LONG_RUN.sub(lambda run: " " * len(run.group()), text)
    found = [*nepali_mentions(text), *english_mentions(text)]
    if language and language not in LANGUAGES:
        found = [
            replace(each, confidence=each.confidence * OTHER_LANGUAGE_FACTOR) for each in found
        ]
    return drop_overlaps(_add_known_names(found, _gazetteer_mentions(text, gazetteer)))


def _gazetteer_mentions(text: str, gazetteer: Gazetteer | str | None) -> list[NameMention]:
    if isinstance(gazetteer, str):
        gazetteer = Gazetteer.load(Path(gazetteer))
    return gazetteer.find(text) if gazetteer is not None else []


def _add_known_names(found: list[NameMention], known: list[NameMention]) -> list[NameMention]:
    """The mentions found, combined with those the registry knows.

    Where both name the same words but differ in kind, the registry wins for a name of several
    words and the tagger for a single word.
    """
    by_place = {(each.start, each.end): each for each in known}
    joined = []
    for mention in found:
        twin = by_place.get((mention.start, mention.end))
        if twin is None:
            joined.append(mention)
        elif twin.kind is mention.kind:
            why = f"{twin.why}; {mention.why}"
            joined.append(replace(mention, confidence=AGREED_CONFIDENCE, why=why, ids=twin.ids))
        elif twin.confidence < CONFIDENCE:
            joined.append(mention)
    return joined + known
