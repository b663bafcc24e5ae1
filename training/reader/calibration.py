"""How a reader's margin becomes a probability: a logistic curve through held-out own passages.

    python -m training.reader calibrate --reader FOLDER --data FOLDER --to FILE

It runs the exported reader as the product does, writes the curve, and prints the figures of the
card for eight bits.
"""

import json
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from training.reader.data import load


def calibrate(exported: Path, data: Path, target: Path) -> None:
    """Fit the curve on answers and near misses in their own proportion."""
    from pramana.llm.reading_model import ODDS_AT_ZERO, ODDS_PER_POINT, ReadingModel

    (exported / "reader.json").write_text('{"slope": 1, "offset": 0}')
    model = ReadingModel(exported)
    passages, questions = load(data, Tokenizer.from_file(str(exported / "tokenizer.json")))
    margins, answerable = [], []
    for question in questions:
        passage = passages[question.passage]
        if passage.held_out:
            reading = model.read(question.text, passage.text)
            margins.append(reading.margin * ODDS_PER_POINT + ODDS_AT_ZERO)
            answerable.append(bool(question.answers))
    slope, offset = fit(np.array(margins), np.array(answerable, float))
    target.write_text(json.dumps({"slope": round(slope, 4), "offset": round(offset, 4)}) + "\n")
    _print_reliability(slope, offset, np.array(margins), np.array(answerable))


def fit(margins: np.ndarray, answerable: np.ndarray) -> tuple[float, float]:
    """Slope and offset of the logistic curve, by Newton's method."""
    weights = np.zeros(2)
    inputs = np.stack([margins, np.ones_like(margins)], 1)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (answerable - chance) - 1e-6 * weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + 1e-6 * np.eye(2)
        weights = weights + np.linalg.solve(curve, slope)
    return float(weights[0]), float(weights[1])


def _print_reliability(
    slope: float, offset: float, margins: np.ndarray, answerable: np.ndarray
) -> None:
    chance = 1 / (1 + np.exp(-(slope * margins + offset)))
    for low in np.arange(0, 1, 0.1):
        inside = (chance >= low) & (chance < low + 0.1)
        if inside.any():
            share = answerable[inside].mean()
            print(f"{low:.1f}–{low + 0.1:.1f}: {inside.sum():5d} said, {share:.2f} answerable")
