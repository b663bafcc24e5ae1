"""The documentation says what is there, and nothing that is not."""

import re
from pathlib import Path

import pytest

from pramana.cli import COMMANDS
from tests.docs.pages import DOCS, PAGES, ROOT, anchors, name, spans, text
from tests.web.pictures.shots import SHOTS

MOST_BYTES = {shot.name: shot.most_bytes for shot in SHOTS}
CODE = re.compile(r"(?:pramana|config|setup|bench)/[\w./-]+")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]*)(?:#([^)]*))?\)")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_somewhere(page: Path) -> None:
    for _, _, target, anchor in LINK.findall(text(page)):
        if "://" in target:
            continue
        aim = page.parent / target if target else page
        assert aim.exists(), target
        if anchor:
            assert anchor in anchors(aim), f"{target}#{anchor}"


def test_every_page_is_on_the_index() -> None:
    listed = {
        (DOCS / target).resolve() for _, _, target, _ in LINK.findall(text(DOCS / "README.md"))
    }
    for kind in ("start", "howto", "why", "reference"):
        for page in (DOCS / kind).glob("*.md"):
            assert page in listed or page.suffixes == [".ne", ".md"], name(page)


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.ne.md")), ids=name)
def test_a_page_in_nepali_and_its_english_lead_to_each_other(page: Path) -> None:
    english = page.with_name(page.name.replace(".ne.md", ".md"))
    assert f"]({english.name})" in text(page)
    assert f"]({page.name})" in text(english)


def test_every_picture_is_used_small_and_told_in_words() -> None:
    shown = {
        (page.parent / target).resolve(): words
        for page in PAGES
        for sign, words, target, _ in LINK.findall(text(page))
        if sign
    }
    assert set((DOCS / "pictures").glob("*.png")) == set(shown)
    for picture, words in shown.items():
        assert len(words.split()) >= 3, f"{picture.name}: say what is to be seen"
        assert picture.stat().st_size <= MOST_BYTES[picture.stem], picture.name


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_path_of_the_code_exists(page: Path) -> None:
    for path in {each for each in spans(page) if CODE.fullmatch(each)}:
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_described(command: str) -> None:
    assert f"## {command}\n" in text(DOCS / "reference" / "cli.md")


def test_the_readme_is_short() -> None:
    assert len(text(ROOT / "README.md").split()) < 500


def test_decisions_are_numbered_and_fit_a_screen() -> None:
    pages = sorted((DOCS / "decisions").glob("*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert numbers == list(range(1, len(pages) + 1))
    for page in pages:
        assert len(text(page).splitlines()) <= 60, page.name
        for part in ("**Context.**", "**Decision.**", "**Consequences.**", "**Alternatives.**"):
            assert part in text(page), f"{page.name} lacks {part}"
