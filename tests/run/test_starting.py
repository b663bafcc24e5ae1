"""Which tests a fast run leaves out, and what it notices."""

import sys

import pytest

from tests.starting import is_heavy, is_starting


@pytest.fixture
def plain() -> None:
    """Starts nothing."""


def test_a_test_that_says_nothing_is_fast(request: pytest.FixtureRequest, plain: None) -> None:
    assert not is_starting(request.node)


@pytest.mark.starts
def test_a_marked_test_is_left_out(request: pytest.FixtureRequest) -> None:
    assert is_starting(request.node)


def test_a_test_whose_fixture_starts_something_is_left_out(
    request: pytest.FixtureRequest, own_database: str
) -> None:
    assert is_starting(request.node)


@pytest.mark.parametrize(
    ("command", "heavy"),
    [
        ([sys.executable, "-m", "pramana.cli", "serve"], True),
        (["/opt/postgres/bin/initdb", "-D", "/data"], True),
        ([sys.executable, "-m", "pramana.jobs.cpu_child", "7"], False),
        (["git", "status"], False),
        ("ls", False),
    ],
)
def test_what_counts_as_a_start(command: list[str] | str, heavy: bool) -> None:
    assert is_heavy(command) is heavy
