"""People, organisations and places found offline. `./run bench entities --data FILE`

FILE holds sentences in BIO format (word first and label last on a line, an empty line between
sentences), in Nepali or English; the language is recognised by the script. Sentences that our
tagger was trained on are written to `--out` like all others but are not counted. The same run
measures a plain gazetteer of the names marked in the rest of the file, how fast 10,000 and
100,000 registry names are found in a text of 12,000 characters, and how reliable the confidence
is that a review shows: of the names shown with 90 %, nine in ten should be right.
"""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from bench import _bio
from bench._bio import Sentence, Span
from bench._gazetteers import measure_speed, plain_gazetteer
from pramana.agni.domain.name_reading import read_names
from pramana.language.scripts import Script, main_script
from pramana.language.tagging import NameMention, tag

TRAINING_SET = Path(__file__).parents[1] / "training/nepali_tagger.seen"
RANGES = (0.9, 0.8, 0.7, 0.5, 0.0)
SHORT = {"PERSON": "PER", "ORGANIZATION": "ORG", "LOCATION": "LOC"}


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    sentences = _bio.sentences(options.data)
    language = _language(sentences)
    tag("Nepal नेपाल")  # loads the models, which must not count as the cost of a text
    began = time.process_time()
    found = [tag(_bio.text_of(sentence)) for sentence in sentences]
    seconds = time.process_time() - began
    ours = [_spans(sentence, mentions) for sentence, mentions in zip(sentences, found, strict=True)]
    seen = _training_flags(sentences)
    if options.out:
        _write(options.out, sentences, found, ours, seen)
    words = sum(map(len, sentences))
    figures = {
        "language": language,
        "sentences": len(sentences),
        "trained_on": sum(seen),
        **_score(sentences, ours, seen),
        "gazetteer": _score(sentences, plain_gazetteer(sentences), seen),
        "cpu_ms_per_1000_words": round(seconds * 1e6 / words, 1),
        "registry_names": measure_speed(),
        "reliability": _reliability(sentences, found, seen),
    }
    _print(figures)
    return figures


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench entities", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="sentences in BIO format")
    parser.add_argument("--out", type=Path, help="write each sentence's spans here, as JSON lines")
    return parser.parse_args(argv)


def _language(sentences: Sequence[Sentence]) -> str:
    sample = " ".join(map(_bio.text_of, sentences[:200]))
    return "ne" if main_script(sample) is Script.DEVANAGARI else "en"


def _training_flags(sentences: Sequence[Sentence]) -> list[bool]:
    known = set(TRAINING_SET.read_text("utf-8").split())
    return [_bio.fingerprint(sentence) in known for sentence in sentences]


def _spans(sentence: Sentence, mentions: Iterable[NameMention]) -> set[Span]:
    """Mentions as spans of words; a word belongs to a mention that covers any part of it."""
    places = _bio.places(sentence)
    found = set()
    for mention in mentions:
        inside = [
            index
            for index, (start, end) in enumerate(places)
            if start < mention.end and mention.start < end
        ]
        found.add((inside[0], inside[-1] + 1, SHORT[mention.kind]))
    return found


def _score(
    sentences: Sequence[Sentence], found: Sequence[set[Span]], seen: Sequence[bool]
) -> dict[str, Any]:
    """Exact spans of the right kind, in sentences outside the training set."""
    counts: Counter[tuple[str, str]] = Counter()
    for sentence, ours, known in zip(sentences, found, seen, strict=True):
        if not known:
            marked = _bio.spans([label for _, label in sentence])
            for name, spans in (("right", ours & marked), ("found", ours), ("marked", marked)):
                counts.update((kind, name) for _, _, kind in spans)
    kinds = ("PER", "ORG", "LOC")
    return {**_measures(counts, kinds), **{kind: _measures(counts, [kind]) for kind in kinds}}


def _reliability(
    sentences: Sequence[Sentence], found: Sequence[list[NameMention]], seen: Sequence[bool]
) -> list[dict[str, float]]:
    """For each range of confidence: how many names a review would show, and how many are right."""
    shown: Counter[float] = Counter()
    right: Counter[float] = Counter()
    for sentence, mentions, known in zip(sentences, found, seen, strict=True):
        if known:
            continue
        marked = _bio.spans([label for _, label in sentence])
        for mention in read_names(_bio.text_of(sentence), mentions):
            least = next(each for each in RANGES if mention.confidence >= each)
            shown[least] += 1
            right[least] += bool(_spans(sentence, [mention]) & marked)
    return [
        {"from": least, "shown": shown[least], "right": round(right[least] / shown[least], 3)}
        for least in RANGES
        if shown[least]
    ]


def _measures(counts: Counter[tuple[str, str]], kinds: Sequence[str]) -> dict[str, float]:
    right, found, marked = (
        sum(counts[kind, name] for kind in kinds) for name in ("right", "found", "marked")
    )
    return {
        "precision": round(right / found, 4) if found else 0.0,
        "recall": round(right / marked, 4) if marked else 0.0,
        "f1": round(2 * right / (found + marked), 4) if found + marked else 0.0,
        "marked": marked,
    }


def _print(figures: dict[str, Any]) -> None:
    counted = figures["sentences"] - figures["trained_on"]
    print(f"{counted} of {figures['sentences']} sentences ({figures['language']}) not trained on:")
    for name, own in (("ours", figures), ("plain gazetteer", figures["gazetteer"])):
        by_kind = ", ".join(f"{kind} {own[kind]['f1']:.3f}" for kind in ("PER", "ORG", "LOC"))
        whole = f"F1 {own['f1']:.3f} (precision {own['precision']:.3f}, recall {own['recall']:.3f})"
        print(f"  {name}: {whole}; {by_kind}")
    print("  confidence in a review:")
    for row in figures["reliability"]:
        print(f"    from {row['from']:.2f}: {row['shown']:5} shown, {row['right']:.1%} right")


def _write(
    file: Path,
    sentences: Sequence[Sentence],
    found: Sequence[list[NameMention]],
    ours: Sequence[set[Span]],
    seen: Sequence[bool],
) -> None:
    """Write a line per sentence: its labels, and each mention with its words and characters."""
    with file.open("w", encoding="utf-8") as lines:
        for item, sentence in enumerate(sentences):
            line = {
                "item": item,
                "text": _bio.text_of(sentence),
                "trained_on": seen[item],
                "labels": _bio.labels(len(sentence), ours[item]),
                "spans": [list(span) for span in sorted(ours[item])],
                "mentions": [
                    [each.start, each.end, each.kind, each.text, each.confidence]
                    for each in found[item]
                ],
            }
            print(json.dumps(line, ensure_ascii=False), file=lines)
