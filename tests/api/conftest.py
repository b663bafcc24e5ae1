"""A real web server for what only a real server shows."""

from collections.abc import Iterator

import pytest

from tests.api.server import Web, running_web
from tests.starting import starts_processes


@pytest.fixture(scope="session")
@starts_processes
def web(worker_id: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Web]:
    """uvicorn on a free port with a database of its own, shared by the tests of one worker."""
    with running_web(f"api_{worker_id}", tmp_path_factory.mktemp("web")) as started:
        yield started
