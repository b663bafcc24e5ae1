"""Names across scripts, through the registry's own candidate search.

`./run bench names --pairs FILE --distractors FILE`: English names asked of a registry of Nepali
ones. Beside it, in the same run: rapidfuzz WRatio on what anyascii makes of the same names; with
`--peers` also nomenklatura, which compares a name in seconds, so that `--first 60` is wise. With
`--names N`, names of our own making are asked for with one letter wrong, at 10,000 and at N.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID, uuid5

from bench import _beside, _cpu_time
from bench._name_growth import grow
from bench._name_peers import by_nomenklatura, by_wratio
from bench._name_sets import NameSet, load
from bench._scratch import scratch_product
from pramana.kit.scope import Scope

NAMES = UUID("0d8f3a3e-6b1c-4a52-9a55-3c0f7a1d2b44")
DEPTH = 20
ROWS = ("recall@1", "recall@10", "f1", "cpu_ms_per_name")
Ranking = list[tuple[str, float]]


def main(argv: Sequence[str]) -> dict[str, Any]:
    options = _options(argv)
    data = load(options.pairs, options.distractors, options.first) if options.pairs else None
    figures: dict[str, Any] = {}
    with scratch_product() as scope:
        if data:
            index(scope, data)
            rankings, costs = ask(scope, data)
            figures |= _judged(data, rankings)
            figures["cpu_ms_p50"] = round(median(costs), 2)
            figures |= _side_by_side(data, figures, costs, peers=options.peers)
            if options.out:
                _write(options.out, rankings)
        if options.names:
            figures["growth"] = grow(scope, options.names)
    return figures


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="./run bench names", description=__doc__)
    parser.add_argument("--pairs", type=Path, help="CSV with name_np, name_en; places also level")
    parser.add_argument("--distractors", type=Path, help="more Nepali names, one per line")
    parser.add_argument("--first", type=int, help="ask only so many of the names")
    parser.add_argument("--peers", action="store_true", help="ask nomenklatura too")
    parser.add_argument("--out", type=Path, help="write each name's ranking here, as JSON lines")
    parser.add_argument("--names", type=int, default=0, help="also search among so many made up")
    options = parser.parse_args(argv)
    if not (options.pairs or options.names):
        sys.exit("Say what to measure: --pairs FILE, --names NUMBER, or both.")
    return options


def index(scope: Scope, data: NameSet) -> None:
    """Every distinct Nepali string as a record of its own."""
    from pramana.registry.candidates import NamedRecord, index_records
    from pramana.registry.contracts import NameKind, NameText, RecordType

    type_ = RecordType(data.kind.value)
    index_records(
        scope,
        (
            NamedRecord(uuid5(NAMES, name), type_, [NameText(name, "ne", NameKind.PRIMARY)])
            for name in data.registry
        ),
    )


def ask(scope: Scope, data: NameSet) -> tuple[dict[str, Ranking], list[float]]:
    """Every English name once, with its CPU time in this process and in the database."""
    from pramana.registry.candidates import find_candidates
    from pramana.registry.contracts import RecordType

    type_ = RecordType(data.kind.value)
    rankings: dict[str, Ranking] = {}
    costs = []
    for _, english in data.pairs:
        began = _cpu_time.own_ms() + _cpu_time.session_ms()
        found = find_candidates(scope, english, type_, limit=DEPTH, least=0)
        costs.append(_cpu_time.own_ms() + _cpu_time.session_ms() - began)
        rankings[english] = [(each.name, each.score) for each in found]
    return rankings, costs


def _judged(data: NameSet, rankings: dict[str, Ranking]) -> dict[str, Any]:
    from pramana.language.names import SAME_NAME

    return {**recalls(data, rankings), "f1": f1(data, rankings, SAME_NAME), "threshold": SAME_NAME}


def _judged_peer(data: NameSet, rankings: dict[str, Ranking], cpu_ms: float) -> dict[str, Any]:
    """The peer has no threshold of its own, so it gets the best there is for these pairs."""
    best = max((f1(data, rankings, step / 200), step / 200) for step in range(1, 201))
    return {
        **recalls(data, rankings),
        "f1": best[0],
        "best_threshold": best[1],
        "cpu_ms_per_name": round(cpu_ms, 2),
    }


def recalls(data: NameSet, rankings: dict[str, Ranking]) -> dict[str, float]:
    hits = {1: 0, 10: 0}
    for _, english in data.pairs:
        right = [data.is_right(english, name) for name, _ in rankings[english]]
        for depth in hits:
            hits[depth] += any(right[:depth])
    return {f"recall@{depth}": round(hit / len(data.pairs), 4) for depth, hit in hits.items()}


def f1(data: NameSet, rankings: dict[str, Ranking], threshold: float) -> float:
    """Each true pair, and the same name with the nearest wrong one, told apart at a threshold."""
    true = false = 0
    for _, english in data.pairs:
        scored = [(data.is_right(english, name), score) for name, score in rankings[english]]
        true += any(score >= threshold for right, score in scored if right)
        false += any(score >= threshold for right, score in scored if not right)
    missed = len(data.pairs) - true
    return round(2 * true / (2 * true + false + missed), 4)


def _side_by_side(
    data: NameSet, figures: dict[str, Any], costs: list[float], *, peers: bool
) -> dict[str, Any]:
    """Ours at its one threshold, each peer at the best there is for it."""
    ours = {**figures, "cpu_ms_per_name": round(sum(costs) / len(costs), 2)}
    found = {_beside.OURS: ours, "WRatio": _judged_peer(data, *by_wratio(data))}
    if peers and (ranked := by_nomenklatura(data)):
        found["nomenklatura"] = _judged_peer(data, *ranked)
    print(f"{len(data.pairs)} pairs among {len(data.registry)} names ({data.kind})")
    _beside.say(found, ROWS)
    others = {name: each for name, each in found.items() if name != _beside.OURS}
    return {
        "wratio_anyascii": {**others["WRatio"], "best_f1": others["WRatio"]["f1"]},
        "peers": others,
        "ratios": _beside.ratios(found, ROWS),
    }


def _write(file: Path, rankings: dict[str, Ranking]) -> None:
    lines = [
        json.dumps({"item": english, "ranked": [name for name, _ in ranked]}, ensure_ascii=False)
        for english, ranked in rankings.items()
    ]
    file.write_text("\n".join(lines) + "\n", "utf-8")
