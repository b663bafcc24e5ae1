"""Tests run in forked processes, and none of them is lost."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONFTEST = """
from tests.sharing import run_shared

def pytest_runtestloop(session):
    run_shared(session, 2)
    return True
"""

pytestmark = pytest.mark.starts


def run(folder: Path, **files: str) -> str:
    (folder / "conftest.py").write_text(CONFTEST)
    for name, text in files.items():
        (folder / f"test_{name}.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", "-c", "/dev/null"]
    done = subprocess.run(
        [*command, f"--rootdir={folder}", str(folder)],
        cwd=folder,
        env={"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
    )
    return f"{done.stdout}{done.stderr}exit {done.returncode}"


def test_every_test_is_reported_once_with_what_it_printed(tmp_path: Path) -> None:
    told = run(
        tmp_path,
        good="def test_good(): print('all is well')",
        bad="def test_bad(): print('a fault'); assert 1 == 2",
        many="import pytest\n@pytest.mark.parametrize('n', range(20))\ndef test_n(n): pass",
    )

    assert "1 failed, 21 passed" in told
    assert "assert 1 == 2" in told and "a fault" in told and "all is well" in told
    assert told.endswith("exit 1")


def test_a_process_that_dies_fails_its_test_and_others_go_on(tmp_path: Path) -> None:
    files = {f"other{n}": "def test_other(): pass" for n in range(6)}
    told = run(tmp_path, aborts="import os\ndef test_aborts(): os._exit(3)", **files)

    assert "p0 ended with 3" in told or "p1 ended with 3" in told
    assert "1 failed, 6 passed" in told
    assert "test_aborts.py::test_aborts" in told


def test_fixtures_of_a_session_last_until_the_end_of_a_process(tmp_path: Path) -> None:
    log = tmp_path / "log"
    fixture = f"""
import os, pytest
LOG = {str(log)!r}
@pytest.fixture(scope="session")
def shared():
    open(LOG, "a").write(f"up {{os.getpid()}}\\n")
    yield
    open(LOG, "a").write(f"down {{os.getpid()}}\\n")
def test_one(shared): pass
def test_two(shared): pass
"""
    told = run(tmp_path, a=fixture, b="def test_three(): pass")

    assert "3 passed" in told
    assert [line.split()[0] for line in log.read_text().splitlines()] == ["up", "down"]
