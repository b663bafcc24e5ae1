"""The peers of the names bench: rapidfuzz on transliterations, and nomenklatura."""

import json

from bench import _cpu_time
from bench._name_sets import NameSet
from bench._peer_environment import told_by

Ranked = tuple[dict[str, list[tuple[str, float]]], float]
"""The twenty best matches of each name with scores in 0..1, and CPU milliseconds per name."""
KINDS = {"person": "Person", "location": "Organization"}


def by_wratio(data: NameSet) -> Ranked:
    """The names with the highest WRatio."""
    from anyascii import anyascii
    from rapidfuzz import fuzz, process, utils

    names = {name: utils.default_process(anyascii(name)) for name in data.registry}
    rankings = {}
    began = _cpu_time.own_ms()
    for _, english in data.pairs:
        query = utils.default_process(anyascii(english))
        matches = process.extract(query, names, scorer=fuzz.WRatio, processor=None, limit=20)
        rankings[english] = [(name, score / 100) for _, score, name in matches]
    return rankings, (_cpu_time.own_ms() - began) / len(data.pairs)


def by_nomenklatura(data: NameSet) -> Ranked | None:
    """Run in an environment of its own; None if that cannot be set up."""
    queries = [english for _, english in data.pairs]
    request = {"kind": KINDS[data.kind.value], "registry": data.registry, "asked": queries}
    response = told_by("nomenklatura", json.dumps(request))
    if response is None:
        return None
    rankings = {
        name: [(each, float(score)) for each, score in matches]
        for name, matches in response["rankings"].items()
    }
    return rankings, float(response["cpu_ms_per_name"])
