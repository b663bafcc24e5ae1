"""Names across scripts, through the registry's own candidate search.

`./run bench names --pairs FILE --distractors FILE` searches a registry of Nepali names for English
ones. The same run measures rapidfuzz WRatio on the names as anyascii transliterates them, and with
`--peers` also nomenklatura, which takes seconds for a name, so use `--first 60` with it. With
`--names N`, generated names with one wrong letter are searched for among 10,000 and N names.
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
            rankings, costs = search(scope, data)
            figures |= _score(data, rankings)
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
    parser.add_argument("--first", type=int, help="search for only this many names")
    parser.add_argument("--peers", action="store_true", help="measure nomenklatura too")
    parser.add_argument("--out", type=Path, help="write each name's ranking here, as JSON lines")
    parser.add_argument(
        "--names", type=int, default=0, help="also search among this many generated names"
    )
    options = parser.parse_args(argv)
    if not (options.pairs or options.names):
        sys.exit("Say what to measure: --pairs FILE, --names NUMBER, or both.")
    return options


def index(scope: Scope, data: NameSet) -> None:
    """Index every distinct Nepali string as a record of its own."""
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


def search(scope: Scope, data: NameSet) -> tuple[dict[str, Ranking], list[float]]:
    """Search for every English name once; measure CPU time in this process and in the database."""
    from pramana.registry.candidates import find_candidates
    from pramana.registry.contracts import RecordType

    type_ = RecordType(data.kind.value)
    rankings: dict[str, Ranking] = {}
    costs = []
    for _, english in data.pairs:
        began = _cpu_time.own_ms() + _cpu_time.session_ms()
        candidates = find_candidates(scope, english, type_, limit=DEPTH, least=0)
        costs.append(_cpu_time.own_ms() + _cpu_time.session_ms() - began)
        rankings[english] = [(each.name, each.score) for each in candidates]
    return rankings, costs


def _score(data: NameSet, rankings: dict[str, Ranking]) -> dict[str, Any]:
    from pramana.language.names import SAME_NAME

    return {**recalls(data, rankings), "f1": f1(data, rankings, SAME_NAME), "threshold": SAME_NAME}


def _score_peer(data: NameSet, rankings: dict[str, Ranking], cpu_ms: float) -> dict[str, Any]:
    """A peer has no threshold of its own, so it gets the best one for these pairs."""
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
    """How well a threshold separates each true pair from the same name's best wrong match."""
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
    """Ours at its one threshold, each peer at its best one."""
    ours = {**figures, "cpu_ms_per_name": round(sum(costs) / len(costs), 2)}
    results = {_beside.OURS: ours, "WRatio": _score_peer(data, *by_wratio(data))}
    if peers and (ranked := by_nomenklatura(data)):
        results["nomenklatura"] = _score_peer(data, *ranked)
    print(f"{len(data.pairs)} pairs among {len(data.registry)} names ({data.kind})")
    _beside.say(results, ROWS)
    others = {name: each for name, each in results.items() if name != _beside.OURS}
    return {
        "wratio_anyascii": {**others["WRatio"], "best_f1": others["WRatio"]["f1"]},
        "peers": others,
        "ratios": _beside.ratios(results, ROWS),
    }


def _write(file: Path, rankings: dict[str, Ranking]) -> None:
    lines = [
        json.dumps({"item": english, "ranked": [name for name, _ in ranked]}, ensure_ascii=False)
        for english, ranked in rankings.items()
    ]
    file.write_text("\n".join(lines) + "\n", "utf-8")
