"""The served product against its own OpenAPI document: nothing may disagree."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.server import Web

EXAMPLES = "8"
ENDLESS = "runs_activity"
"""A stream without an end; test_streams.py follows it."""

ALONE = ("keys_remove_key", "runs_run_events")
"""Not together with the others: one may revoke their key, one waits for what they began."""


def excluded(*ids: str) -> list[str]:
    return [word for each in ids for word in ("--exclude-operation-id", each)]


def included(*ids: str) -> list[str]:
    return [word for each in ids for word in ("--include-operation-id", each)]


@pytest.mark.parametrize(
    "chosen",
    [excluded(ENDLESS, *ALONE), [*included(*ALONE), "--phases", "coverage,fuzzing"]],
    ids=["together", "alone"],
)
def test_schemathesis_finds_nothing(web: Web, tmp_path: Path, chosen: list[str]) -> None:
    command = [
        str(Path(sys.executable).with_name("schemathesis")),
        *("run", f"{web.url}/api/openapi.json"),
        *("--header", f"Authorization: Bearer {web.key}"),
        *("--checks", "all", "--seed", "20261115", "--max-examples", EXAMPLES),
        *("--request-timeout", "60", "--warnings", "off", "--suppress-health-check", "all"),
        *chosen,
    ]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
