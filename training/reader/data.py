"""Questions to learn from: where each comes from, and how training examples are made of them.

A folder of data holds `train.json.xz`, `{"P": [[id, source, language, text]], "Q": [[passage,
question, start, answer]]}`, and any number of `.jsonl` files of our own, a passage a line: `{"id",
"text", "qa": [{"q", "answers": [exact words …] or [], "start"?}]}`. A question without answers is
a near miss: it must not be answered from that passage. Files called `across*.jsonl` ask questions
of those passages again in another language, a question a line: `{"of": "passage id#number of the
question", "q"}`.
"""

import json
import lzma
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.reader.base import BEGIN, END
from training.reader.rough import roughen

LICENCES = {
    "qamr": "QAMR, MIT",
    "policyqa": "PolicyQA, MIT",
    "thquad": "THQuAD, MIT",
    "norquad": "NorQuAD, CC0",
    "fairytale": "FairytaleQA, Apache-2.0",
    "tydi": "TyDi QA, Apache-2.0",
    "covidqa": "COVID-QA, Apache-2.0",
    "faquad": "FaQuAD, CC BY 4.0",
    "own": "written for this project by a language model",
    "forms": "made up by forms.py from our own word lists",
}
OURS = ("own", "forms")
"""Every source that may be trained on. A passage of another source is refused."""

LANGUAGES = ("en", "sw", "no", "fi", "tr", "id", "pt", "ne")
"""Languages whose letters are in the product's vocabulary."""
LONGEST = 384
LONGEST_QUESTION = 60
HELD_OUT = 10
"""One own passage in this many is never trained on; thresholds are chosen on those."""
OWN_TIMES = 3
"""Own questions are few and close to what the product reads, so each is seen this often."""
OWN_PAPERS, NEAR_PAPERS = 0.45, 0.7
"""Up to which draw the other passage of our questions is a paper of ours, as search brings them,
and up to which one that is near in meaning."""
OTHER_PASSAGE, OUR_OTHER_PASSAGE = 0.9, 0.35
"""How often a question is also asked of another passage; ours have near misses of their own."""
ROUGH = 0.2
"""The share of questions that are asked as if typed in a hurry."""
SENTENCES = "qamr"
"""A source whose passages are single sentences: several are joined to make a passage."""
Tokens = NDArray[np.int64]


@dataclass
class Passage:
    document: str
    source: str
    text: str
    held_out: bool = False
    tokens: Tokens = field(default_factory=lambda: np.zeros(0, np.int64))
    offsets: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 2), np.int64))


@dataclass
class Question:
    passage: int
    text: str
    answers: list[str]
    start: int
    """Where the first answer begins in the passage; -1 for a near miss."""
    across: bool = False
    """Asked in another language or script than the passage is written in."""
    tokens: Tokens = field(default_factory=lambda: np.zeros(0, np.int64))
    rough: Tokens = field(default_factory=lambda: np.zeros(0, np.int64))
    """The question as typed in a hurry."""


@dataclass(frozen=True)
class Example:
    """Tokens of a question and of a text, and the tokens that answer (-1: not here)."""

    question: Tokens
    text: Tokens
    first: int
    last: int

    def assembled(self) -> tuple[Tokens, int]:
        """The input as the model takes it, and where the text begins in it."""
        parts = ([BEGIN], self.question, [END, END], self.text, [END])
        return np.concatenate(parts).astype(np.int64), len(self.question) + 3


def load(folder: Path, tokenizer: Tokenizer) -> tuple[list[Passage], list[Question]]:
    """Everything in the folder, tokenised."""
    stored = json.loads(lzma.decompress((folder / "train.json.xz").read_bytes()))
    passages = [Passage(row[0], _source(row[1]), row[3]) for row in stored["P"]]
    usable = {index for index, row in enumerate(stored["P"]) if row[2] in LANGUAGES}
    questions = [
        Question(passage, text, [answer], start)
        for passage, text, start, answer in stored["Q"]
        if passage in usable
    ]
    own: dict[str, Question] = {}
    rows, translations = [], []
    for file in sorted(folder.glob("*.jsonl")):
        kind = translations if file.name.startswith("across") else rows
        kind += [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    for row in rows:
        own |= _load_own(row, passages)
    questions += own.values()
    questions += [
        replace(own[row["of"]], text=row["q"], across=True)
        for row in translations
        if row["of"] in own
    ]
    _tokenise(tokenizer, passages, questions)
    return passages, questions


def _source(name: str) -> str:
    source = name.split("_")[0]
    if source not in LICENCES and source != "arcd":
        raise ValueError(f"The licence of {name} is not listed, so it cannot be trained on.")
    return source


def _load_own(row: dict, passages: list[Passage]) -> dict[str, Question]:
    """Add a passage of ours. Its questions, by the passage's id and their number."""
    digest = int(sha256(row["id"].encode()).hexdigest(), 16)
    source = "forms" if row["id"].startswith("forms-") else "own"
    passages.append(Passage(row["id"], source, row["text"], digest % HELD_OUT == 0))
    questions = {}
    for number, asked in enumerate(row["qa"]):
        answers = asked["answers"]
        start = asked.get("start", row["text"].find(answers[0])) if answers else -1
        if answers and start < 0:
            continue
        question = Question(len(passages) - 1, asked["q"], answers, start)
        questions[f"{row['id']}#{number}"] = question
    return questions


def _tokenise(tokenizer: Tokenizer, passages: list[Passage], questions: list[Question]) -> None:
    encoded = tokenizer.encode_batch([p.text for p in passages], add_special_tokens=False)
    for passage, encoding in zip(passages, encoded, strict=True):
        passage.tokens = np.array(encoding.ids, np.int64)
        passage.offsets = np.array(encoding.offsets, np.int64).reshape(-1, 2)
    encoded = tokenizer.encode_batch([q.text for q in questions], add_special_tokens=False)
    chance = random.Random(len(questions))  # noqa: S311 - repeatable on purpose
    hurried = [roughen(q.text, chance) for q in questions]
    rough = tokenizer.encode_batch(hurried, add_special_tokens=False)
    for question, usual, typed in zip(questions, encoded, rough, strict=True):
        question.tokens = np.array(usual.ids[:LONGEST_QUESTION], np.int64)
        question.rough = np.array(typed.ids[:LONGEST_QUESTION], np.int64)


def answer_tokens(passage: Passage, question: Question) -> tuple[int, int] | None:
    """The first and last token of the answer; (-1, -1) for a near miss, None if it is lost."""
    if question.start < 0:
        return -1, -1
    end = question.start + len(question.answers[0])
    inside = (passage.offsets[:, 1] > question.start) & (passage.offsets[:, 0] < end)
    places = np.nonzero(inside)[0]
    return (int(places[0]), int(places[-1])) if len(places) else None


class ExampleMaker:
    """Makes an epoch of examples: each question with its passage, and with passages that lack it.

    `nearest` gives, for each question, passages that are close to it in meaning.
    """

    def __init__(
        self,
        passages: Sequence[Passage],
        questions: Sequence[Question],
        nearest: Sequence[Sequence[int]],
        usable: Iterable[int],
    ) -> None:
        self.passages, self.questions, self.nearest = passages, questions, nearest
        self.usable = sorted(set(usable))
        self.sentences = [i for i in self.usable if passages[i].source == SENTENCES]
        self.others = [i for i in self.usable if passages[i].source not in OURS]
        self.own = [i for i in self.usable if passages[i].source == "own"]
        self.of_document: dict[str, list[int]] = defaultdict(list)
        for index in self.usable:
            self.of_document[passages[index].document].append(index)

    def epoch(self, chance: random.Random) -> list[Example]:
        examples: list[Example] = []
        for number, question in enumerate(self.questions):
            source = self.passages[question.passage].source
            for _ in range(OWN_TIMES if source == "own" else 1):
                examples += self._answerable(question, chance)
                share = OUR_OTHER_PASSAGE if source in OURS else OTHER_PASSAGE
                if question.start >= 0 and chance.random() < share:
                    examples += self._negative(number, question, chance)
        chance.shuffle(examples)
        return examples

    def _answerable(self, question: Question, chance: random.Random) -> list[Example]:
        passage = self.passages[question.passage]
        span = answer_tokens(passage, question)
        if span is None:
            return []
        text, shift = passage.tokens, 0
        if passage.source == SENTENCES:
            text, shift = self._among_sentences(question.passage, chance)
        first, last = (span[0] + shift, span[1] + shift) if span[0] >= 0 else span
        return _window(_asked(question, chance), text, first, last, chance)

    def _among_sentences(self, passage: int, chance: random.Random) -> tuple[Tokens, int]:
        """A passage made of the sentence and up to seven others."""
        others = [each for each in chance.sample(self.sentences, 7) if each != passage]
        others = others[: chance.randint(0, 7)]
        place = chance.randint(0, len(others))
        before = [self.passages[each].tokens for each in others[:place]]
        after = [self.passages[each].tokens for each in others[place:]]
        text = np.concatenate([*before, self.passages[passage].tokens, *after])
        return text, sum(map(len, before))

    def _negative(self, number: int, question: Question, chance: random.Random) -> list[Example]:
        """The question beside a passage that does not hold its answer."""
        choice, answer = chance.random(), question.answers[0].lower()
        document = self.of_document[self.passages[question.passage].document]
        if self.passages[question.passage].source in OURS:
            # Our questions are as general as people's ("How much is the rent?"), so another paper
            # of ours may answer them, but few do; their near misses are written beside them.
            near = OWN_PAPERS <= choice < NEAR_PAPERS and len(self.nearest[number])
            others = self.own if choice < OWN_PAPERS else self.others
            other = chance.choice(list(self.nearest[number]) if near else others)
        elif choice < 0.5 and len(document) > 1:
            other = chance.choice(document)
        elif choice < 0.88 and len(self.nearest[number]):
            other = chance.choice(list(self.nearest[number]))
        else:
            other = chance.choice(self.usable)
        text = self.passages[other].text.lower()
        if other == question.passage or answer in text:
            return []
        tokens = self.passages[other].tokens
        if self.passages[other].source == SENTENCES:
            tokens, _ = self._among_sentences(other, chance)
        return _window(_asked(question, chance), tokens, -1, -1, chance)


def _asked(question: Question, chance: random.Random) -> Tokens:
    """The question as it is written, or as it may be typed in a hurry."""
    return question.rough if chance.random() < ROUGH else question.tokens


def _window(
    question: Tokens, text: Tokens, first: int, last: int, chance: random.Random
) -> list[Example]:
    """The example, its text cut to what fits; an answer stays inside."""
    room = LONGEST - len(question) - 4
    if len(text) > room:
        if first >= 0 and last - first >= room:
            return []
        low, high = (max(0, last - room + 1), min(first, len(text) - room))
        if first < 0:
            low, high = 0, len(text) - room
        start = chance.randint(low, max(low, high))
        text = text[start : start + room]
        first, last = (first - start, last - start) if first >= 0 else (-1, -1)
    return [Example(question, text, first, last)]


def batches(examples: Sequence[Example], tokens: int, chance: random.Random) -> list[list[Example]]:
    """Examples of like length together, at most so many tokens a batch."""
    made: list[list[Example]] = []
    for start in range(0, len(examples), 8192):
        chunk = sorted(
            examples[start : start + 8192], key=lambda each: len(each.question) + len(each.text)
        )
        batch: list[Example] = []
        for example in chunk:
            length = len(example.question) + len(example.text) + 4
            if batch and length * (len(batch) + 1) > tokens:
                made.append(batch)
                batch = []
            batch.append(example)
        if batch:
            made.append(batch)
    chance.shuffle(made)
    return made
