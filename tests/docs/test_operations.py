"""The reference names every operation and every option there is."""

import argparse
from collections.abc import Iterator

import pytest

from pramana.cli import COMMANDS, SHARED, _parser
from tests.docs.operations import PAGE, rendered
from tests.docs.pages import DOCS, text

SAID_ONCE = {"-h", "--help", "--tenant", *(f"--{option}" for option in SHARED)}


def test_the_page_of_operations_is_what_the_product_offers() -> None:
    assert text(PAGE) == rendered(), "python -m tests.docs.operations writes it anew"


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_described(command: str) -> None:
    page = text(DOCS / "reference" / "cli.md")
    section = page.split(f"## {command}\n")[1].split("\n## ")[0]
    for said in options(_commands()[command]):
        assert said in section, said


def _commands() -> dict[str, argparse.ArgumentParser]:
    return {name: parser for each in _nested(_parser()) for name, parser in each.choices.items()}


def _nested(parser: argparse.ArgumentParser) -> list[argparse._SubParsersAction]:
    return [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]


def options(parser: argparse.ArgumentParser) -> Iterator[str]:
    """Names of sub-commands and of options, but for those that are said once for all."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, below in action.choices.items():
                yield name
                yield from options(below)
        else:
            yield from set(action.option_strings[:1]) - SAID_ONCE
