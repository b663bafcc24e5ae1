"""Search for names with one wrong letter among ten thousand names and among many more."""

import random
import time
from itertools import islice
from statistics import median, quantiles
from typing import Any
from uuid import UUID, uuid4

from bench import _cpu_time
from bench._name_parts import generate_names, with_typo
from pramana.kit.scope import Scope

SMALL = 10_000
QUESTIONS = 300
DEPTH = 20


def grow(scope: Scope, size: int) -> dict[str, Any]:
    """CPU time and recall@20 at both sizes. Half the queries are in Latin letters."""
    from django.db import connection

    from pramana.registry.candidates.name_index import common_keys

    names = generate_names()
    loaded: dict[str, UUID] = {}
    figures: dict[str, Any] = {}
    for target in dict.fromkeys((min(SMALL, size), size)):
        began = time.process_time()
        _load(scope, loaded, {name: uuid4() for name in islice(names, target - len(loaded))})
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE) registry_nameentry")
        common_keys.forget()
        figures[str(target)] = result = _measure(scope, loaded)
        result["load_own_cpu_s"] = round(time.process_time() - began, 1)
        print(f"{target:>9} names: {result}")
    return figures


def _load(scope: Scope, loaded: dict[str, UUID], new: dict[str, UUID]) -> None:
    """Loading is not measured, so the index on keys is built once, at its end."""
    from django.db import connection

    from pramana.registry.candidates import NamedRecord, index_records
    from pramana.registry.contracts import NameKind, NameText, RecordType

    loaded |= new
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexdef FROM pg_indexes WHERE indexname = 'name_keys'")
        definition = cursor.fetchone()[0]
        cursor.execute("DROP INDEX name_keys")
    index_records(
        scope,
        (
            NamedRecord(record_id, RecordType.PERSON, [NameText(name, "ne", NameKind.PRIMARY)])
            for name, record_id in new.items()
        ),
    )
    with connection.cursor() as cursor:
        cursor.execute(definition)


def _measure(scope: Scope, loaded: dict[str, UUID]) -> dict[str, Any]:
    from pramana.language.names import to_latin
    from pramana.registry.candidates import find_candidates
    from pramana.registry.contracts import RecordType

    chance = random.Random(5)
    some = chance.sample(sorted(loaded), QUESTIONS + 20)
    costs, hits, own_share = [], [], []
    for number, name in enumerate(some):
        spelling = name if number % 2 else to_latin(name)
        query = with_typo(spelling, chance)
        own, session = _cpu_time.own_ms(), _cpu_time.session_ms()
        ranked = find_candidates(scope, query, RecordType.PERSON, limit=DEPTH)
        own, session = _cpu_time.own_ms() - own, _cpu_time.session_ms() - session
        if number < 20:
            continue  # the first ones warm up caches
        costs.append(own + session)
        own_share.append(own)
        hits.append(loaded[name] in {each.record_id for each in ranked})
    return {
        "recall@20": round(sum(hits) / len(hits), 4),
        "cpu_ms_p50": round(median(costs), 2),
        "cpu_ms_p95": round(quantiles(costs, n=20)[-1], 2),
        "own_cpu_ms_p50": round(median(own_share), 2),
    }
