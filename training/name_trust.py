"""Measure how sure names in running text are. `python -m training.name_trust RAW.bio STEMMED.bio`

Of the sentences that train the tagger, a model trained on two thirds reads the other third, three
times over; the tenth kept aside is not used. For each kind of name, by the tagger alone, by a rule
that it agrees with, and by a rule without it, the table gives how many a review shows and how many
are right: what `agni/domain/name_reading/nepali.py` states. It takes three minutes and needs
python-crfsuite.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench._bio import Sentence, part, places, sentences, spans, text_of
from pramana.agni.domain.name_reading import read_names
from pramana.agni.domain.name_reading.nepali import TAGGED
from pramana.language.tagging import NameMention, nepali, tag
from pramana.language.tagging.crf import parse_model
from training.nepali_tagger import KEPT_ASIDE, trained, write

FOLDS = ((1, 2, 3), (4, 5, 6), (7, 8, 9))
SHORT = {"PERSON": "PER", "ORGANIZATION": "ORG", "LOCATION": "LOC"}
Row = tuple[str, str, float]


def main(argv: Sequence[str]) -> None:
    if len(argv) != 2:
        raise SystemExit(__doc__)
    raw, stemmed = (sentences(Path(file)) for file in argv)
    shown: Counter[Row] = Counter()
    right: Counter[Row] = Counter()
    for fold in FOLDS:
        use_model([each for each in (*raw, *stemmed) if part(each) not in (KEPT_ASIDE, *fold)])
        for sentence in (each for each in raw if part(each) in fold):
            for row, is_right in judged(sentence):
                shown[row] += 1
                right[row] += is_right
    for row in sorted(shown):
        kind, source, confidence = row
        share = right[row] / shown[row]
        print(f"{kind} {source:12} {confidence:.2f}: {shown[row]:5} shown, {share:.0%} right")


def use_model(own: Sequence[Sentence]) -> None:
    """Let the product's tagger read with a model of these sentences."""
    with tempfile.NamedTemporaryFile(suffix=".crf.gz") as file:
        write(Path(file.name), *trained(own))
        model = parse_model(Path(file.name).read_bytes())
    nepali.__dict__["load_model"] = lambda name: model


def judged(sentence: Sentence) -> Iterator[tuple[Row, bool]]:
    """Each name that a review would show of a sentence, and whether it is marked there."""
    text, words = text_of(sentence), places(sentence)
    marked = {
        (words[first][0], words[last - 1][1], kind)
        for first, last, kind in spans([label for _, label in sentence])
    }
    tagged = tag(text, "ne")
    for mention in read_names(text, tagged):
        inside = [each for each in words if each[0] < mention.end and mention.start < each[1]]
        kind = SHORT[mention.kind]
        row = (kind, source(mention, tagged), round(mention.confidence, 2))
        yield row, bool(inside) and (inside[0][0], inside[-1][1], kind) in marked


def source(mention: NameMention, tagged: Sequence[NameMention]) -> str:
    if mention.why.startswith(TAGGED):
        return "tagger"
    place = (mention.start, mention.end, mention.kind)
    is_same = any((each.start, each.end, each.kind) == place for each in tagged)
    return "rule, tagger" if is_same else "rule"


if __name__ == "__main__":
    main(sys.argv[1:])
