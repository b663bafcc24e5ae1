"""One call for a text of either language, or of both mixed.

Runs in the CPU pool: it takes and gives plain values, and a child keeps its models between calls.
"""

import re
from dataclasses import replace
from pathlib import Path

from pramana.language.tagging.gazetteer import SURE, Gazetteer
from pramana.language.tagging.mentions import Mention, without_overlaps

READ = ("en", "ne")
FOREIGN = 0.7
"""What is left of a reading's confidence in another language of the same script."""

_NO_WORD = re.compile(r"\S{150,}")
"""A run of letters this long is a key, a picture or a mistake of OCR, and costs like a chapter."""

AGREED = 0.95
"""Confidence where the registry and a tagger agree on place and kind."""


def tag(
    text: str, language: str | None = None, gazetteer: Gazetteer | str | None = None
) -> list[Mention]:
    """The people, organisations and places named in an NFC text, in order, none overlapping.

    Each stretch is read by its script, because Nepali papers quote English names and the other way
    round. `language`, where it is known and is neither, lowers the confidence of what was read:
    Hindi is read as if it were Nepali. `gazetteer` holds known names, or is the path of a file it
    was saved to.
    """
    from pramana.language.tagging.english import english_mentions
    from pramana.language.tagging.nepali import nepali_mentions

    text = _NO_WORD.sub(lambda run: " " * len(run.group()), text)
    found = [*nepali_mentions(text), *english_mentions(text)]
    if language and language not in READ:
        found = [replace(each, confidence=each.confidence * FOREIGN) for each in found]
    return without_overlaps(_with_known(found, _known(text, gazetteer)))


def _known(text: str, gazetteer: Gazetteer | str | None) -> list[Mention]:
    if isinstance(gazetteer, str):
        gazetteer = Gazetteer.load(Path(gazetteer))
    return gazetteer.find(text) if gazetteer is not None else []


def _with_known(found: list[Mention], known: list[Mention]) -> list[Mention]:
    """What was read, joined with what the registry knows; both together are surer than either.

    Where they read the same words as two kinds, the registry is believed if the name is of
    several words, and the tagger if it is of one.
    """
    by_place = {(each.start, each.end): each for each in known}
    joined = []
    for mention in found:
        twin = by_place.get((mention.start, mention.end))
        if twin is None:
            joined.append(mention)
        elif twin.kind is mention.kind:
            why = f"{twin.why}; {mention.why}"
            joined.append(replace(mention, confidence=AGREED, why=why, ids=twin.ids))
        elif twin.confidence < SURE:
            joined.append(mention)
    return joined + known
