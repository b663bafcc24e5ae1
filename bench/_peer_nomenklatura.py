"""Runs in nomenklatura's environment: names as JSON on stdin, rankings and cost on stdout.

LogicV2, its matcher for screening, compares every name with every other. There is no index before
it that could miss a name.
"""

import json
import sys
import time
from typing import Any

DEPTH = 20


def rank(kind: str, registry: list[str], asked: list[str]) -> dict[str, Any]:
    from followthemoney import model
    from nomenklatura.matching import LogicV2
    from nomenklatura.matching.types import ScoringConfig

    def named(name: str) -> Any:
        entity = model.make_entity(kind)
        entity.id = name
        entity.add("name", name)
        return entity

    known, config = [(name, named(name)) for name in registry], ScoringConfig.defaults()
    began = time.process_time()
    rankings = {}
    for name in asked:
        wanted = named(name)
        scored = [(each, LogicV2.compare(wanted, entity, config).score) for each, entity in known]
        alike = [(each, score) for each, score in scored if score]
        rankings[name] = sorted(alike, key=lambda found: (-found[1], found[0]))[:DEPTH]
    spent = (time.process_time() - began) * 1000
    return {"rankings": rankings, "cpu_ms_per_name": round(spent / len(asked), 2)}


if __name__ == "__main__":
    print(json.dumps(rank(**json.load(sys.stdin))))
