"""How much one machine can hold, and what is needed beyond that. `./run bench capacity`

Measures what a document, a message and a question cost in CPU time, what a passage takes in each
table and index, and the memory of the processes. Then it calculates up to 100 million passages, and
simulates users who ask at random times to see how many cores are needed. `--passages N` measures
questions at a larger size, which takes longer: above 20,000 the graph index is used, as in a large
library.
"""

import argparse
import json
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench import _capacity_measured as measured
from bench import _capacity_simulated as simulated
from bench._capacity_made import Writer
from bench._scratch import scratch_product

DOCUMENTS, WEIGHED, MESSAGES, QUESTIONS = 10, 100, 60, 40
WALKED = 20_000
"""From here on both sizes are above the one from which the graph is walked."""
PER_DOUBLING = 0.23
"""How much dearer a question gets each time the library doubles, measured from 11,000 to 22,000."""
HALF_OF_ENTRIES = 0.5


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench capacity", description=__doc__)
    parser.add_argument("--passages", type=int, default=4_000)
    parser.add_argument("--memory-gb", type=float, default=64, help="of the database's machine")
    options = parser.parse_args(argv)
    os.environ["PRAMANA_LOG_LEVEL"] = "warning"
    figures: dict[str, Any] = {"memory_mb": _weighed()}
    with scratch_product() as scope:
        writer = Writer()
        figures["documents"] = measured.documents(scope, writer, DOCUMENTS, WEIGHED)
        figures["messages"] = _messages(scope)
        figures["questions"] = measured.questions(scope, writer, options.passages, QUESTIONS)
    machine = _machine(figures, options.passages)
    figures["simulated"] = _simulated(machine, figures, options.memory_gb)
    _say(figures, machine, options.memory_gb)
    return figures


def _weighed() -> dict[str, int]:
    """A product of its own at rest: web, worker with its children, database."""
    from bench.start import SETTLE_S, started, weigh

    with tempfile.TemporaryDirectory(prefix="pramana-bench-") as folder:
        Path(folder).chmod(0o711)
        data = Path(folder) / "data"
        with started(data) as (_, process):
            time.sleep(SETTLE_S)
            return weigh(process.pid, data)


def _messages(scope: Any) -> dict[str, Any]:
    """Through memory with a model that answers at once: what is left is ours."""
    from bench.memory_ingest import measure_ingest

    return measure_ingest(scope, MESSAGES)


def _machine(figures: dict[str, Any], passages: int) -> simulated.Machine:
    asked, messages = figures["questions"], figures["messages"]
    half, whole = asked["question_cpu_ms"].values()
    per_doubling = max(0.0, whole - half) if passages > WALKED else whole * PER_DOUBLING
    held = asked["bytes_per_passage"]
    every = [*held.values(), *figures["documents"]["bytes_per_passage"].values()]
    entries, vectors = held["retrieval_entry"], held["retrieval_vector"]
    hot = entries["entry_terms"] + entries["retrieval_entry"] * HALF_OF_ENTRIES
    return simulated.Machine(
        document_ms=figures["documents"]["document_cpu_ms"],
        message_ms=messages["cpu_ms_per_message"] + messages["database_cpu_ms_per_message"],
        question_ms=whole,
        question_ms_per_doubling=per_doubling,
        measured_at=passages,
        graph_ms=asked["graph_cpu_ms_per_vector"],
        passage_bytes=sum(size for table in every for size in table.values()),
        hot_bytes=hot + vectors.get("vector_graph", 0),
        vector_bytes=vectors["retrieval_vector"],
    )


def _simulated(
    machine: simulated.Machine, figures: dict[str, Any], memory_gb: float
) -> list[dict[str, Any]]:
    costs = figures["questions"].pop("question_costs_ms")
    ends = machine.ends_at(memory_gb)
    rows = []
    for passages in simulated.SIZES:
        dearer = machine.question_ms_at(passages) / machine.question_ms
        grown = [cost * dearer for cost in costs]
        rows.append(
            {
                "passages": passages,
                "disk_gb": round(passages * machine.passage_bytes / 2**30, 1),
                "hot_gb": round(passages * machine.hot_bytes / 2**30, 1),
                "candidates_by": "PostgreSQL" if passages <= ends else "Qdrant",
                "cluster_gb": round(machine.cluster_gb(passages), 1) if passages > ends else 0,
                "graph_cpu_h": round(machine.graph_hours(passages), 1),
                "question_cpu_ms": round(machine.question_ms_at(passages), 1),
                "cores_for": {rate: simulated.cores_for(rate, grown) for rate in simulated.RATES},
            }
        )
    return rows


def _say(figures: dict[str, Any], machine: simulated.Machine, memory_gb: float) -> None:
    print(
        f"per second and core: {1000 / machine.document_ms:.1f} documents of "
        f"{figures['documents']['passages_per_document']} passages, "
        f"{1000 / machine.message_ms:.0f} messages, {1000 / machine.question_ms:.0f} questions"
    )
    print(
        f"bytes per passage: {machine.passage_bytes:,.0f}, of which questions touch "
        f"{machine.hot_bytes:,.0f}; memory at rest in MB: {json.dumps(figures['memory_mb'])}"
    )
    print(f"one database machine of {memory_gb:g} GB: to {machine.ends_at(memory_gb):,} passages")
    rates = "".join(f"{f'{rate}/s':>7}" for rate in simulated.RATES)
    print(
        f"{'passages':>12} {'disk GB':>8} {'hot GB':>7} {'candidates by':>14} "
        f"{'cluster GB':>11} {'CPU ms':>7}   cores for{rates}"
    )
    for row in figures["simulated"]:
        cores = "".join(f"{count:>7}" for count in row["cores_for"].values())
        print(
            f"{row['passages']:>12,} {row['disk_gb']:>8} {row['hot_gb']:>7} "
            f"{row['candidates_by']:>14} {row['cluster_gb']:>11} {row['question_cpu_ms']:>7}"
            f"            {cores}"
        )
