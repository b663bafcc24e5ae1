"""What a person sees of the log: the story alone, unless they ask for more."""

import os

import pytest

from pramana.cli.product import set_log_defaults


@pytest.mark.parametrize(
    ("command", "at_terminal", "level", "shape"),
    [
        ("demo", False, "warning", None),
        ("demo", True, "warning", "text"),
        ("serve", True, "warning", "text"),
        ("serve", False, None, None),
        ("worker", False, None, None),
    ],
)
def test_people_read_warnings_and_collectors_everything(
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    at_terminal: bool,
    level: str | None,
    shape: str | None,
) -> None:
    for name in ("PRAMANA_LOG_LEVEL", "PRAMANA_LOG_FORMAT"):
        monkeypatch.setenv(name, "")  # so that what is set below is taken back
        monkeypatch.delenv(name)
    set_log_defaults(command, at_terminal=at_terminal)

    assert os.environ.get("PRAMANA_LOG_LEVEL") == level
    assert os.environ.get("PRAMANA_LOG_FORMAT") == shape


def test_what_the_environment_says_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRAMANA_LOG_LEVEL", "info")
    monkeypatch.setenv("PRAMANA_LOG_FORMAT", "json")
    set_log_defaults("demo", at_terminal=True)

    assert os.environ["PRAMANA_LOG_LEVEL"] == "info"
    assert os.environ["PRAMANA_LOG_FORMAT"] == "json"
