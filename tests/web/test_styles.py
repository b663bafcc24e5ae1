"""Styles are for what pages show: no rule for a name that nothing writes, no colour but tokens."""

import re
from pathlib import Path

from pramana.web.translation import WEB

STYLES = sorted((WEB / "static" / "web" / "css").glob("*.css"))
COMMENT = re.compile(r"/\*.*?\*/", re.S)
SELECTOR = re.compile(r"([^{};]+)\{")
NAME = re.compile(r"[.#]([a-zA-Z][\w-]*)|\[(data-[\w-]+)")
STYLES_TAG = re.compile(r"{% styles ([^%]+) %}")
COLOUR = re.compile(r":[^;{]*(#[0-9a-fA-F]{3,8}\b|\brgba?\()")


def markup_words() -> set[str]:
    """Every word of templates, scripts and views; `dataset.isOpen` writes `data-is-open`."""
    paths = [path for end in ("html", "js", "py") for path in WEB.rglob(f"*.{end}")]
    text = "\n".join(path.read_text("utf-8") for path in paths if "vendor" not in path.parts)
    written = re.findall(r"dataset\.(\w+)", text)
    datasets = {"data-" + re.sub(r"[A-Z]", lambda m: "-" + m[0].lower(), each) for each in written}
    return set(re.findall(r"[\w-]+", text)) | datasets


def names_of(style: Path) -> set[str]:
    selectors = SELECTOR.findall(COMMENT.sub("", style.read_text("utf-8")))
    return {one or other for each in selectors for one, other in NAME.findall(each)}


def test_no_style_is_for_a_name_that_nothing_writes():
    words = markup_words()
    unused = {style.name: sorted(names_of(style) - words) for style in STYLES}

    assert {name: found for name, found in unused.items() if found} == {}


def test_only_tokens_and_paper_name_a_colour():
    coloured = [
        style.name for style in STYLES if COLOUR.search(COMMENT.sub("", style.read_text("utf-8")))
    ]
    assert set(coloured) <= {"tokens.css", "print.css"}


def test_every_stylesheet_that_pages_name_is_there_and_named():
    pages = [path.read_text("utf-8") for path in (WEB / "templates").rglob("*.html")]
    named = {name for page in pages for tag in STYLES_TAG.findall(page) for name in tag.split()}

    assert {name.strip('"') for name in named} == {style.stem for style in STYLES}
    assert [page for page in pages if 'rel="stylesheet"' in page] == []
