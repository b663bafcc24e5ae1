"""The cost per document of turning many documents into one table. `./run bench stacks`

Documents go the product's whole way: a job each, the agent's tools, evidence, one row saved at a
time; on a database of its own. The model answers at once, so what is measured is ours: CPU time of
this process and of its database session. `growth` is the cost per document at the largest size over
that at the smallest.
"""

import argparse
import os
from collections.abc import Sequence
from typing import Any

from bench import _cpu_time
from bench._scratch import scratch_product

SMALL, LARGE = 20, 1000
SMALL_TABLES = 5
"""A small table is over too quickly to be timed once."""


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench stacks", description=__doc__)
    parser.add_argument("--documents", type=int, default=200)
    count = parser.parse_args(argv).documents
    os.environ |= {"PRAMANA_EMBEDDINGS": "none", "PRAMANA_LOG_LEVEL": "warning"}
    with scratch_product() as scope:
        return measure(scope, count)


def measure(scope: Any, count: int) -> dict[str, Any]:
    table_of(scope, 10)  # wakes everything up
    small = mean([table_of(scope, SMALL) for _ in range(SMALL_TABLES)])
    middle, large = table_of(scope, count), table_of(scope, LARGE)
    total = middle["process"] + middle["database"]
    figures = {
        "documents": count,
        "rows_saved": middle["rows"],
        "cells_with_evidence": middle["placed"],
        "cpu_ms_per_document": round(total, 2),
        "database_cpu_ms_per_document": round(middle["database"], 2),
        "documents_per_cpu_s": round(1000 / total, 1),
        "statements_per_document": round(middle["statements"], 1),
        f"cpu_ms_per_document_at_{SMALL}": round(small["process"] + small["database"], 2),
        f"cpu_ms_per_document_at_{LARGE}": round(large["process"] + large["database"], 2),
        "growth": round(
            (large["process"] + large["database"]) / (small["process"] + small["database"]), 2
        ),
    }
    for name, figure in figures.items():
        print(f"{name:36} {figure}")
    return figures


def table_of(scope: Any, count: int) -> dict[str, float]:
    """Make a table over so many new documents, and say what each of them cost."""
    from django.db import connection

    from bench._stack_papers import COLUMNS, instant, paper, take_in
    from pramana.extraction.contracts.stacks import ColumnSpec
    from pramana.extraction.selectors.stacks import all_rows, get_table
    from pramana.extraction.services.stack_runs import start_table_extraction
    from pramana.extraction.services.stacks import create_stack, create_table
    from pramana.jobs.testing import drain_jobs

    numbers = range(1, count + 1)
    papers = take_in(scope, numbers)
    answers = {each: paper(number)[1] for each, number in zip(papers, numbers, strict=True)}
    sent = 0

    def note(execute: Any, *rest: Any) -> Any:
        nonlocal sent
        sent += 1
        return execute(*rest)

    own, session = _cpu_time.own_ms(), _cpu_time.session_ms()
    stack = create_stack(scope, "Bench", papers)
    columns = [ColumnSpec(name=name, type=kind) for name, kind in COLUMNS]
    table = create_table(scope, stack.id, "Bench", columns=columns)
    with instant(answers), connection.execute_wrapper(note):
        start_table_extraction(scope, stack.id, table.id)
        drain_jobs(at_most=1_000_000)
    cost = {
        "process": (_cpu_time.own_ms() - own) / count,
        "database": (_cpu_time.session_ms() - session) / count,
        "statements": sent / count,
    }
    done = get_table(scope, stack.id, table.id)
    cells = [cell for row in all_rows(scope, done) for cell in row.cells.values()]
    return {**cost, "rows": done.done, "placed": sum(bool(cell["evidence"]) for cell in cells)}


def mean(costs: list[dict[str, float]]) -> dict[str, float]:
    return {name: sum(cost[name] for cost in costs) / len(costs) for name in costs[0]}
