"""Our figures beside those of peers, with the ratios."""

from collections.abc import Mapping, Sequence
from typing import Any

OURS = "ours"
Figures = Mapping[str, Mapping[str, Any] | None]


def ratios(figures: Figures, rows: Sequence[str]) -> dict[str, dict[str, float]]:
    """Ours divided by each peer's, for every row both have; what is missing is left out."""
    mine = figures[OURS] or {}
    found = {
        peer: {
            row: round(mine[row] / theirs[row], 3)
            for row in rows
            if isinstance(mine.get(row), int | float) and theirs.get(row)
        }
        for peer, theirs in figures.items()
        if peer != OURS and theirs
    }
    return {peer: each for peer, each in found.items() if each}


def say(figures: Figures, rows: Sequence[str]) -> None:
    """A table for people: a line of figures, and under it what ours are beside each."""
    beside = ratios(figures, rows)
    print(f"\n{'':30}" + "".join(f"{name:>14}" for name in figures))
    for row in rows:
        print(f"{row:30}" + "".join(_cell((each or {}).get(row)) for each in figures.values()))
        if any(row in each for each in beside.values()):
            cells = (_cell(beside.get(name, {}).get(row), "x ") for name in figures)
            print(f"{'  ours beside it':30}" + "".join(cells))


def _cell(value: Any, before: str = "") -> str:
    return f"{'-' if value is None else f'{before}{value}':>14}"
