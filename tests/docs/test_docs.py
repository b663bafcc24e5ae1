"""The documentation says what is there, and nothing that is not."""

import re
from pathlib import Path

import pytest

from pramana.cli.arguments import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
PAGES = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
LINK = re.compile(r"\]\(([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    for target in LINK.findall(page.read_text("utf-8")):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_described(command):
    assert f"## {command}\n" in (ROOT / "docs" / "reference" / "cli.md").read_text("utf-8")


def test_the_readme_is_short():
    assert len((ROOT / "README.md").read_text("utf-8").split()) < 500


def test_decisions_are_numbered_and_fit_a_screen():
    pages = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert numbers == list(range(1, len(pages) + 1))
    for page in pages:
        text = page.read_text("utf-8")
        assert len(text.splitlines()) <= 60, page.name
        for part in ("**Context.**", "**Decision.**", "**Consequences.**", "**Alternatives.**"):
            assert part in text, f"{page.name} lacks {part}"
