"""The reading model: a question and a passage in; the words that answer out, or "not here".

It runs in this process, on two threads: a passage of 350 tokens takes about 60 CPU ms, and a
question must not wait behind documents in the CPU pool. Passages are read one by one, since
eight-bit activations are scaled over a whole batch and a reading would depend on its neighbours.
How the model is made and what it cannot do is in training/reader/README.md.
"""

import json
import math
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from django.conf import settings

from pramana.kit.errors import AppError

FOLDER = "multilingual-e5-small"
MODEL, TOKENIZER, CALIBRATION = "reader.int8.onnx", "tokenizer.json", "reader.json"
BEGIN, END = 0, 2
MOST_QUESTION_TOKENS = 60
WINDOW, OVERLAP = 316, 100
"""A longer passage is read in overlapping parts of this many tokens, as in training."""
MOST_PARTS = 12
"""Of a passage that is longer than about 2,700 tokens only the beginning is read."""
LONGEST_ANSWER = 40
ODDS_AT_ZERO, ODDS_PER_POINT = 0.4, 0.185
"""The scale of margins: the log odds that a reading is right with a margin of zero, and what each
point adds. Scores differ from one training to the next, so rules are fitted to this scale."""
THREADS = 2
CACHED_READINGS = 4_096


class ReaderMissing(AppError):
    """The reading model is not on this machine or cannot be loaded."""

    code = "reader_missing"
    status = 503


@dataclass(frozen=True)
class Reading:
    """The words of a passage that answer the question best."""

    start: int
    end: int
    """Where the words are in the passage."""
    text: str
    margin: float
    """How far the words score above "not here", on a scale that every reader of ours is brought
    to; from zero on the passage rather answers."""
    probability: float
    """The chance that the passage answers the question, calibrated on passages that were not
    trained on, of which about four in ten are near misses."""


NOTHING_READ = Reading(0, 0, "", -math.inf, 0.0)


def reader_is_available() -> bool:
    """Whether the model's files are on this machine."""
    folder = _folder()
    return all((folder / name).is_file() for name in (MODEL, TOKENIZER, CALIBRATION))


def read(question: str, passages: Sequence[str]) -> list[Reading]:
    """The best words of each passage, in their order. Raises ReaderMissing."""
    model = _model(str(_folder()))
    return list(_threads().map(lambda passage: model.read(question, passage), passages))


class ReadingModel:
    """The model in memory, with its latest readings."""

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        self._session = onnxruntime.InferenceSession(
            str(folder / MODEL), options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        calibration = json.loads((folder / CALIBRATION).read_text("utf-8"))
        self._slope, self._offset = float(calibration["slope"]), float(calibration["offset"])
        self._readings: OrderedDict[tuple[str, str], Reading] = OrderedDict()
        self._lock = Lock()

    def read(self, question: str, passage: str) -> Reading:
        key = (question, passage)
        with self._lock:
            if key in self._readings:
                self._readings.move_to_end(key)
                return self._readings[key]
        reading = self._read(question, passage)
        with self._lock:
            self._readings[key] = reading
            while len(self._readings) > CACHED_READINGS:
                self._readings.popitem(last=False)
        return reading

    def _read(self, question: str, passage: str) -> Reading:
        asked = self._tokenizer.encode(question, add_special_tokens=False).ids
        asked = asked[:MOST_QUESTION_TOKENS]
        encoding = self._tokenizer.encode(passage, add_special_tokens=False)
        ids, offsets = encoding.ids, encoding.offsets
        spans = []
        for part in range(min(MOST_PARTS, _parts(len(ids)))):
            begin = part * (WINDOW - OVERLAP)
            score, first, last = self._best_span(asked, ids[begin : begin + WINDOW])
            spans.append((score, begin + first, begin + last))
        score, first, last = max(spans)
        if score == -math.inf:
            return NOTHING_READ
        return self._reading(passage, offsets[first][0], offsets[last][1], score)

    def _best_span(self, question: list[int], text: list[int]) -> tuple[float, int, int]:
        """How far the best span scores above "not here", and its first and last token."""
        import numpy

        if not text:
            return -math.inf, 0, 0
        ids = numpy.array([[BEGIN, *question, END, END, *text, END]], dtype=numpy.int64)
        inputs = {"input_ids": ids, "attention_mask": numpy.ones_like(ids)}
        scores: Any = self._session.run(None, inputs)[0][0]
        begin = len(question) + 3
        first, last = scores[begin : begin + len(text)].T
        spans = numpy.triu(first[:, None] + last[None, :] + 1e4)
        spans = numpy.tril(spans, LONGEST_ANSWER - 1)
        start, end = numpy.unravel_index(int(spans.argmax()), spans.shape)
        return float(spans[start, end] - 1e4 - scores[0].sum()), int(start), int(end)

    def _reading(self, passage: str, start: int, end: int, score: float) -> Reading:
        while start < end and passage[start].isspace():
            start += 1
        while end > start and passage[end - 1].isspace():
            end -= 1
        odds = self._slope * score + self._offset
        chance = 1 / (1 + math.exp(-max(-60.0, min(60.0, odds))))
        margin = (odds - ODDS_AT_ZERO) / ODDS_PER_POINT
        return Reading(start, end, passage[start:end], margin, chance)


def _parts(tokens: int) -> int:
    return max(1, math.ceil((tokens - OVERLAP) / (WINDOW - OVERLAP)))


def _folder() -> Path:
    return Path(settings.PRAMANA.assets) / "models" / FOLDER


_loading = Lock()


def _model(folder: str) -> ReadingModel:
    with _loading:
        return _loaded(folder)


@cache
def _loaded(folder: str) -> ReadingModel:
    try:
        return ReadingModel(Path(folder))
    except Exception as error:  # a missing or broken file, or a processor it was not made for
        raise ReaderMissing(
            f"The reading model cannot be loaded ({type(error).__name__}). Run ./run setup once "
            "with network; until then answers are chosen by rules alone."
        ) from error


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(THREADS, thread_name_prefix="reader")
