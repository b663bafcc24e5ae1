"""One real PostgreSQL for the whole test run, and a clone of a migrated template per worker.

Loaded with `-p tests.plugin`, because the address must be known before Django reads its settings.
"""

import atexit
import gc
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path

import pytest

from pramana.kit.heap import trim_heap
from tests.order import turn_of, unit_of
from tests.prepared_child import load_everything
from tests.sharing import process_name, run_shared
from tests.starting import (
    begin_counting,
    check_starts,
    count_cpu,
    is_slow,
    is_starting,
    unlisted_slow_tests,
    watch_starts,
)

ROOT = Path(__file__).parent.parent
TEMPLATE = "pramana_template"
gc.disable()  # collecting garbage while tests are collected takes a third of that time
RARELY = 100_000, 50, 100
"""How many new objects garbage is looked for after. Python's own 700 cost a tenth of the run's CPU
time, because tests make many objects that live as long as a test."""
_stack = ExitStack()
_durations: dict[str, float] = defaultdict(float)
_checks: dict[str, str] = {}
_cpu: dict[str, float] = {}
"""What each test of this run took and what it checks; filled where the reports arrive."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help="leave out tests that start processes or are slow"
    )
    parser.addoption("--processes", type=int, default=1, help="how many processes run tests")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "starts: starts processes of its own; not in `--fast`")


def is_controller() -> bool:
    return process_name() == "main"


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    _start_server()
    return (yield)


def _start_server() -> None:
    from pramana.postgres.server import use_server
    from pramana.postgres.testing import (
        disable_durability,
        remove_abandoned_scratch,
        scratch_data_dir,
    )

    remove_abandoned_scratch()
    atexit.register(_stop_server)  # also where pytest gives up before it has begun
    folder = _stack.enter_context(scratch_data_dir())
    os.environ["PRAMANA_DATA"] = str(folder)
    os.environ["PRAMANA_LOG_FORMAT"] = "text"
    os.environ["PRAMANA_OCR"] = "local"  # whatever keys the shell holds
    os.environ["DATABASE_URL"] = _stack.enter_context(use_server(folder))
    disable_durability(os.environ["DATABASE_URL"])


def _stop_server() -> None:
    if is_controller():
        _stack.close()


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    _migrate_template()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, so that no process works alone at the end."""
    if config.getoption("--fast"):
        left_out = {item for item in items if is_starting(item) or is_slow(item)}
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
        watch_starts()
    items.sort(key=lambda item: (turn_of(item.nodeid), unit_of(item.nodeid)))
    for item in items:
        item.user_properties.append(("checks", _sentence(item)))


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Look for garbage again, but not among what collection made and the whole run keeps."""
    trim_heap()
    gc.freeze()
    gc.set_threshold(*RARELY)
    gc.enable()
    if session.testsfailed or session.config.option.collectonly:
        return None
    from tests.prepared import prepare  # pytest-django wants to be imported by pytest

    count = session.config.getoption("--processes")
    if count < 2:
        prepare(session.config)
        return None
    if not session.config.getoption("--fast"):
        load_everything()
    run_shared(session, count, prepare)
    return True


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    begin_counting(item)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> Iterator[None]:
    yield
    count_cpu(item)
    check_starts(item)
    if nextitem and nextitem.path != item.path:
        trim_heap()


def _sentence(item: pytest.Item) -> str:
    """What a test checks: its docstring's first line, or its name in words."""
    doc = getattr(getattr(item, "function", None), "__doc__", None)
    name = getattr(item, "originalname", None) or item.name
    return doc.strip().splitlines()[0] if doc else name.removeprefix("test_").replace("_", " ")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if is_controller():
        _durations[report.nodeid] += report.duration
        properties = dict(report.user_properties)  # a report about a process that died has none
        _checks[report.nodeid] = properties.get("checks", report.nodeid)
        if "cpu" in properties:
            _cpu[report.nodeid] = properties["cpu"]


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """A fast run that grows slow says why."""
    if config.getoption("--fast") and (slow := unlisted_slow_tests(_cpu)):
        terminalreporter.write_line("Slow tests; list them in tests/slow_tests.txt:")
        terminalreporter.write_line("\n".join(slow))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Keep what each test of a full run took; `./run test --slowest` lists it."""
    if not is_controller() or session.config.args != session.config.getini("testpaths"):
        return
    rows = [
        {"test": test, "seconds": round(seconds, 2), "checks": _checks[test]}
        for test, seconds in _durations.items()
    ]
    (ROOT / ".cache").mkdir(exist_ok=True)
    (ROOT / ".cache/durations.json").write_text(json.dumps(rows))


def _migrate_template() -> None:
    """Migrate once per set of migrations: later runs restore what the first one dumped."""
    from pramana.postgres.dump import dump_database, restore_database
    from pramana.postgres.testing import template_database

    url = template_database(os.environ["DATABASE_URL"], TEMPLATE)
    dump = ROOT / ".cache" / f"template-{_migrations_digest()}.dump"
    if dump.exists():
        restore_database(url, dump)
        return
    command = [sys.executable, "-m", "django", "migrate", "--skip-checks", "--verbosity", "0"]
    environment = {**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}
    subprocess.run(command, env=environment, check=True)
    for outdated in dump.parent.glob("template-*.dump"):
        outdated.unlink(missing_ok=True)
    dump_database(url, dump)


def _migrations_digest() -> str:
    """Changes whenever a migration or an installed package may have changed."""
    files = [ROOT / "requirements.lock", *sorted(ROOT.glob("pramana/**/migrations/*"))]
    digest = sha256()
    for file in files:
        if file.is_file():
            digest.update(f"{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    return digest.hexdigest()[:16]


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    _stop_server()
