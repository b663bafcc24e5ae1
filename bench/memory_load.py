"""Facts as of a moment, in a large graph. `./run bench memory-load --data DIR`

DIR is in the layout of ICEWS14: events of a year, each read as a fact that holds for thirty days.
They are stored in memory's tables and in search, and then queried: what held about an entity at a
moment, what held as we knew it earlier, and which facts that held then fit some words. Wall time
depends on what else the machine does; the CPU time beside it, of this process and of the database
session, hardly does.
"""

import argparse
import os
import random
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Any
from uuid import UUID, uuid4

from bench import _cpu_time
from bench._scratch import scratch_product
from pramana.kit.scope import Scope

BEGINS = datetime(2014, 1, 1, tzinfo=UTC)
HOLDS = timedelta(days=30)
GROUP = "icews"
FILES = ("train.txt", "valid.txt", "test.txt")
Event = tuple[int, int, int, int]


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench memory-load", description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="a folder in ICEWS14's layout")
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args(argv)
    if not all((options.data / name).is_file() for name in (*FILES, "entity2id.txt")):
        sys.exit(
            f"{options.data} is not in the layout of ICEWS14: it needs entity2id.txt and train.txt."
        )
    os.environ |= {"PRAMANA_EMBEDDINGS": "none", "PRAMANA_LOG_LEVEL": "warning"}
    events = _events(options.data)
    names, relations = (_names(options.data / f"{kind}2id.txt") for kind in ("entity", "relation"))
    with scratch_product() as scope:
        entities = load(scope, events, names, relations)
        figures = {
            "facts": len(events),
            **measure_queries(scope, events, names, entities, options.queries),
        }
    for name, figure in figures.items():
        print(f"{name:32} {figure}")
    return figures


def _events(folder: Path) -> list[Event]:
    lines = (line.split() for name in FILES for line in (folder / name).open(encoding="utf-8"))
    return [(int(a), int(b), int(c), int(d)) for a, b, c, d, *_ in lines]


def _names(file: Path) -> dict[int, str]:
    pairs = (line.rstrip("\n").rsplit("\t", 1) for line in file.open(encoding="utf-8"))
    return {int(number): name.replace("_", " ") for name, number in pairs}


def load(
    scope: Scope, events: Sequence[Event], names: dict[int, str], relations: dict[int, str]
) -> dict[int, UUID]:
    """Store the events as facts, and index them as the facts of messages are."""
    from pramana.memory.contracts.graph import FACTS
    from pramana.memory.domain.names import keys_of
    from pramana.memory.models import EntityKey, EntityRow, FactRow, UnindexedItem
    from pramana.memory.services.indexing import index_pending

    tenant = {"tenant_id": scope.tenant_id, "group_id": GROUP, "created_at": BEGINS}
    entities = {number: uuid4() for number in names}
    EntityRow.objects.bulk_create(
        (
            EntityRow(
                id=entities[each], name=name, type="Entity", attributes={}, by_hand=False, **tenant
            )
            for each, name in names.items()
        ),
        batch_size=2000,
    )
    EntityKey.objects.bulk_create(
        (
            EntityKey(tenant_id=scope.tenant_id, group_id=GROUP, key=key, entity_id=entities[each])
            for each, name in names.items()
            for key in keys_of(name)
        ),
        batch_size=5000,
    )
    step = timedelta(hours=1) if max(event[3] for event in events) > 366 else timedelta(days=1)
    facts = [
        FactRow(
            id=uuid4(),
            subject_id=entities[subject],
            object_id=entities[target],
            relation=relations[relation].upper().replace(" ", "_")[:100],
            family=relations[relation].upper().replace(" ", "_")[:100],
            text=f"{names[subject]}: {relations[relation]}: {names[target]}",
            confidence=1.0,
            valid_at=BEGINS + at * step,
            invalid_at=BEGINS + at * step + HOLDS,
            **tenant,
        )
        for subject, relation, target, at in events
    ]
    FactRow.objects.bulk_create(facts, batch_size=2000)
    queue = (UnindexedItem(space=FACTS, item_id=fact.pk, **tenant) for fact in facts)
    UnindexedItem.objects.bulk_create(queue, batch_size=2000)
    index_pending(scope)
    return entities


def measure_queries(
    scope: Scope,
    events: Sequence[Event],
    names: dict[int, str],
    entities: dict[int, UUID],
    count: int,
) -> dict[str, Any]:
    """Query the same entities and moments in three ways, and time each separately."""
    from pramana.memory.search import search_facts
    from pramana.memory.selectors.graph import facts_as_of

    chance = random.Random(7)
    samples = [(chance.choice(events), chance.randrange(30, 360)) for _ in range(count)]
    moments = [(event[0], BEGINS + timedelta(days=day)) for event, day in samples]
    figures: dict[str, Any] = {}
    ways: dict[str, Callable[[int, datetime], list[Any]]] = {
        "as_of": lambda who, at: facts_as_of(scope, entities[who], at),
        "known_at": lambda who, at: facts_as_of(scope, entities[who], at, known_at=at),
        "search_as_of": lambda who, at: search_facts(
            scope, names[who], group_ids=[GROUP], as_of=at
        ),
    }
    for name, way in ways.items():
        way(*moments[0])
        figures |= _measure_query(name, way, moments)
    return figures


def _measure_query(
    name: str, way: Callable[[int, datetime], list[Any]], moments: Sequence[tuple[int, datetime]]
) -> dict[str, Any]:
    wall, used, found = [], [], 0
    for who, at in moments:
        began, before = perf_counter(), _cpu_time.own_ms() + _cpu_time.session_ms()
        found += len(way(who, at))
        wall.append((perf_counter() - began) * 1000)
        used.append(_cpu_time.own_ms() + _cpu_time.session_ms() - before)
    return {
        f"{name}_p50_ms": round(median(wall), 1),
        f"{name}_p95_ms": round(quantiles(wall, n=20)[-1], 1),
        f"{name}_p95_cpu_ms": round(quantiles(used, n=20)[-1], 1),
        f"{name}_facts": round(found / len(moments), 1),
    }
