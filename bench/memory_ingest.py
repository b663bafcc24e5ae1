"""The cost of a message, and whether it grows. `./run bench memory-ingest --messages N`

Messages take the product's whole path on a database of their own: inbox, lane, reading, one
transaction each, indexing. The model and the encoder answer at once, so only our own cost is
measured: CPU time of this process, statements sent to the database (except those of the job queue
and the usage ledger), and the questions to the model.
"""

import argparse
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from bench import _cpu_time
from bench._scratch import scratch_product

QUEUE = ("jobs_", "llm_", "pg_notify", "advisory")
PER_REQUEST = 500
CHARACTERS_PER_TOKEN = 4


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench memory-ingest", description=__doc__)
    parser.add_argument("--messages", type=int, default=500)
    count = parser.parse_args(argv).messages
    os.environ |= {"PRAMANA_EMBEDDINGS": "none", "PRAMANA_LOG_LEVEL": "warning"}
    with scratch_product() as scope:
        return measure_ingest(scope, count)


def measure_ingest(scope: Any, count: int) -> dict[str, Any]:
    from bench._instant_models import GROUP, InstantModel, messages, people, use_instant_models
    from pramana.jobs.testing import drain_jobs
    from pramana.memory.selectors.groups import counts_of
    from pramana.memory.services.inbox import accept_messages

    model, incoming = InstantModel(people(count)), list(messages(count))
    began, clock, session = _cpu_time.own_ms(), time.monotonic(), _cpu_time.session_ms()
    for start in range(0, count, PER_REQUEST):
        accept_messages(scope, incoming[start : start + PER_REQUEST])
    accepted = _cpu_time.own_ms()
    with use_instant_models(model), count_statements() as statements:
        drain_jobs(at_most=1_000_000)
    finished = _cpu_time.own_ms()
    states = {state.value: number for state, number in counts_of(scope, GROUP).items()}
    if states["done"] < count:
        raise SystemExit(f"Not every message was read, so the figures would mean nothing: {states}")
    figures = {
        "messages": count,
        **states,
        "cpu_ms_per_message": round((finished - began) / count, 2),
        "accepting_cpu_ms_per_message": round((accepted - began) / count, 2),
        "database_cpu_ms_per_message": round((_cpu_time.session_ms() - session) / count, 2),
        "growth": growth(model.marks, finished),
        "statements_per_message": round(len(statements) / count, 2),
        "model_calls_per_message": round(model.calls / count, 2),
        "model_depth": model.depth,
        "prompt_tokens_per_message": round(model.prompt_characters / CHARACTERS_PER_TOKEN / count),
        "messages_per_s": round(count / (time.monotonic() - clock), 1),
    }
    for name, figure in figures.items():
        print(f"{name:32} {figure}")
    return figures


def growth(marks: Sequence[float], finished: float) -> float:
    """CPU time of the last messages, divided by that of the first.

    Both windows are a tenth of the messages, but at least one round of indexing: a shorter one at
    the end would contain the indexing of many messages, and the one at the beginning none.
    """
    from pramana.memory.services.indexing import INDEX_EVERY

    window = min(max(len(marks) // 10, INDEX_EVERY), max(1, len(marks) // 2))
    first, last = marks[window] - marks[0], finished - marks[-window]
    return round(last / first, 2)


@contextmanager
def count_statements() -> Iterator[list[str]]:
    """Collect the statements sent meanwhile, except those of the job queue and the usage ledger."""
    from django.db import connection

    from pramana.postgres.sql import copy_lines

    sent: list[str] = []

    def record(execute: Any, sql: str, *rest: Any) -> Any:
        if not any(name in sql for name in QUEUE):
            sent.append(sql)
        return execute(sql, *rest)

    def copy(into: str, columns: Sequence[str], lines: Sequence[Sequence[Any]]) -> None:
        sent.append(f"COPY {into}")
        copy_lines(into, columns, lines)

    with (
        patch("pramana.retrieval.postgres.entries.copy_lines", copy),
        patch("pramana.retrieval.postgres.vectors.copy_lines", copy),
        connection.execute_wrapper(record),
    ):
        yield sent
