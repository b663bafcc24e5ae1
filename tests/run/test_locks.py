"""What is locked can be installed anywhere, and only as it was when we looked at it."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PYTHON_LOCKS = [
    "requirements.lock",
    "requirements-dev.lock",
    "setup/locks/uv.txt",
    "setup/locks/node.txt",
    "setup/locks/e5.txt",
    "setup/locks/scans.txt",
]


def pins(name: str) -> dict[str, str]:
    """Package and version (with its marker) of each entry."""
    text = (ROOT / name).read_text().replace("\\\n", " ")
    entries = (line.split(" --hash")[0].strip() for line in text.splitlines() if line.strip())
    return dict(entry.split("==", 1) for entry in entries)


@pytest.mark.parametrize("name", [*PYTHON_LOCKS, "package-lock.json"])
def test_a_lock_holds_no_address(name: str) -> None:
    assert not re.search(r"[a-z]+://|--(extra-)?index|--find-links", (ROOT / name).read_text())


@pytest.mark.parametrize("name", PYTHON_LOCKS)
def test_every_package_is_pinned_by_hash(name: str) -> None:
    text = (ROOT / name).read_text().replace("\\\n", " ")
    assert all("--hash=sha256:" in line for line in text.splitlines() if line.strip())


def test_the_development_lock_contains_the_runtime_lock() -> None:
    runtime, development = pins("requirements.lock"), pins("requirements-dev.lock")
    versions = {name: pin.split(" ;")[0] for name, pin in development.items()}

    assert {name: pin.split(" ;")[0] for name, pin in runtime.items()}.items() <= versions.items()


def test_every_npm_package_has_its_hash_and_nothing_else_to_go_by() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    locked = {name: entry for name, entry in packages.items() if name}

    assert locked
    assert all("resolved" not in entry for entry in locked.values())
    assert all(entry["integrity"].startswith("sha512-") for entry in locked.values())


def test_carriers_of_models_are_locked_at_the_version_we_checked() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for model in json.loads((ROOT / "setup/models.json").read_text()):
        if model["registry"] == "pypi":
            assert pins(model["lock"])[model["carrier"]] == model["carrier_version"]
            continue
        entry = packages[f"node_modules/{model['carrier']}"]
        assert entry["version"] == model["carrier_version"]
        assert entry["optional"] is True
