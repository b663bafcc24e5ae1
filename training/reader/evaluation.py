"""How well a reader finds answers, and how well it tells answers from near misses."""

import json
import lzma
import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer

from training.reader.data import LONGEST_QUESTION, Example, Passage, Question
from training.reader.model import NEVER, Reader, assemble

LONGEST_ANSWER = 40
WINDOW, OVERLAP = 316, 100
PUNCTUATION = string.punctuation + "।॥’‘“”–—"


@torch.no_grad()
def best_spans(model: Reader, examples: Sequence[Example], device: str) -> NDArray[np.float32]:
    """For each example how far its best span is above "not here", and the span's tokens."""
    found = np.zeros((len(examples), 3), np.float32)
    order = np.argsort([len(each.question) + len(each.text) for each in examples], kind="stable")
    for start in range(0, len(order), 512):
        rows = order[start : start + 512]
        chosen = [examples[row] for row in rows]
        ids, mask, allowed, _, _ = (each.to(device) for each in assemble(chosen))
        with torch.autocast(device, torch.bfloat16):
            first, last = model(ids, mask, allowed)
        absent = first[:, 0] + last[:, 0]
        first[:, 0], last[:, 0] = NEVER, NEVER
        best = torch.full_like(absent, -1e9)
        begin = torch.zeros_like(best, dtype=torch.long)
        end = begin.clone()
        length = first.shape[1]
        for width in range(min(LONGEST_ANSWER, length)):
            value, place = (first[:, : length - width] + last[:, width:]).max(1)
            better = value > best
            best = torch.where(better, value, best)
            begin = torch.where(better, place, begin)
            end = torch.where(better, place + width, end)
        shift = np.array([len(each.question) + 3 for each in chosen])
        found[rows, 0] = (best - absent).cpu().numpy()
        found[rows, 1] = begin.cpu().numpy() - shift
        found[rows, 2] = end.cpu().numpy() - shift
    return found


def windows(length: int) -> list[tuple[int, int]]:
    """Overlapping parts of a long text."""
    parts, start = [], 0
    while True:
        parts.append((start, min(length, start + WINDOW)))
        if start + WINDOW >= length:
            return parts
        start += WINDOW - OVERLAP


def read(
    model: Reader, pairs: Sequence[tuple[NDArray[np.int64], Passage]], device: str
) -> list[tuple[float, str]]:
    """For each question and passage: the score, and the words that would answer."""
    examples, keys = [], []
    for number, (question, passage) in enumerate(pairs):
        for start, end in windows(len(passage.tokens)):
            examples.append(Example(question, passage.tokens[start:end], -1, -1))
            keys.append((number, start))
    answers: list[tuple[float, str]] = [(-1e9, "")] * len(pairs)
    for (number, start), (score, first, last) in zip(
        keys, best_spans(model, examples, device), strict=True
    ):
        if score > answers[number][0]:
            passage = pairs[number][1]
            begin = passage.offsets[int(first) + start, 0]
            end = passage.offsets[int(last) + start, 1]
            answers[number] = (float(score), passage.text[begin:end].strip())
    return answers


def report(positive: Sequence[float], negative: Sequence[float]) -> dict[str, float]:
    """How well scores tell answers from what is none."""
    pos, neg = np.array(positive), np.array(negative)
    threshold = float(np.quantile(pos, 0.1))
    return {
        "answers": len(pos),
        "near_misses": len(neg),
        "auc": round(area_under_curve(pos, neg), 4),
        "answered_when_90_kept": round(float((neg >= threshold).mean()), 4),
        "answered_at_zero": round(float((neg > 0).mean()), 4),
        "kept_at_zero": round(float((pos > 0).mean()), 4),
    }


def held_out(
    model: Reader, passages: Sequence[Passage], questions: Sequence[Question], device: str
) -> dict[str, object]:
    """Own passages that were not trained on, by language; with the questions' words alone too."""
    mine = [each for each in questions if passages[each.passage].held_out]
    answers = read(model, [(each.tokens, passages[each.passage]) for each in mine], device)
    empty = Passage("", "own", ".", tokens=np.array([5]), offsets=np.array([[0, 1]]))
    alone = read(model, [(each.tokens, empty) for each in mine], device)
    kinds: dict[str, Callable[[Passage, bool], bool]] = {
        "english": lambda passage, across: _is_own(passage, across) and not _nepali(passage),
        "nepali": lambda passage, across: _is_own(passage, across) and _nepali(passage),
        "other language asks english": lambda passage, across: across and not _nepali(passage),
        "other language asks nepali": lambda passage, across: across and _nepali(passage),
        "made-up forms": lambda passage, across: passage.source == "forms",
    }
    figures: dict[str, object] = {}
    rows = list(zip(mine, answers, alone, strict=True))
    for name, belongs in kinds.items():
        figures[name] = _figures(
            [row for row in rows if belongs(passages[row[0].passage], row[0].across)]
        )
    hurried = read(model, [(each.rough, passages[each.passage]) for each in mine], device)
    figures["english, typed in a hurry"] = _figures(
        [
            row
            for row in zip(mine, hurried, alone, strict=True)
            if kinds["english"](passages[row[0].passage], row[0].across)
        ]
    )
    return {name: each for name, each in figures.items() if each}


Answer = tuple[float, str]


def _figures(rows: Sequence[tuple[Question, Answer, Answer]]) -> dict[str, float]:
    """Of questions with their answers, and with the answers to their words alone."""
    true = [row for row in rows if row[0].answers]
    false = [row for row in rows if not row[0].answers]
    if not true or not false:
        return {}
    scores = [overlap(answer[1], question.answers) for question, answer, _ in true]
    blind = [np.array([row[2][0] for row in each]) for each in (true, false)]
    return {
        "exact": round(float(np.mean([score == 1 for score in scores])), 4),
        "f1": round(float(np.mean(scores)), 4),
        **report([row[1][0] for row in true], [row[1][0] for row in false]),
        "auc_of_the_question_alone": round(area_under_curve(*blind), 4),
    }


def _is_own(passage: Passage, across: bool) -> bool:
    return passage.source == "own" and not across


def _nepali(passage: Passage) -> bool:
    return bool(re.search("[\u0900-\u097f]", passage.text))


def xquad(model: Reader, file: Path, tokenizer: Tokenizer, device: str) -> dict[str, float]:
    """A set that is measured on and never trained on; paragraphs of the same article as misses."""
    rows = json.loads(lzma.decompress(file.read_bytes()))
    passages = []
    for row in rows:
        encoding = tokenizer.encode(row["text"], add_special_tokens=False)
        tokens, offsets = np.array(encoding.ids), np.array(encoding.offsets)
        passages.append(Passage(str(row["doc"]), "xquad", row["text"], False, tokens, offsets))
    asked = [
        (number, text, [answer[1] for answer in answers])
        for number, row in enumerate(rows)
        for text, answers in row["qas"]
    ]
    encoded = tokenizer.encode_batch([each[1] for each in asked], add_special_tokens=False)
    tokens = [np.array(each.ids[:LONGEST_QUESTION]) for each in encoded]
    own = read(model, [(t, passages[a[0]]) for t, a in zip(tokens, asked, strict=True)], device)
    scores = [overlap(found[1], a[2]) for found, a in zip(own, asked, strict=True)]
    others = [
        (t, other)
        for t, (number, _, answers) in zip(tokens, asked, strict=True)
        for other in passages
        if other is not passages[number]
        and other.document == passages[number].document
        and not any(answer.lower() in other.text.lower() for answer in answers)
    ]
    misses = read(model, others, device)
    return {
        "exact": round(float(np.mean([score == 1 for score in scores])), 4),
        "f1": round(float(np.mean(scores)), 4),
        **report([each[0] for each in own], [each[0] for each in misses]),
    }


def overlap(found: str, expected: Sequence[str]) -> float:
    """F1 over words, the best of the accepted answers."""
    words, best = _words(found), 0.0
    for each in expected:
        wanted = _words(each)
        common = sum((Counter(words) & Counter(wanted)).values())
        if common:
            best = max(best, 2 * common / (len(words) + len(wanted)))
    return best


def _words(text: str) -> list[str]:
    plain = "".join(" " if each in PUNCTUATION else each for each in text.lower())
    return re.sub(r"\b(a|an|the)\b", " ", plain).split()


def area_under_curve(positive: NDArray[np.float64], negative: NDArray[np.float64]) -> float:
    """The chance that an answer scores above a near miss."""
    values = np.concatenate([positive, negative])
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    size = len(positive)
    return float((ranks[:size].sum() - size * (size + 1) / 2) / (size * len(negative)))
