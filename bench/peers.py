"""Memory's cost beside its peers', on the same messages. `./run bench peers [--messages N]`

Ours, Graphiti and mem0 read the same messages with a model and an encoder that answer at once, so
what differs is what each does around them. A peer is installed into an environment of its own
under .cache/bench the first time; one that cannot be installed has an empty column.
"""

import argparse
import json
import os
from collections.abc import Sequence
from typing import Any

from bench import _beside
from bench._peer_environment import told_by
from bench._scratch import scratch_product
from bench.memory_ingest import CHARACTERS_PER_TOKEN, measure_ingest

PEERS = ("graphiti", "mem0")
FIGURES = (
    "cpu_ms_per_message",
    "database_cpu_ms_per_message",
    "growth",
    "model_calls_per_message",
    "prompt_tokens_per_message",
)


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench peers", description=__doc__)
    parser.add_argument("--messages", type=int, default=100)
    count = parser.parse_args(argv).messages
    os.environ |= {"PRAMANA_EMBEDDINGS": "none", "PRAMANA_LOG_LEVEL": "warning"}
    lines = _lines(count)
    found = {_beside.OURS: _ours(count), **{peer: _theirs(peer, lines) for peer in PEERS}}
    _beside.say(found, FIGURES)
    return {"messages": count, **found, "ratios": _beside.ratios(found, FIGURES)}


def _lines(count: int) -> str:
    from bench._instant_models import messages

    said = (
        {
            "content": message.content,
            "facts": [line.split("|") for line in message.content.splitlines()],
            "at": message.valid_at.isoformat(),
        }
        for message in messages(count)
    )
    return "\n".join(json.dumps(each) for each in said)


def _theirs(peer: str, lines: str) -> dict[str, Any] | None:
    told = told_by(peer, lines)
    if told is None:
        return None
    marks = told["marks_s"]
    count = len(marks) - 1
    tenth = max(1, count // 10)
    return {
        "cpu_ms_per_message": round((marks[-1] - marks[0]) * 1000 / count, 1),
        "growth": round((marks[-1] - marks[-1 - tenth]) / (marks[tenth] - marks[0]), 2),
        "model_calls_per_message": round(told["calls"] / count, 2),
        "prompt_tokens_per_message": round(told["characters"] / CHARACTERS_PER_TOKEN / count),
    }


def _ours(count: int) -> dict[str, Any]:
    with scratch_product() as scope:
        return measure_ingest(scope, count)
