"""`./run test` runs every check in a clean environment and tells the truth about it."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.run.checkout import Checkout

PROJECT = """\
[tool.ruff]
exclude = ["setup", "pramana", "bench"]
[tool.mypy]
strict = true
files = ["config"]
[tool.importlinter]
root_packages = ["config"]
[[tool.importlinter.contracts]]
name = "One folder"
type = "independence"
modules = ["config"]
[tool.pytest.ini_options]
testpaths = ["tests"]
addopts = "-q"
"""
SETTINGS = 'SECRET_KEY = "none"\nINSTALLED_APPS: list[str] = []\n'
TEST = """\
import os


def test_that_no_setting_of_a_person_is_seen() -> None:
    assert "OPENAI_API_KEY" not in os.environ
    assert "DATABASE_URL" not in os.environ
    assert "http_proxy" not in os.environ
    assert os.environ.get("PRAMANA_MODEL") is None
    assert os.environ["PYTHONHASHSEED"] == "0"
"""
CROWDED = """\
import os


def test_crowded() -> None:
    assert "PYTEST_XDIST_WORKER" not in os.environ
"""
PERSON = {
    "OPENAI_API_KEY": "k",
    "DATABASE_URL": "postgresql://somewhere/else",
    "http_proxy": "http://127.0.0.1:9",
    "PRAMANA_MODEL": "openai:gpt",
}


@pytest.fixture
def project(checkout: Checkout) -> Path:
    """A checkout whose environment is the one these tests run in; nothing is set up in it."""
    root = checkout.root
    (root / ".venv").symlink_to(sys.prefix)
    (root / "pyproject.toml").write_text(PROJECT)
    for name, content in {
        "config/__init__.py": "",
        "config/settings.py": SETTINGS,
        "tests/test_environment.py": TEST,
    }.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    return root


def check(
    root: Path, code: str = "test([])", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    program = f"import sys; from setup.checks import *; from setup import checks; sys.exit({code})"
    return subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd="/",
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(root), **(env or {})},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_all_checks_pass_and_pytest_has_the_last_word(project: Path) -> None:
    done = check(project, env=PERSON)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("1 passed")
    headings = [line for line in done.stderr.splitlines() if line.startswith("run: == ")]
    assert [line.removeprefix("run: == ") for line in headings] == [
        "ruff check",
        "ruff format",
        "mypy",
        "import contracts",
        "migrations",
        "pytest",
    ]


def test_every_cheap_failure_shows_before_it_stops(project: Path) -> None:
    (project / "config/wrong.py").write_text("import os\nnumber: int = 'one'\n")
    done = check(project)

    assert done.returncode == 1
    assert "Failed: ruff check, ruff format, mypy." in done.stderr
    assert "passed in" not in done.stdout.splitlines()[-1]


def test_a_failing_test_is_a_failing_run(project: Path) -> None:
    (project / "tests/test_wrong.py").write_text("def test_wrong() -> None:\n    assert False\n")

    assert check(project, "test(['tests/test_wrong.py'])").returncode == 1


def test_what_failed_in_company_must_pass_alone_and_is_named(project: Path) -> None:
    (project / "tests/test_crowded.py").write_text(CROWDED)
    done = check(project)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "what failed in company: tests/test_crowded.py::test_crowded" in done.stderr
    assert done.stdout.splitlines()[-1].startswith("1 passed")


def test_what_fails_alone_too_fails_the_run(project: Path) -> None:
    (project / "tests/test_wrong.py").write_text("def test_wrong() -> None:\n    assert False\n")

    assert check(project).returncode == 1


def test_arguments_are_pytests_and_nothing_else_runs(project: Path) -> None:
    done = check(project, "test(['--collect-only'])")

    assert done.returncode == 0
    assert "test_that_no_setting_of_a_person_is_seen" in done.stdout
    assert "==" not in done.stderr


def test_what_takes_too_long_is_stopped(project: Path) -> None:
    code = "checks._run(['-c', 'import time; time.sleep(600)'], limit=1)"
    done = check(project, code)

    assert done.returncode == 124
    assert "Stopped" in done.stderr


def test_long_runs_are_left_to_soak(project: Path) -> None:
    (project / "tests/soak").mkdir()
    (project / "tests/soak/test_long.py").write_text("def test_long() -> None:\n    print('ran')\n")
    everyday, soak = check(project, "test(['-s'])"), check(project, "soak([])")

    assert (everyday.returncode, soak.returncode) == (0, 0)
    assert "ran" not in everyday.stdout
    assert "ran" in soak.stdout
