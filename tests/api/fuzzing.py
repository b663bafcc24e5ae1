"""schemathesis against a served product: its own OpenAPI document, every check, a fixed seed."""

import subprocess
import sys
from pathlib import Path

from tests.api.server import Web

ENDLESS = "runs_activity"
"""A stream without an end; test_streams.py follows it."""

ALONE = ("keys_remove_key", "runs_run_events")
"""Not together with the others: one may revoke their key, one waits for what they began."""

TOGETHER = [word for each in (ENDLESS, *ALONE) for word in ("--exclude-operation-id", each)]
APART = [word for each in ALONE for word in ("--include-operation-id", each)]
SLICES = {"together": TOGETHER, "apart": [*APART, "--phases", "coverage,fuzzing"]}


def fuzz(
    web: Web,
    folder: Path,
    slice_name: str,
    *,
    examples: int,
    seed: int = 20261115,
    without: tuple[str, ...] = (),
) -> str:
    """Ask `examples` times per operation; anything that disagrees with the document is an error.

    Returns what schemathesis says at the end, with its counts.
    """
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("run", f"{web.url}/api/openapi.json"),
        *("--header", f"Authorization: Bearer {web.key}"),
        *("--checks", "all", "--seed", str(seed), "--max-examples", str(examples)),
        *("--request-timeout", "60", "--warnings", "off", "--suppress-health-check", "all"),
        *(word for check in without for word in ("--exclude-checks", check)),
        *SLICES[slice_name],
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    return done.stdout[-1000:]
