"""Names with one letter wrong, asked of ten thousand names and of many more."""

import random
import time
from itertools import islice
from statistics import median, quantiles
from typing import Any
from uuid import UUID, uuid4

from bench import _cpu_time
from bench._name_parts import made_up, slipped
from pramana.kit.scope import Scope

SMALL = 10_000
QUESTIONS = 300
DEPTH = 20


def grow(scope: Scope, size: int) -> dict[str, Any]:
    """CPU time and recall@20 at both sizes. Half the questions are asked in Latin letters."""
    from django.db import connection

    from pramana.registry.candidates.name_index import common_keys

    names = made_up()
    loaded: dict[str, UUID] = {}
    figures: dict[str, Any] = {}
    for target in dict.fromkeys((min(SMALL, size), size)):
        began = time.process_time()
        _load(scope, loaded, {name: uuid4() for name in islice(names, target - len(loaded))})
        with connection.cursor() as cursor:
            cursor.execute("VACUUM (ANALYZE) registry_nameentry")
        common_keys.forget()
        figures[str(target)] = asked = _asked(scope, loaded)
        asked["load_own_cpu_s"] = round(time.process_time() - began, 1)
        print(f"{target:>9} names: {asked}")
    return figures


def _load(scope: Scope, loaded: dict[str, UUID], new: dict[str, UUID]) -> None:
    """Loading is not what is measured, so the index on keys is built once, at the end of it."""
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


def _asked(scope: Scope, loaded: dict[str, UUID]) -> dict[str, Any]:
    from pramana.language.names import to_latin
    from pramana.registry.candidates import find_candidates
    from pramana.registry.contracts import RecordType

    chance = random.Random(5)
    some = chance.sample(sorted(loaded), QUESTIONS + 20)
    costs, found, own_share = [], [], []
    for number, name in enumerate(some):
        spelt = name if number % 2 else to_latin(name)
        query = slipped(spelt, chance)
        own, session = _cpu_time.own_ms(), _cpu_time.session_ms()
        ranked = find_candidates(scope, query, RecordType.PERSON, limit=DEPTH)
        own, session = _cpu_time.own_ms() - own, _cpu_time.session_ms() - session
        if number < 20:
            continue  # these wake everything up
        costs.append(own + session)
        own_share.append(own)
        found.append(loaded[name] in {each.record_id for each in ranked})
    return {
        "recall@20": round(sum(found) / len(found), 4),
        "cpu_ms_p50": round(median(costs), 2),
        "cpu_ms_p95": round(quantiles(costs, n=20)[-1], 2),
        "own_cpu_ms_p50": round(median(own_share), 2),
    }
