"""`./run test` runs every check in a clean environment and tells the truth about it."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.run.checkout import Checkout

PROJECT = """\
[tool.ruff]
exclude = ["setup", "pramana", "bench", "training"]
[tool.mypy]
strict = true
files = ["config"]
cache_dir = "{cache}"
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
CONFTEST = """\
def pytest_addoption(parser) -> None:
    parser.addoption("--processes")
"""
"""The option that `tests/plugin.py` adds here; this project has one process anyway."""
FLAKY = """\
from pathlib import Path


def test_that_would_pass_a_second_time() -> None:
    ran = Path(__file__).with_suffix(".ran")
    before = ran.exists()
    ran.touch()
    assert before
"""
PERSON = {
    "OPENAI_API_KEY": "k",
    "DATABASE_URL": "postgresql://somewhere/else",
    "http_proxy": "http://127.0.0.1:9",
    "PRAMANA_MODEL": "openai:gpt",
}


@pytest.fixture(scope="session")
def mypy_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Shared, because reading the types of the standard library takes several seconds."""
    return tmp_path_factory.mktemp("mypy")


@pytest.fixture
def project(checkout: Checkout, mypy_cache: Path) -> Path:
    """A checkout whose environment is the one these tests run in; nothing is set up in it."""
    root = checkout.root
    (root / ".venv").symlink_to(sys.prefix)
    (root / "pyproject.toml").write_text(PROJECT.replace("{cache}", str(mypy_cache)))
    for name, content in {
        "config/__init__.py": "",
        "config/settings.py": SETTINGS,
        "conftest.py": CONFTEST,
        "tests/test_environment.py": TEST,
    }.items():
        path = root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    return root


def check(
    root: Path, code: str = "test([])", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    program = f"import sys; from setup.checks import *; sys.exit({code})"
    return subprocess.run(
        [sys.executable, "-P", "-c", program],
        cwd="/",
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(root), **(env or {})},
        capture_output=True,
        text=True,
        timeout=300,
    )


CHECKS = ["ruff check", "ruff format", "import contracts", "migrations", "mypy"]


def test_all_checks_run_beside_pytest(project: Path) -> None:
    done = check(project, env=PERSON)

    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith("1 passed")
    passed = re.findall(r"^run: == (.+): passed in", done.stderr, re.MULTILINE)
    assert passed == CHECKS
    assert re.search(r"^run: \d+ s, [1-9]\d* CPU s", done.stderr, re.MULTILINE)


def test_every_failure_is_shown_and_no_test_gets_a_second_chance(project: Path) -> None:
    (project / "config/wrong.py").write_text("import os\nnumber: int = 'one'\n")
    (project / "tests/test_flaky.py").write_text(FLAKY)
    done = check(project)

    assert done.returncode == 1
    assert "Failed: ruff check, ruff format, mypy." in done.stderr
    assert "Incompatible types in assignment" in done.stderr
    assert done.stdout.splitlines()[-1].startswith("1 failed, 1 passed")


def test_a_failing_test_alone_is_a_failing_run(project: Path) -> None:
    (project / "tests/test_flaky.py").write_text(FLAKY)
    done = check(project)

    assert done.returncode == 1
    assert "Failed:" not in done.stderr


def test_arguments_are_pytests_and_nothing_else_runs(project: Path) -> None:
    done = check(project, "test(['--collect-only'])")

    assert done.returncode == 0
    assert "test_that_no_setting_of_a_person_is_seen" in done.stdout
    assert "==" not in done.stderr


def test_the_slowest_tests_are_listed_with_what_they_check(project: Path) -> None:
    (project / ".cache").mkdir()
    (project / ".cache/durations.json").write_text(
        '[{"test": "tests/a.py::test_quick", "seconds": 0.5, "checks": "test quick"},'
        ' {"test": "tests/a.py::test_slow", "seconds": 9.0, "checks": "All of it."}]'
    )
    done = check(project, "test(['--slowest'])")

    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "    9.0 s  tests/a.py::test_slow",
        "           All of it.",
        "    0.5 s  tests/a.py::test_quick",
        "           test quick",
        "    9.5 s  in all, 2 tests",
    ]


def test_long_runs_are_left_to_soak(project: Path) -> None:
    (project / "tests/soak").mkdir()
    (project / "tests/soak/test_long.py").write_text("def test_long() -> None:\n    print('ran')\n")
    everyday, soak = check(project, "test(['-s'])"), check(project, "soak([])")

    assert (everyday.returncode, soak.returncode) == (0, 0)
    assert "ran" not in everyday.stdout
    assert "ran" in soak.stdout
