"""Names in Nepali text, by a tagger of our own training and a few rules."""

from collections.abc import Iterator, Sequence

from pramana.language.tagging.crf import OUTSIDE, Labelled, model
from pramana.language.tagging.features import features
from pramana.language.tagging.hints import described, hints
from pramana.language.tagging.mentions import Kind, Mention, replaced
from pramana.language.tagging.nepali_rules import nepali_rule_mentions
from pramana.language.tagging.sentences import nepali_stretches
from pramana.language.tagging.words import Word, words

KINDS = {"PER": Kind.PERSON, "ORG": Kind.ORGANIZATION, "LOC": Kind.LOCATION}
MODEL = "nepali"
CLOSING = frozenset(("ले", "लाई", "बाट", "द्वारा", "सँग", "संग"))
"""Endings that no word inside a name has; को and का may stand there."""

SUREST = 0.95
"""No reading of ours is certain, whatever the model's own arithmetic says."""


def nepali_mentions(text: str) -> Iterator[Mention]:
    """The names found in the sentences that hold Devanagari."""
    for start, end in nepali_stretches(text):
        yield from replaced(_tagged(text, start, end), nepali_rule_mentions(text, start, end))


def _tagged(text: str, start: int, end: int) -> Iterator[Mention]:
    sentence = words(text, start, end)
    labels = model(MODEL).label(features(sentence))
    for first, last in _runs(sentence, labels):
        mention = _mention(text, sentence[first:last], labels[first:last])
        if any(char.isalpha() for char in mention.text):
            yield mention


def _runs(sentence: Sequence[Word], labels: Sequence[Labelled]) -> Iterator[tuple[int, int]]:
    """Where each name begins and ends, in words. A word that does or suffers something ends it."""
    start = None
    for index, label in enumerate([*(each.label for each in labels), OUTSIDE]):
        if start is not None and (
            label != f"I-{labels[start].label[2:]}" or sentence[index - 1].ending in CLOSING
        ):
            yield start, index
            start = None
        if start is None and label != OUTSIDE:
            start = index


def _mention(text: str, named: Sequence[Word], labels: Sequence[Labelled]) -> Mention:
    start, end = named[0].start, named[-1].stem_end
    confidence = min(SUREST, *(each.probability for each in labels))
    kind = KINDS[labels[0].label[2:]]
    return Mention(start, end, kind, text[start:end], round(confidence, 2), _why(named))


def _why(named: Sequence[Word]) -> str:
    known = next((word for word in named if hints(word.sound)), None)
    told = f"; {known.stem}: {described(known.sound)}" if known else ""
    return f"read so by the Nepali tagger{told}"
