"""Candidates by what people taught: the values at labels where decided values stood before."""

import re
from collections.abc import Iterator, Sequence

from pramana.extraction.contracts.fields import LabelPosition, LearnedLabel
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_candidates import (
    CandidateSource,
    FieldCandidate,
    region_candidate,
)
from pramana.extraction.domain.reading.field_questions import FieldQuestion
from pramana.extraction.domain.reading.labels import normalise_name

MOST_PLACES = 8
"""How many places of one label are tried."""
_GAPS = {
    LabelPosition.BEFORE: r"[ \t:：#=.\-–—|]*",
    LabelPosition.ABOVE: r"[ \t:.]*\n[ \t]*",
}
_CELL_END = re.compile(r"\t|\||\s{3,}|\n")
OF_ALL_SENDERS = 0.7
"""A label that several senders use says less than one of this document's own sender."""


def learned_key(question: FieldQuestion) -> str:
    """The name under which labels are taught for a field: its own, after its parent's."""
    return normalise_name(question.words)


def learned_candidates(
    document: DocumentLayout, question: FieldQuestion, learned: Sequence[LearnedLabel]
) -> Iterator[FieldCandidate]:
    """Yield the values at the labels that people taught for this field."""
    own = learned_key(question)
    for each in learned:
        if each.field == own and each.hits > each.misses:
            yield from _values_at(document, question, each)


def _values_at(
    document: DocumentLayout, question: FieldQuestion, label: LearnedLabel
) -> Iterator[FieldCandidate]:
    words = r"[\s.\-/]{1,3}".join(map(re.escape, label.label.split()))
    form = re.compile(rf"(?:^|[\s|]){words}(?!\w){_GAPS[label.position]}(?=\S)", re.I | re.M)
    for _, match in zip(range(MOST_PLACES), form.finditer(document.text), strict=False):
        end = _CELL_END.search(document.text, match.end())
        features = {"cover": 1.0, "own_name": 1.0, "colon": 1.0}
        features["learned"] = 1.0 if label.sender else OF_ALL_SENDERS
        candidate = region_candidate(
            document, question, match.end(), end.start() if end else len(document.text), features
        )
        if candidate:
            candidate.source = CandidateSource.LEARNED
            yield candidate


def add_learned(
    document: DocumentLayout,
    question: FieldQuestion,
    candidate: FieldCandidate,
    learned: Sequence[LearnedLabel],
) -> None:
    """Add what people taught about the label at which a candidate stands, for it or against it."""
    name = learned_key(question)
    before = document.text[max(0, candidate.start - 160) : candidate.start]
    near = normalise_name(" ".join(before.splitlines()[-2:]))
    for each in learned:
        if each.field == name and near.endswith(normalise_name(each.label)):
            own = 1.0 if each.sender else OF_ALL_SENDERS
            key = "learned" if each.hits > each.misses else "unlearned"
            candidate.features[key] = max(candidate.features.get(key, 0.0), own)
