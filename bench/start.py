"""How long the product takes to start, and how much memory it uses when idle.

`./run bench start`: first start in an empty data directory, second start in it, and the memory
of web, worker and database together (proportional set size: shared pages counted once).
"""

import argparse
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

SECOND_START_LIMIT_S = 5.0
MEMORY_LIMIT_MB = 700
SETTLE_S = 5.0


def main(argv: list[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench start", description=__doc__)
    parser.parse_args(argv)
    with tempfile.TemporaryDirectory(prefix="pramana-bench-") as folder:
        Path(folder).chmod(0o711)
        data = Path(folder) / "data"
        with started(data) as (first, _):
            pass
        with started(data) as (second, process):
            time.sleep(SETTLE_S)
            memory = weigh(process.pid, data)
    return {
        "first_start_s": round(first, 2),
        "second_start_s": round(second, 2),
        "second_start_of_limit": round(second / SECOND_START_LIMIT_S, 2),
        "memory_mb": memory,
        "memory_of_limit": round(memory["total"] / MEMORY_LIMIT_MB, 2),
    }


@contextmanager
def started(data: Path) -> Iterator[tuple[float, subprocess.Popen[str]]]:
    """A product that answers healthy, and the seconds until it did."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "pramana.cli", "serve", "--port", "0", "--data", str(data)],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        _wait_until_healthy(_address(process))
        yield time.monotonic() - began, process
    finally:
        process.terminate()
        process.wait(30)


def _address(process: subprocess.Popen[str]) -> str:
    for line in process.stderr or ():
        if found := re.search(r"Pramana is at\s+(\S+)", line):
            threading.Thread(target=_discard, args=(process,), daemon=True).start()
            return found.group(1)
    raise SystemExit("The product did not start.")


def _discard(process: subprocess.Popen[str]) -> None:
    for _ in process.stderr or ():
        pass


def _wait_until_healthy(address: str) -> None:
    deadline = time.monotonic() + 60
    while httpx.get(f"{address}/health", timeout=10).json()["status"] != "healthy":
        if time.monotonic() > deadline:
            raise SystemExit("The product did not become healthy.")
        time.sleep(0.05)


def weigh(pid: int, data: Path) -> dict[str, int]:
    """Megabytes of the web process, the worker with its children, and the database."""
    web = _pss(pid)
    worker = sum(_pss(child) for child in _descendants(pid))
    database = sum(_pss(other) for other in _working_in(data))
    return {"web": web, "worker": worker, "database": database, "total": web + worker + database}


def _pss(pid: int) -> int:
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.M)
    return int(found.group(1)) // 1024 if found else 0


def _descendants(pid: int) -> list[int]:
    lists = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    children = [int(child) for text in lists for child in text.split()]
    return children + [other for child in children for other in _descendants(child)]


def _working_in(data: Path) -> list[int]:
    from pramana.postgres.testing import processes_in

    return processes_in(data)
