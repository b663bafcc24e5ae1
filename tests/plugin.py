"""One real PostgreSQL for the whole test run, and a clone of a migrated template per worker.

Loaded with `-p tests.plugin`, because the address must be known before Django reads its settings.
"""

import atexit
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.sharing import Sharing

ROOT = Path(__file__).parent.parent
TEMPLATE = "pramana_template"
DEAR = (
    "tests/api/test_schemathesis",
    "tests/web/test_ask",
    "tests/web/test_extracting",
    "tests/cli/",
    "tests/jobs/test_worker",
    "tests/web/",
    "tests/mcp/",
    "tests/client/",
    "tests/api/",
    "tests/chat/",
    "tests/documents/",
    "tests/postgres/",
    "tests/agni/",
)
"""Files with whole products, browsers and killed workers in them."""
_stack = ExitStack()


def is_controller() -> bool:
    return "PYTEST_XDIST_WORKER" not in os.environ


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests() -> Iterator[None]:
    if is_controller():
        _start_server()
    return (yield)


def _start_server() -> None:
    from pramana.postgres.server import use_server
    from pramana.postgres.testing import forget_durability, scratch_data_dir

    atexit.register(_stack.close)  # also where pytest gives up before it has begun
    folder = _stack.enter_context(scratch_data_dir())
    os.environ["PRAMANA_DATA"] = str(folder)
    os.environ["PRAMANA_LOG_FORMAT"] = "text"
    os.environ["PRAMANA_OCR"] = "local"  # whatever keys the shell holds
    os.environ["DATABASE_URL"] = _stack.enter_context(use_server(folder))
    forget_durability(os.environ["DATABASE_URL"])


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart() -> None:
    if is_controller():
        _migrate_template()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest begins first: nobody waits at the end for one long file."""
    items.sort(key=lambda item: _turn(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> "Sharing":
    from tests.sharing import Sharing

    return Sharing(config, log)


def _turn(nodeid: str) -> int:
    return next((turn for turn, name in enumerate(DEAR) if nodeid.startswith(name)), len(DEAR))


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
    _stack.close()
