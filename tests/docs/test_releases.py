"""A release can be tagged: version, changelog and command say the same."""

import re
import tomllib

import pytest

from pramana import __version__
from pramana.cli import parse
from tests.docs.pages import ROOT

SECTION = re.compile(r"^## (.+)\n\n(.+)$", re.MULTILINE)
NEXT = "Unreleased"


def sections() -> dict[str, str]:
    """The changelog's sections by name, each with its first line."""
    return dict(SECTION.findall((ROOT / "CHANGELOG.md").read_text("utf-8")))


def released() -> list[str]:
    return [name for name in sections() if name != NEXT]


def test_the_package_has_the_version_that_the_code_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["version"] == __version__ == released()[0]


def test_sections_are_releases_newest_first_and_at_most_one_is_to_come() -> None:
    numbers = [tuple(map(int, name.split("."))) for name in released()]
    assert all(len(number) == 3 for number in numbers)
    assert numbers == sorted(numbers, reverse=True)
    assert NEXT not in sections() or next(iter(sections())) == NEXT


def test_each_section_begins_with_a_sentence_on_what_it_is_for() -> None:
    for name, begins in sections().items():
        assert not begins.startswith(("-", "#")) and begins.endswith("."), name


def test_the_command_says_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parse(["--version"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.strip() == f"pramana {__version__}"


def test_the_newest_release_left_a_backup_to_upgrade_from() -> None:
    kept = (ROOT / "tests/cli/backups").glob(f"*release-{__version__}.tar.xz")
    assert len(list(kept)) == 1
