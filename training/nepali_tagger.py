"""Train the Nepali tagger. `python -m training.nepali_tagger RAW.bio STEMMED.bio`

Needs python-crfsuite, which the product does not. Trains on nine tenths of the sentences, each as
it was written and with its endings split off; the same sentences always make the same model. The
card beside this file says what comes out.
"""

import gzip
import json
import sys
import tempfile
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from bench._bio import Sentence, fingerprint, part, places, sentences, text_of
from pramana.language.tagging.crf import OUTSIDE, SCALE
from pramana.language.tagging.nepali import features
from pramana.language.tagging.words import NepaliWord, words

MODEL = Path(__file__).parents[1] / "pramana/language/tagging/nepali.crf.gz"
SEEN = Path(__file__).parent / "nepali_tagger.seen"
PARAMETERS = {"c1": 0.1, "c2": 0.05, "max_iterations": 100, "feature.possible_transitions": True}
KEPT_ASIDE = 0
"""The tenth that training never sees."""

LESS_OUTSIDE = 0.4
"""Taken off the score of O: the model errs on the side of silence, and a person reviews."""


def main(argv: Sequence[str]) -> None:
    if not argv:
        raise SystemExit(__doc__)
    own = [each for file in argv for each in sentences(Path(file)) if part(each) != KEPT_ASIDE]
    state, transitions = trained(own)
    write(MODEL, state, transitions)
    SEEN.write_text("\n".join(sorted({fingerprint(each) for each in own})) + "\n", "utf-8")
    print(f"{len(own)} sentences, {len(state)} weights, {MODEL.stat().st_size} bytes")


def trained(
    own: Iterable[Sentence],
) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """The weights of features with labels, and of labels that follow each other."""
    import pycrfsuite

    trainer = pycrfsuite.Trainer(verbose=False, params=PARAMETERS)
    for sentence in own:
        read, labels = as_read(sentence)
        trainer.append(features(read), labels)
    with tempfile.NamedTemporaryFile(suffix=".crf") as file:
        trainer.train(file.name)
        tagger = pycrfsuite.Tagger()
        tagger.open(file.name)
        learnt = tagger.info()
        return dict(learnt.state_features), dict(learnt.transitions)


def as_read(sentence: Sentence) -> tuple[list[NepaliWord], list[str]]:
    """The sentence as the product splits it into words, with the labels carried over."""
    read, carried, before = words(text_of(sentence)), [], -1
    starts = [start for start, _ in places(sentence)]
    for word in read:
        index = bisect_right(starts, word.start) - 1
        label = sentence[index][1]
        carried.append(f"I-{label[2:]}" if label != OUTSIDE and index == before else label)
        before = index
    return read, carried


def write(
    file: Path, state: dict[tuple[str, str], float], transitions: dict[tuple[str, str], float]
) -> None:
    """One line for the labels, then a feature to a line; packed without a date."""
    labels = sorted({label for pair in transitions for label in pair})
    table = [[round(transitions.get((a, b), 0.0), 3) for b in labels] for a in labels]
    rows: dict[str, list[str]] = defaultdict(list)
    for (feature, label), weight in sorted(state.items()):
        if feature == "bias" and label == OUTSIDE:
            weight -= LESS_OUTSIDE
        if hundredths := round(weight * SCALE):
            rows[feature].append(f"{labels.index(label)}:{hundredths}")
    head = json.dumps({"labels": labels, "transitions": table})
    lines = [head, *("\t".join([feature, *row]) for feature, row in sorted(rows.items()))]
    file.write_bytes(gzip.compress("\n".join(lines).encode(), 9, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1:])
