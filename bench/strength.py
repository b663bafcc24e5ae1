"""Measures whether the strength of a match is calibrated. `./run bench strength --data DIR`

DIR holds judged sets side by side. Each corpus is indexed in a space of its own, and every question
is asked of the corpus that answers it, and of the others. From .5 on a search counts as having
found something, below .3 as having found nothing; errors are counted on half of the questions.
`--fit` first fits the constants of the configured encoder on the other half, prints them, and
counts with them: slopes by logistic regression, and a base at which 97 of 100 questions to a corpus
about something else find nothing. Questions that the encoder compares in another way, such as those
in Devanagari, have constants of their own. `--most N` takes a part of each corpus.
"""

import argparse
import math
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid5

from bench._embedded import corpus_vectors
from bench._logistic import fit
from bench._questions import Asked, Corpus, corpora, is_held_out, keywords, small_talk
from bench._scratch import scratch_product
from pramana.kit.scope import Scope

if TYPE_CHECKING:
    from pramana.retrieval.contracts import Hit

NAMES = UUID("0d2f8e0e-6f0a-4b52-9f4c-0b7a1a2f7c11")
BATCH = 1000
FIRST = 5
"""Hits that are looked at: the strongest of them decides."""

OTHERS = 3
"""Other corpora that a question is asked of."""

KIN = ({"pubmed", "scifact"},)
"""Corpora about one matter. What they find for each other is counted apart and not fitted on."""

STRAYS = 0.03
"""The share of questions to the wrong corpus that may find something, doubtful as it is."""

SHARES = {
    "answered": 1.0,
    "elsewhere": 1.0,
    "keywords": 0.3,
    "keywords elsewhere": 0.3,
    "small talk": 0.3,
    "near": 0.05,
}
"""What each kind counts for in the fit, whatever its number of questions."""

RIGHT = ("answered", "keywords")


@dataclass(frozen=True)
class Outcome:
    """One question to one corpus: its kind, where it was asked, and its hits."""

    kind: str
    place: str
    text: str
    hits: "list[Hit]"


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench strength", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder of judged sets")
    parser.add_argument("--fit", action="store_true", help="fit the encoder's constants first")
    parser.add_argument("--most", type=int, default=0, help="passages and questions of a corpus")
    options = parser.parse_args(argv)
    found = [_part(each, options.most) if options.most else each for each in corpora(options.data)]
    with scratch_product() as scope:
        found += [half for each in found if index(scope, each) for half in _halves(scope, each)]
        outcomes = list(_asked(scope, found, also_fitted=options.fit))
    figures: dict[str, Any] = {}
    for name, group in _by_calibration(outcomes).items():
        held = [each for each in group if is_held_out(each.text)]
        rest = [each for each in group if not is_held_out(each.text)]
        constants = _fitted(rest) if options.fit else None
        strength = _strength_by(constants) if constants else (lambda hit: hit.strength)
        figures[name] = _figures(held, strength)
        for kind, places in figures[name].items():
            print(f"{name}, {kind}: {places.get('all', 'not asked')}")
        if constants:
            print(f"{name}: fitted {constants}")
            figures[name] |= {"fitted": constants}
    return figures


def _part(corpus: Corpus, most: int) -> Corpus:
    """Some of the questions, the passages that answer them, and others."""
    chance = random.Random(corpus.name)
    questions = chance.sample(corpus.questions, min(most // 2, len(corpus.questions)))
    needed = {place for asked in questions for place in asked.answers}
    others = [place for place in range(len(corpus.texts)) if place not in needed]
    chance.shuffle(others)
    places = sorted(needed | set(others[: max(0, most - len(needed))]))
    position = {place: number for number, place in enumerate(places)}
    asked = [Asked(q.text, frozenset(position[each] for each in q.answers)) for q in questions]
    return Corpus(corpus.name, [corpus.texts[place] for place in places], asked)


def _by_calibration(outcomes: list[Outcome]) -> dict[str, list[Outcome]]:
    from pramana.llm.embeddings.encoder import configured_encoder

    encoder = configured_encoder()
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for each in outcomes:
        groups[encoder.calibration_id(each.text) if encoder else ""].append(each)
    return groups


def index(scope: Scope, corpus: Corpus) -> bool:
    """Index a corpus in a space of its name. True when no other corpus is in its script."""
    from pramana.language.scripts import Script, script_shares
    from pramana.llm.embeddings.encoder import KNOWN_SHARE, configured_encoder
    from pramana.retrieval.contracts import Embeddings, IndexEntry
    from pramana.retrieval.services import index_entries, settle_counts

    encoder = configured_encoder()
    vectors, _ = corpus_vectors(corpus.texts)
    items = [item_of(corpus, place) for place in range(len(corpus.texts))]
    for start in range(0, len(items), BATCH):
        part = slice(start, start + BATCH)
        entries = [
            IndexEntry(space=corpus.name, item_id=item, parent_id=item, text=text)
            for item, text in zip(items[part], corpus.texts[part], strict=True)
        ]
        made = dict(zip(items[part], vectors[part], strict=True))
        given = Embeddings(encoder.id, encoder.dimension, made) if encoder else None
        index_entries(scope, entries, given)
    settle_counts(scope)
    return script_shares(corpus.texts[0]).get(Script.LATIN, 0) < KNOWN_SHARE


def item_of(corpus: Corpus, place: int) -> UUID:
    return uuid5(NAMES, f"{corpus.name}/{place}")


def _halves(scope: Scope, corpus: Corpus) -> Iterator[Corpus]:
    """The halves of a corpus that has no other of its language beside it."""
    middle = len(corpus.texts) // 2
    for name, places in (("first", range(middle)), ("last", range(middle, len(corpus.texts)))):
        inside = [q for q in corpus.questions if not q.answers & set(places)]
        half = Corpus(f"{corpus.name}/{name}", [corpus.texts[p] for p in places], inside)
        index(scope, half)
        yield half


def _asked(scope: Scope, found: list[Corpus], *, also_fitted: bool) -> Iterator[Outcome]:
    """Every question to its own corpus and to some others; of halves, only to the wrong one."""
    wholes = [each for each in found if "/" not in each.name]
    for corpus in found:
        for asked in corpus.questions:
            if not also_fitted and not is_held_out(asked.text):
                continue
            if corpus in wholes:
                yield from _own(scope, corpus, asked)
            for other in _others(corpus, asked, wholes) if corpus in wholes else [corpus]:
                kin = any({corpus.name, other.name} <= each for each in KIN)
                yield _outcome(scope, "kin" if kin else "elsewhere", other, asked.text)
    for corpus in wholes:
        yield from _typed(scope, corpus, wholes)


def _typed(scope: Scope, corpus: Corpus, wholes: list[Corpus]) -> Iterator[Outcome]:
    """What else people type: a few words, here and where none of them stands, and small talk."""
    for keyword in keywords(corpus):
        yield _outcome(scope, "keywords", corpus, keyword.text)
        for other in _others(corpus, keyword, wholes)[:1]:
            outcome = _outcome(scope, "keywords elsewhere", other, keyword.text)
            if not any(hit.words for hit in outcome.hits):
                yield outcome
    for text in small_talk():
        yield _outcome(scope, "small talk", corpus, text)


def _own(scope: Scope, corpus: Corpus, asked: Asked) -> Iterator[Outcome]:
    """The passages that answer, and those beside them that do not."""
    answers = {item_of(corpus, place) for place in asked.answers}
    hits = _outcome(scope, "answered", corpus, asked.text).hits
    right = [hit for hit in hits if hit.item_id in answers]
    yield Outcome("answered", corpus.name, asked.text, right or hits)
    wrong = [hit for hit in hits if hit.item_id not in answers]
    yield Outcome("near", corpus.name, asked.text, wrong)


def _others(corpus: Corpus, asked: Asked, wholes: list[Corpus]) -> list[Corpus]:
    """Three of the other corpora, each question its own three."""
    others = [each for each in wholes if each is not corpus]
    return random.Random(asked.text).sample(others, min(OTHERS, len(others)))


def _outcome(scope: Scope, kind: str, corpus: Corpus, text: str) -> Outcome:
    from pramana.retrieval.contracts import Query
    from pramana.retrieval.selectors import search

    hits = search(scope, Query(text=text, spaces=(corpus.name,), limit=10))
    return Outcome(kind, corpus.name, text, hits)


def _fitted(outcomes: list[Outcome]) -> list[float]:
    """Base, cosine and coverage, over hits that have a cosine."""
    rows: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for each in outcomes:
        hits = [hit for hit in each.hits[:FIRST] if hit.cosine is not None]
        rows[each.kind] += [(hit.cosine or 0.0, hit.coverage) for hit in hits]
    features = [row for kind in SHARES for row in rows[kind]]
    right = [kind in RIGHT for kind in SHARES for _ in rows[kind]]
    weights = [SHARES[kind] / max(1, len(rows[kind])) for kind in SHARES for _ in rows[kind]]
    _, cosine, coverage = (round(value, 1) for value in fit(features, right, weights))
    return [_base(outcomes, cosine, coverage), cosine, coverage]


def _base(outcomes: list[Outcome], cosine: float, coverage: float) -> float:
    from pramana.retrieval.domain.fusion import NO_MATCH

    found = [
        [(hit.cosine, hit.coverage) for hit in each.hits[:FIRST] if hit.cosine is not None]
        for each in outcomes
        if each.kind == "elsewhere"
    ]
    strays = sorted(max(cosine * c + coverage * w for c, w in hits) for hits in found if hits)
    highest = strays[int(len(strays) * (1 - STRAYS))]
    return round(math.log(NO_MATCH / (1 - NO_MATCH)) - highest, 1)


def _strength_by(constants: list[float]) -> "Callable[[Hit], float]":
    base, cosine, coverage = constants

    def strength(hit: "Hit") -> float:
        if hit.cosine is None:
            return hit.coverage
        return 1 / (1 + math.exp(-(base + cosine * hit.cosine + coverage * hit.coverage)))

    return strength


def _figures(outcomes: list[Outcome], strength: "Callable[[Hit], float]") -> dict[str, Any]:
    """By kind and corpus: the share of questions that found nothing, something, or were unsure."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for each in outcomes:
        best = max(map(strength, each.hits[:FIRST]), default=0.0)
        found[each.kind, each.place].append(best)
        found[each.kind, "all"].append(best)
    return {
        kind: {place: _shares(best) for (one, place), best in found.items() if one == kind}
        for kind in (*SHARES, "kin")
    }


def _shares(strengths: list[float]) -> dict[str, float]:
    from pramana.retrieval.domain.fusion import NO_MATCH, SURE_MATCH

    many = len(strengths)
    return {
        "questions": many,
        "nothing": round(sum(each < NO_MATCH for each in strengths) / many, 4),
        "doubtful": round(sum(NO_MATCH <= each < SURE_MATCH for each in strengths) / many, 4),
        "found": round(sum(each >= SURE_MATCH for each in strengths) / many, 4),
    }
