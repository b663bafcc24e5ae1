"""The statement model's head: which statements a message makes about people, with their chances.

It works on the states that the model's encoder gives the tokens of a message and of the two before
it. It only points at words; what they refer to and whether they are believed is decided in
`proposals.py`. How the model is made and what it cannot do is in training/statements/README.md.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

FAMILIES = (
    *("works_at", "position", "member_of", "lives_in", "address", "comes_from", "studies_at"),
    *("subject_of_study", "teaches", "spouse", "parent", "child", "sibling", "relative", "friend"),
    *("boss", "colleague", "phone", "email", "birth", "age", "died", "nickname", "same_as"),
    *("likes", "dislikes", "owns", "pet", "plays", "speaks", "has_condition", "event"),
)
STATUSES = (
    *("now", "begins", "ended", "will_begin", "will_end", "not", "corrected"),
    *("hearsay", "quoted", "hypothetical", "plan", "joke", "asked"),
)
ROLES = ("subject", "by", "when")
MOST_LOGIT = 60.0
"""Beyond this a chance is 0 or 1, and its exponential would overflow."""
LONGEST_OBJECT, LONGEST_ROLE = 16, 10
"""Tokens of an object, and of a subject, source or time."""
MOST_TOKENS, MOST_TOKENS_BEFORE = 300, 80
BEGIN, END = 0, 2
LEAST_CHANCE = 0.15
"""Of an object, from which on it is looked at."""
LEAST_SHARE = 0.5
"""Of the best subject's chance, from which on another is a subject too: "Ana and Bo live in"."""
Array = Any
"""A numpy array. numpy is imported on first use."""
Piece = tuple[int, int, int]
"""A token's text (0: this message, 1 and 2: those before it, -1: none), and where it stands."""


@dataclass(frozen=True)
class PointedWords:
    """Words of this message (text 0) or of one before it."""

    text: int
    start: int
    end: int
    words: str

    def is_before(self, place: int) -> bool:
        return self.text == 0 and self.start < place

    def moved(self, by: int) -> "PointedWords":
        """The same words, if this message's text began elsewhere."""
        return self if self.text else replace(self, start=self.start + by, end=self.end + by)


@dataclass(frozen=True)
class Proposal:
    """A statement as the model reads it. Without a subject it is about the speaker."""

    family: str
    statuses: tuple[float, ...]
    """The chance of each of `STATUSES`."""
    subject: PointedWords | None
    object: PointedWords
    by: PointedWords | None
    when: PointedWords | None
    object_chance: float
    subject_chance: float

    def share(self, statuses: Iterable[str]) -> float:
        """The chance that it is stated in one of these ways."""
        return sum(self.statuses[STATUSES.index(each)] for each in statuses)

    def moved(self, by: int) -> "Proposal":
        """The same proposal, if this message's text began elsewhere. What would stand before it is
        the speaker's name."""

        def words(each: PointedWords | None) -> PointedWords | None:
            return None if each is None or each.is_before(-by) else each.moved(by)

        return replace(
            self,
            subject=words(self.subject),
            object=self.object.moved(by),
            by=words(self.by),
            when=words(self.when),
        )


def message_tokens(tokenizer: Any, texts: Sequence[str]) -> tuple[list[int], list[Piece]]:
    """The tokens of a message and of those before it, newest first."""
    ids, pieces = [BEGIN], [(-1, 0, 0)]
    for number, text in enumerate(texts):
        encoding = tokenizer.encode(text, add_special_tokens=False)
        most = MOST_TOKENS_BEFORE if number else MOST_TOKENS
        ids += [*encoding.ids[:most], END]
        pieces += [(number, *each) for each in encoding.offsets[:most]]
        pieces.append((-1, 0, 0))
        if number == 0:
            ids.append(END)
            pieces.append((-1, 0, 0))
    return ids, pieces


def begins_word(piece: Piece, texts: Sequence[str]) -> bool:
    text, start, _ = piece
    if text < 0 or start == 0 or texts[text][start].isspace():
        return True
    before = texts[text][start - 1]
    return not (before.isalnum() or "\u0900" <= before <= "\u0963")


def candidate_spans(
    pieces: Sequence[Piece], texts: Sequence[str], longest: int
) -> tuple[list[int], list[int]]:
    """First and last tokens of all spans that begin with a word and stay within one text. A token
    without text is a span of its own: the first means the speaker, the second nobody."""
    spans = []
    for first, piece in enumerate(pieces):
        if not begins_word(piece, texts):
            continue
        for last in range(first, min(first + longest, len(pieces))):
            if first == last or pieces[first][0] == pieces[last][0] >= 0:
                spans.append((first, last))
    return [first for first, _ in spans], [last for _, last in spans]


class StatementHead:
    """The network's last part, on the states that its encoder gives the tokens."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        import numpy

        self._np, self._w = numpy, weights

    def propose(
        self, states: Array, pieces: Sequence[Piece], texts: Sequence[str]
    ) -> list[Proposal]:
        np = self._np
        first, last = map(np.array, candidate_spans(pieces, texts, LONGEST_OBJECT))
        spans = self._spans("object", states, first, last)
        logits = np.clip(self._linear("family", spans), -MOST_LOGIT, MOST_LOGIT)
        chances = 1 / (1 + np.exp(-logits))
        chances[first == 0] = 0
        rows = self._best_rows(chances, first, last)
        if not rows:
            return []
        starts, ends = map(np.array, candidate_spans(pieces, texts, LONGEST_ROLE))
        parts = self._spans("role", states, starts, ends)
        found: list[Proposal] = []
        for row, family in rows:
            scores, statuses = self._details(states, spans[row], family, parts)
            by, when = (
                self._words(starts[at], ends[at], pieces, texts) for at in scores[1:].argmax(1)
            )
            thing = self._words(first[row], last[row], pieces, texts)
            if thing is None:
                continue
            subjects = self._subjects(scores[0], starts, ends)
            found += [
                Proposal(
                    FAMILIES[family],
                    tuple(map(float, statuses)),
                    self._words(starts[at], ends[at], pieces, texts),
                    thing,
                    by,
                    when,
                    float(chances[row, family]),
                    min(1.0, float(scores[0][at]) * len(subjects)),
                )
                for at in subjects
            ]
        return found

    def _best_rows(self, chances: Array, first: Array, last: Array) -> list[tuple[int, int]]:
        """Rows and families that are likely enough; of overlapping ones of a family the best."""
        likely = self._np.argwhere(chances >= LEAST_CHANCE)
        found = sorted(((float(chances[r, f]), int(r), int(f)) for r, f in likely), reverse=True)
        kept: list[tuple[int, int]] = []
        for _, row, family in found:
            if not any(
                family == other and first[row] <= last[at] and first[at] <= last[row]
                for at, other in kept
            ):
                kept.append((row, family))
        return kept

    def _subjects(self, scores: Array, starts: Array, ends: Array) -> list[int]:
        best = float(scores.max())
        chosen: list[int] = []
        for at in scores.argsort()[::-1]:
            if scores[at] < LEAST_SHARE * best:
                break
            if not any(starts[at] <= ends[b] and starts[b] <= ends[at] for b in chosen):
                chosen.append(int(at))
        return chosen

    def _details(
        self, states: Array, span: Array, family: int, parts: Array
    ) -> tuple[Array, Array]:
        """The chances of each span in each role, and of each status."""
        np = self._np
        known = self._w["families"][family]
        question = np.tanh(self._linear("question", np.concatenate([span, known])))
        asked = self._linear("asked", question).reshape(len(ROLES), -1)
        scores = self._softmax(asked @ parts.T / math.sqrt(parts.shape[1]))
        focus = self._softmax(states @ self._linear("focus", question) / math.sqrt(states.shape[1]))
        features = np.concatenate([question, known, focus @ states, scores[0] @ parts])
        inner = self._gelu(self._linear("status.0", features))
        return scores, self._softmax(self._linear("status.1", inner))

    def _spans(self, name: str, states: Array, first: Array, last: Array) -> Array:
        begins, ends = self._linear(f"{name}.first", states), self._linear(f"{name}.last", states)
        return self._gelu(begins[first] + ends[last] + self._w[f"{name}.width"][last - first])

    @staticmethod
    def _words(
        first: int, last: int, pieces: Sequence[Piece], texts: Sequence[str]
    ) -> PointedWords | None:
        number, start, _ = pieces[first]
        if number < 0:
            return None
        end = pieces[last][2]
        words = texts[number][start:end]
        start += len(words) - len(words.lstrip())
        return PointedWords(number, start, start + len(words.strip()), words.strip())

    def _linear(self, name: str, x: Array) -> Array:
        return x @ self._w[f"{name}.weight"].T + self._w[f"{name}.bias"]

    def _gelu(self, x: Array) -> Array:
        inner = math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)
        return 0.5 * x * (1 + self._np.tanh(inner))

    def _softmax(self, x: Array) -> Array:
        raised = self._np.exp(x - x.max(-1, keepdims=True))
        return raised / raised.sum(-1, keepdims=True)
