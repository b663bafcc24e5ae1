"""No sentence is left in English for someone who reads Nepali."""

import re
from html.parser import HTMLParser

import pytest
from django.template import Template
from django.template.base import TextNode
from django.utils import translation

from pramana.web.errors import ERROR_SENTENCES
from pramana.web.stacks.wording import grid_strings
from pramana.web.translation import (
    WEB,
    messages_of_pages,
    mo_bytes,
    page_templates,
    read_po,
    template_nodes,
)
from pramana.web.wording import script_strings

CATALOGUE = WEB / "locale" / "ne" / "LC_MESSAGES" / "django.po"
SLOT = re.compile(r"%\((\w+)\)s|</?\w+>")
SPOKEN = {"title", "placeholder", "aria-label", "alt", "data-confirm"}
NO_LANGUAGE = {*"fglnoprt", "data-work", "CSV", "XLSX", "JSON"}
"""Names of keys and of formats, and attributes that a block fills in."""
PRAMANA = WEB.parent


def test_every_sentence_is_translated_into_nepali() -> None:
    known = {(m.singular, m.plural) for m in read_po(CATALOGUE) if m.is_translated}

    missing = [m.singular for m in messages_of_pages() if (m.singular, m.plural) not in known]

    assert missing == [], "run `python -m pramana.web.translation` and translate what it adds"


def test_the_catalogue_holds_nothing_that_no_page_says() -> None:
    said = {message.singular for message in messages_of_pages()}

    assert [m.singular for m in read_po(CATALOGUE)[1:] if m.singular not in said] == []


def test_translations_keep_the_slots_and_tags_of_their_sentence() -> None:
    wrong = [
        message.singular
        for message in read_po(CATALOGUE)[1:]
        for said in message.translations
        if sorted(SLOT.findall(said)) != sorted(SLOT.findall(message.singular))
    ]

    assert wrong == []


def test_the_compiled_catalogue_is_that_of_the_source() -> None:
    compiled = CATALOGUE.with_suffix(".mo").read_bytes()

    assert compiled == mo_bytes(read_po(CATALOGUE)), "run `python -m pramana.web.translation`"


def test_django_reads_what_we_compiled() -> None:
    with translation.override("ne"):
        assert translation.gettext("Library") == "सङ्ग्रह"
        assert translation.ngettext("%(count)s day ago", "%(count)s days ago", 3) != ""


class Words(HTMLParser):
    """Collects what a reader would see or hear of a template's own text."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in SPOKEN]


def literal_words(template: Template) -> list[str]:
    parser = Words()
    every = template_nodes(template.nodelist)
    parser.feed("".join(node.s if isinstance(node, TextNode) else "\x00" for node in every))
    pieces = [piece.strip() for found in parser.found for piece in found.split("\x00")]
    spoken = [piece for piece in pieces if re.search(r"[^\W\d_]", piece)]
    return [word for word in spoken if word not in NO_LANGUAGE and "://" not in word]


def test_no_template_says_anything_outside_translation() -> None:
    said = {path.name: literal_words(template) for path, template in page_templates().items()}

    assert {name: words for name, words in said.items() if words} == {}


@pytest.mark.parametrize(
    "source",
    ["<p>Hello</p>", '<a title="Hello">{{ x }}</a>', "{% load pieces %}{% if x %}Hello{% endif %}"],
)
def test_text_outside_translation_is_noticed(source: str) -> None:
    assert literal_words(Template(source)) == ["Hello"]


def test_scripts_ask_only_for_sentences_that_exist_and_hold_none() -> None:
    scripts = sorted((WEB / "static" / "web" / "js").rglob("*.js"))
    code = "".join(path.read_text("utf-8") for path in scripts)
    asked = set(re.findall(r'\b(?:text|say)\("(\w+)"', code))
    named = set(re.findall(r'"(\w+)"', code))

    known = script_strings().keys() | grid_strings().keys()

    assert asked <= known
    assert script_strings().keys() - named <= {
        f"{unit}{many}_ago" for unit in ("day", "hour", "minute") for many in ("", "s")
    }


def test_sentences_of_errors_below_the_pages_are_still_said_there() -> None:
    code = "".join(
        path.read_text("utf-8") for path in PRAMANA.rglob("*.py") if WEB not in path.parents
    )

    assert [sentence for sentence in ERROR_SENTENCES if f'"{sentence}"' not in code] == []
