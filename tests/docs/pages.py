"""The pages people read, and the pieces of them that can be checked."""

import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.M | re.S)
TICKS = re.compile(r"`([^`\n]+)`")


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


@cache
def text(page: Path) -> str:
    return page.read_text("utf-8")


def blocks(page: Path) -> list[str]:
    """What stands between fences, and indented by four."""
    indented = re.findall(r"^ {4}(?=\S)(.*)$", FENCE.sub("", text(page)), re.M)
    return [*(code for _, code in FENCE.findall(text(page))), *indented]


def spans(page: Path) -> list[str]:
    """What stands between backticks in running text."""
    return TICKS.findall(FENCE.sub("", text(page)))


def code(page: Path) -> str:
    """All of it, a line for each piece; lines that go on with a backslash are one."""
    return "\n".join([*blocks(page), *spans(page)]).replace("\\\n", " ")


def anchors(page: Path) -> set[str]:
    """Its headings as links name them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text(page)), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
