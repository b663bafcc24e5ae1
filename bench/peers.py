"""Memory's cost beside its peers', on the same messages. `./run bench peers [--messages N]`

Ours, Graphiti and mem0 read the same messages with a model and an encoder that answer at once, so
what differs is what each does around them. A peer is installed into an environment of its own
under .cache/bench the first time; one that cannot be installed has an empty column.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench._embedded import KEPT
from bench._scratch import scratch_product

PEERS = {"graphiti": "graphiti-core[kuzu]==0.31.1 httpx==0.28.1", "mem0": "mem0ai==1.0.0"}
"""Graphiti 0.31 uses httpx without naming it."""
FIGURES = (
    "cpu_ms_per_message",
    "database_cpu_ms_per_message",
    "growth",
    "model_calls_per_message",
    "prompt_tokens_per_message",
)
PATIENCE_S = 600


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench peers", description=__doc__)
    parser.add_argument("--messages", type=int, default=100)
    count = parser.parse_args(argv).messages
    os.environ |= {"PRAMANA_EMBEDDINGS": "none", "PRAMANA_LOG_LEVEL": "warning"}
    lines = _lines(count)
    figures: dict[str, Any] = {"messages": count, "ours": _ours(count)}
    figures |= {name: _peer(name, wanted, lines) for name, wanted in PEERS.items()}
    _say(figures)
    return figures


def _lines(count: int) -> str:
    from bench._memory_script import messages

    said = (
        {
            "content": message.content,
            "facts": [line.split("|") for line in message.content.splitlines()],
            "at": message.valid_at.isoformat(),
        }
        for message in messages(count)
    )
    return "\n".join(json.dumps(each) for each in said)


def _ours(count: int) -> dict[str, Any]:
    from bench.memory_ingest import ingest

    with scratch_product() as scope:
        return ingest(scope, count)


def _peer(name: str, wanted: str, lines: str) -> dict[str, Any] | None:
    """What the peer says of itself, or None with the reason on stderr."""
    place = KEPT / "peers" / name
    script = Path(__file__).parent / f"_peer_{name}.py"
    command = [str(place / "bin" / "python"), "-P", str(script)]
    try:
        _install(place, wanted)
        done = subprocess.run(
            command, input=lines, capture_output=True, text=True, timeout=PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        said = getattr(error, "stderr", "") or str(error)
        print(f"{name} could not be measured: {said[-500:]}", file=sys.stderr)
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _install(place: Path, wanted: str) -> None:
    """Once; a stamp says what is there, so that half an installation is begun again."""
    stamp = place / "installed.txt"
    if stamp.is_file() and stamp.read_text() == wanted:
        return
    uv = [sys.executable, "-m", "uv"]
    making = [*uv, "venv", "--quiet", "--clear", "--python", sys.executable, str(place)]
    adding = [*uv, "pip", "install", "--quiet", "--python", str(place / "bin" / "python")]
    for command in (making, [*adding, *wanted.split()]):
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE_S)
    stamp.write_text(wanted)


def _say(figures: dict[str, Any]) -> None:
    names = ("ours", *PEERS)
    print(f"\n{'':30}" + "".join(f"{name:>10}" for name in names))
    for figure in FIGURES:
        cells = ((figures[name] or {}).get(figure, "-") for name in names)
        print(f"{figure:30}" + "".join(f"{cell:>10}" for cell in cells))
