"""`./run test`: every check, in order, within a time limit, with an honest exit code."""

import json
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import monotonic

from setup.console import say
from setup.environment import checks_environment
from setup.places import PYTHON, ROOT

LIMIT_S = 28 * 60
GRACE_S = 30
OUT_OF_TIME = 124
FAILED = 1
FEW = 12
"""More failures than these are no accident of a full machine."""
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"
MIGRATIONS = ["-m", "django", "makemigrations", "--check", "--dry-run"]
NO_DATABASE = "postgresql://127.0.0.1:1/none"
"""Nobody listens there: Django warns and goes on, and never asks a server that happens to run."""
CHEAP = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "import contracts": ["-c", LINT_IMPORTS],
    "migrations": ["-W", "ignore::RuntimeWarning", *MIGRATIONS],
}
PYTEST = ["-m", "pytest", "--hypothesis-seed=0"]
SOAK = (
    "tests/soak",
    "tests/agni/test_kills.py",
    "tests/memory/test_kills.py",
    "tests/extraction/test_kills.py",
    "tests/extraction/stacks/test_kill.py",
    "tests/external/test_kills.py",
    "tests/documents/test_ingest_kill.py",
)
"""Runs that take too long for every day: a folder of their own, and those that kill workers."""
WITHOUT_SOAK = [f"--ignore={each}" for each in SOAK]
ALL = ["-n", "3", "--dist", "loadfile", "--no-loadscope-reorder", "--durations", "25"]
ALL += ["-o", "faulthandler_timeout=300"]
"""Three, because tests of whole products wait more than they work; by file, so that a product that
a file shares is started once. A test that hangs shows where, long before the limit."""


def test(arguments: Sequence[str]) -> int:
    """With arguments, pytest alone and as long as it takes; without, everything."""
    if arguments:
        return _run([*PYTEST, *WITHOUT_SOAK, *arguments], limit=None)
    end = monotonic() + LIMIT_S
    failed = [name for name, check in CHEAP.items() if _cheap(name, check, end)]
    if failed:
        say(f"Failed: {', '.join(failed)}. pytest runs once these pass.")
        return 1
    say("== pytest")
    with tempfile.TemporaryDirectory() as cache:
        every = [*PYTEST, *WITHOUT_SOAK, "-o", f"cache_dir={cache}"]
        code = _run([*every, *ALL], limit=end - monotonic())
        failed = _failed_in(Path(cache))
        if code != FAILED or len(failed) > FEW:
            return code
        return _alone(every, failed, end)


def soak(arguments: Sequence[str]) -> int:
    """One long test at a time, so that each has the machine to itself."""
    return _run(
        [*PYTEST, "-s", *(arguments or [each for each in SOAK if (ROOT / each).exists()])],
        limit=None,
    )


def pictures() -> int:
    """The documentation's pictures anew, by the browser that the tests use."""
    return _run(["-m", "tests.web.pictures"], limit=None)


def _alone(every: Sequence[str], failed: Sequence[str], end: float) -> int:
    """The few that failed while others shared the cores, once more by themselves.

    They must pass now, and are named either way: a test that needs the machine to itself is known.
    """
    say("== pytest, what failed in company: " + ", ".join(failed))
    return _run(
        [*every, "--last-failed", "--last-failed-no-failures=none"], limit=end - monotonic()
    )


def _failed_in(cache: Path) -> list[str]:
    kept = cache / "v/cache/lastfailed"
    return sorted(json.loads(kept.read_text())) if kept.exists() else []


def _cheap(name: str, check: Sequence[str], end: float) -> int:
    """Over a data directory of its own: a check reads no one's data and needs no database."""
    say(f"== {name}")
    with tempfile.TemporaryDirectory() as data:
        extra = {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": NO_DATABASE,
            "PRAMANA_DATA": data,
        }
        return _run(check, limit=end - monotonic(), extra=extra)


def _run(
    arguments: Sequence[str], *, limit: float | None, extra: Mapping[str, str] | None = None
) -> int:
    """The exit code, or 124 when the limit came first."""
    environment = {**checks_environment(), **(extra or {})}
    with subprocess.Popen([str(PYTHON), *arguments], cwd=ROOT, env=environment) as process:
        try:
            return process.wait(None if limit is None else max(limit, 1))
        except subprocess.TimeoutExpired:
            _stop(process)
            say(f"Stopped: all checks together may take {LIMIT_S // 60} minutes.")
            return OUT_OF_TIME
        except KeyboardInterrupt:
            _wait(process)  # the terminal told it too; telling it twice would cut its tidying short
            raise
        except SystemExit:
            _stop(process)
            raise


def _stop(process: subprocess.Popen[bytes]) -> None:
    """Ask as Ctrl-C would, so that tests stop what they started."""
    process.send_signal(signal.SIGINT)
    _wait(process)


def _wait(process: subprocess.Popen[bytes]) -> None:
    try:
        process.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
