"""What a message costs, and whether that grows. `./run bench memory-ingest --messages N`

Messages go the product's whole way: inbox, lane, reading, one transaction each, indexing; on a
database of its own. The model and the encoder answer at once, so what is measured is ours: CPU
time of this process, statements sent to the database (without the queue's and the ledger's), and
what the model was asked.
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
        return ingest(scope, count)


def ingest(scope: Any, count: int) -> dict[str, Any]:
    from bench._memory_script import GROUP, InstantModel, instant, messages, people
    from pramana.jobs.testing import drain_jobs
    from pramana.memory.selectors.inbox import counts_of
    from pramana.memory.services.inbox import accept_messages

    model, incoming = InstantModel(people(count)), list(messages(count))
    began, clock, session = _cpu_time.own_ms(), time.monotonic(), _cpu_time.session_ms()
    for start in range(0, count, PER_REQUEST):
        accept_messages(scope, incoming[start : start + PER_REQUEST])
    accepted = _cpu_time.own_ms()
    with instant(model), counted() as statements:
        drain_jobs(at_most=1_000_000)
    ended = _cpu_time.own_ms()
    states = {state.value: number for state, number in counts_of(scope, GROUP).items()}
    figures = {
        "messages": count,
        **states,
        "cpu_ms_per_message": round((ended - began) / count, 2),
        "accepting_cpu_ms_per_message": round((accepted - began) / count, 2),
        "database_cpu_ms_per_message": round((_cpu_time.session_ms() - session) / count, 2),
        "growth": growth(model.marks, ended),
        "statements_per_message": round(len(statements) / count, 2),
        "model_calls_per_message": round(model.calls / count, 2),
        "model_depth": model.depth,
        "prompt_tokens_per_message": round(model.prompt_characters / CHARACTERS_PER_TOKEN / count),
        "messages_per_s": round(count / (time.monotonic() - clock), 1),
    }
    for name, figure in figures.items():
        print(f"{name:32} {figure}")
    return figures


def growth(marks: Sequence[float], ended: float) -> float:
    """CPU time of the last tenth of the messages over that of the first."""
    tenth = max(1, len(marks) // 10)
    first, last = marks[tenth] - marks[0], ended - marks[-tenth]
    return round(last / first, 2)


@contextmanager
def counted() -> Iterator[list[str]]:
    """The statements sent meanwhile, other than the queue's and the ledger's."""
    from django.db import connection

    from pramana.retrieval.postgres.sql import copy_rows as really_copy

    sent: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        if not any(name in sql for name in QUEUE):
            sent.append(sql)
        return execute(sql, *rest)

    def copy(into: str, columns: Sequence[str], lines: Sequence[Sequence[Any]]) -> None:
        sent.append(f"COPY {into}")
        really_copy(into, columns, lines)

    with (
        patch("pramana.retrieval.postgres.entries.copy", copy),
        patch("pramana.retrieval.postgres.vectors.copy", copy),
        connection.execute_wrapper(note),
    ):
        yield sent
