"""Which tests a fast run leaves out, and what it notices."""

import sys
from pathlib import Path

import pytest

from tests.starting import is_heavy, is_starting, slow_tests, unlisted_slow_tests

ROOT = Path(__file__).resolve().parents[2]


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


def test_every_test_on_the_list_of_slow_ones_is_there() -> None:
    for test in slow_tests():
        file, _, name = test.partition("::")
        assert f"def {name}(" in (ROOT / file).read_text("utf-8"), test


def test_a_fast_run_names_what_should_be_on_the_list() -> None:
    cpu = {
        "tests/a.py::test_one[x]": 0.1,
        "tests/a.py::test_one[y]": 2.0,
        "tests/a.py::test_two": 0.2,
    }

    assert unlisted_slow_tests(cpu) == ["tests/a.py::test_one"]
