"""The same names by rapidfuzz on transliterations, as is usually done, and by nomenklatura."""

import json

from bench import _cpu_time
from bench._name_sets import NameSet
from bench._peer_environment import told_by

Ranked = tuple[dict[str, list[tuple[str, float]]], float]
"""The twenty best of each name with scores in 0..1, and CPU milliseconds a name."""
KINDS = {"person": "Person", "location": "Organization"}


def by_wratio(data: NameSet) -> Ranked:
    """The names with the highest WRatio."""
    from anyascii import anyascii
    from rapidfuzz import fuzz, process, utils

    names = {name: utils.default_process(anyascii(name)) for name in data.registry}
    rankings = {}
    began = _cpu_time.own_ms()
    for _, english in data.pairs:
        asked = utils.default_process(anyascii(english))
        found = process.extract(asked, names, scorer=fuzz.WRatio, processor=None, limit=20)
        rankings[english] = [(name, score / 100) for _, score, name in found]
    return rankings, (_cpu_time.own_ms() - began) / len(data.pairs)


def by_nomenklatura(data: NameSet) -> Ranked | None:
    """In its own environment; None where it cannot be had."""
    asked = [english for _, english in data.pairs]
    given = {"kind": KINDS[data.kind.value], "registry": data.registry, "asked": asked}
    told = told_by("nomenklatura", json.dumps(given))
    if told is None:
        return None
    rankings = {
        name: [(each, float(score)) for each, score in found]
        for name, found in told["rankings"].items()
    }
    return rankings, float(told["cpu_ms_per_name"])
