"""`./run test`, `./run soak` and `./run pictures`: every check runs once."""

import json
import os
import resource
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from time import monotonic

from setup.console import say
from setup.environment import checks_environment
from setup.places import PYTHON, ROOT, WORK

GRACE_S = 30
FAILED = 1
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"
MIGRATIONS = ["-m", "django", "makemigrations", "--check", "--dry-run"]
NO_DATABASE = "postgresql://127.0.0.1:1/none"
"""No server listens there: Django warns and continues, and never reaches a running one."""
STATIC = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "import contracts": ["-c", LINT_IMPORTS],
    "migrations": ["-W", "ignore::RuntimeWarning", *MIGRATIONS],
    "mypy": ["-m", "mypy"],
}
PYTEST = ["-m", "pytest", "--hypothesis-seed=0"]
SOAK = (
    "tests/soak",
    "tests/agni/test_kills.py",
    "tests/memory/test_kills.py",
    "tests/extraction/test_crashes.py",
    "tests/extraction/stacks/test_crashes.py",
    "tests/external/test_kills.py",
    "tests/sources/test_kills.py",
    "tests/documents/test_ingest_kill.py",
    "tests/documents/test_fairness.py",
    "tests/memory/test_edit_kills.py",
    "tests/webhooks/test_kill.py",
    "tests/agni/test_cluster.py",
)
"""Tests that take too long for every day: their own folder, those that kill workers or keep them
busy, and the one that starts a cluster of another queue."""
WITHOUT_SOAK = [f"--ignore={each}" for each in SOAK]
HANGING = ["-o", "faulthandler_timeout=300"]
"""A test that hangs for five minutes prints where."""
CORES = os.cpu_count() or 2
EVERYTHING = ["--processes", str(CORES + 1), *HANGING]
"""One process more than there are cores, because tests of whole products wait a lot."""
FAST = ["--processes", str(CORES), "--fast", *HANGING]
DURATIONS = WORK / "durations.json"
"""The duration of each test of the last full run; written by `tests/plugin.py`."""
SLOWEST = 50


def test(arguments: Sequence[str]) -> int:
    """Run everything, the fast part, or pytest alone with these arguments."""
    if not arguments:
        return _run_all(EVERYTHING)
    if list(arguments) == ["fast"]:
        return _run_all(FAST)
    if list(arguments) == ["--slowest"]:
        return list_slowest()
    return _run([*PYTEST, *WITHOUT_SOAK, *arguments])


def soak(arguments: Sequence[str]) -> int:
    """Run one long test at a time, so that each has the machine to itself."""
    return _run([*PYTEST, "-s", *(arguments or [each for each in SOAK if (ROOT / each).exists()])])


def pictures() -> int:
    """Take the documentation's pictures again, with the browser that the tests use."""
    return _run(["-m", "tests.web.pictures"])


def list_slowest() -> int:
    """Print the slowest tests of the last full run and what each of them checks."""
    if not DURATIONS.exists():
        say("There are no durations yet. Run `./run test` first.")
        return FAILED
    rows = json.loads(DURATIONS.read_text())
    for row in sorted(rows, key=lambda row: -row["seconds"])[:SLOWEST]:
        print(f"{row['seconds']:7.1f} s  {row['test']}\n           {row['checks']}")
    print(f"{sum(row['seconds'] for row in rows):7.1f} s  in all, {len(rows)} tests")
    return 0


def _run_all(options: Sequence[str]) -> int:
    """Run the static checks beside pytest: they need one core while pytest waits for others."""
    began = monotonic()
    with ThreadPoolExecutor(1) as pool:
        static = pool.submit(_run_static)
        code = _run([*PYTEST, *WITHOUT_SOAK, *options])
        failures = static.result()
    say(f"{monotonic() - began:.0f} s, {_cpu_seconds():.0f} CPU s without the database's")
    if failures:
        say(f"Failed: {', '.join(failures)}.")
    return code or (FAILED if failures else 0)


def _cpu_seconds() -> float:
    """What this run's processes used; the database's server is nobody's child."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _run_static() -> list[str]:
    """Return the names of the checks that fail, and print their output."""
    failures = []
    for name, arguments in STATIC.items():
        began = monotonic()
        code, output = _check(arguments)
        say(f"== {name}: {'failed' if code else 'passed'} in {monotonic() - began:.0f} s")
        if code:
            failures.append(name)
            say(output)
    return failures


def _check(arguments: Sequence[str]) -> tuple[int, str]:
    """Run one check with an empty data directory: it needs no database."""
    with tempfile.TemporaryDirectory() as data:
        extra = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": NO_DATABASE,
            "PRAMANA_DATA": data,
        }
        done = subprocess.run(
            [str(PYTHON), *arguments],
            cwd=ROOT,
            env={**checks_environment(), **extra},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        return done.returncode, done.stdout


def _run(arguments: Sequence[str], *, extra: Mapping[str, str] | None = None) -> int:
    """Run a program to its end and return its exit code."""
    environment = {**checks_environment(), **(extra or {})}
    with subprocess.Popen([str(PYTHON), *arguments], cwd=ROOT, env=environment) as process:
        try:
            return process.wait()
        except KeyboardInterrupt:
            _wait(process)  # the terminal told it too; telling it twice would cut its tidying short
            raise
        except SystemExit:
            process.send_signal(signal.SIGINT)  # as Ctrl-C, so that tests stop what they started
            _wait(process)
            raise


def _wait(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
