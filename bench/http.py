"""The cost of a request, compared with bare django-ninja, and of many open streams.

`./run bench http [--requests N] [--streams N]`. A GET with one query (the key's) is sent to the
product and to a bare django-ninja project with the same lookup, in turns, in the same run; figures
are CPU milliseconds of the server process. It is repeated with a hundred times the rows.
"""

import argparse
import asyncio
import statistics
from typing import Any
from uuid import uuid4

from bench import _beside
from bench._http_servers import Server, scratch_database, serving
from bench._http_streams import Held, hold

ROUNDS = 6
WARM_UP = 150
FEW, GROWTH = 100, 100
OVER_S = 10.0
TARGET = 1.3


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench http", description=__doc__)
    parser.add_argument("--requests", type=int, default=1800, help="requests to each server")
    parser.add_argument("--streams", type=int, default=200)
    chosen = parser.parse_args(argv)
    with scratch_database():
        key = fill(FEW)
        with (
            serving("config.asgi:application", "config.settings") as ours,
            serving("django.core.asgi:get_asgi_application", "bench._bare_http") as bare,
        ):
            few = compare(ours, bare, key, chosen.requests)
            fill(FEW * (GROWTH - 1))
            many = compare(ours, bare, key, chosen.requests)
            streams = hold_streams(ours, key, chosen.streams)
    _say(few, many)
    return {"target_ratio": TARGET, **few, f"with_{GROWTH}_times_the_rows": many, **streams}


def compare(ours: Server, bare: Server, key: str, requests: int) -> dict[str, float]:
    """In turns, so that whatever else the machine does falls on both."""
    each = max(1, requests // ROUNDS)
    for server in (ours, bare):
        server.cpu_ms_per_request("/api/me", key, WARM_UP)
    pairs = [
        (
            ours.cpu_ms_per_request("/api/me", key, each),
            bare.cpu_ms_per_request("/api/me", key, each),
        )
        for _ in range(ROUNDS)
    ]
    listing = ours.cpu_ms_per_request("/api/jobs/?limit=50", key, each)
    return {
        "cpu_ms_per_get": round(statistics.median(pair[0] for pair in pairs), 3),
        "bare_ninja_cpu_ms_per_get": round(statistics.median(pair[1] for pair in pairs), 3),
        "ratio": round(statistics.median(mine / theirs for mine, theirs in pairs), 3),
        "cpu_ms_per_list_of_50_jobs": round(listing, 3),
    }


def _say(few: dict[str, float], many: dict[str, float]) -> None:
    """The same request, with few rows behind it and with a hundred times as many."""
    found: dict[str, dict[str, float]] = {_beside.OURS: {}, "bare ninja": {}}
    for name, figures in (("CPU ms a GET", few), (f"with {GROWTH} times the rows", many)):
        found[_beside.OURS][name] = figures["cpu_ms_per_get"]
        found["bare ninja"][name] = figures["bare_ninja_cpu_ms_per_get"]
    _beside.say(found, list(found[_beside.OURS]))


def fill(count: int) -> str:
    """Add keys and jobs to the default tenant; return a key of its owner."""
    from django.db import transaction

    from pramana.jobs.queue import push_all
    from pramana.tenancy.contracts import Role
    from pramana.tenancy.services import create_key, ensure_first_start

    with transaction.atomic():
        scope = ensure_first_start()
        for number in range(count):
            create_key(scope, f"bench {number}", role=Role.VIEWER)
        asked = [{"document_id": str(uuid4())} for _ in range(count)]
        push_all(scope, "bench", "documents.read", asked)
        return create_key(scope, "bench", role=Role.ADMIN).secret


def hold_streams(server: Server, key: str, count: int) -> dict[str, float]:
    from pramana.jobs.events import emit
    from pramana.tenancy.services import ensure_first_start, start_run

    scope = ensure_first_start()
    run_id = start_run(scope, "bench")
    emit(scope, run_id, "progress")
    held: Held = asyncio.run(
        hold(server.port, key, str(run_id), count, OVER_S, lambda: emit(scope, run_id, "done"))
    )
    cuts = statistics.quantiles(held.firsts_ms, n=100)
    return {
        "streams_held_together": held.most_at_once,
        "streams_ended_with_their_run": held.ended_well,
        "first_byte_p50_ms": round(cuts[49], 1),
        "first_byte_p95_ms": round(cuts[94], 1),
    }
