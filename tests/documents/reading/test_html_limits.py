"""A page made to keep a parser busy is cut down to what a page can be, or refused at once."""

import time
from contextlib import suppress

import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.html import html_page
from pramana.documents.reading.html_limits import (
    MOST_ATTRIBUTES,
    MOST_DEPTH,
    MOST_TAGS,
    limit_markup,
)


def attributes(count: int) -> str:
    return " ".join(f'a{number}="{number}"' for number in range(count))


def test_an_attribute_bomb_is_read_in_moments() -> None:
    """70,000 attributes took a parser minutes."""
    page = f"<html><body><p {attributes(70_000)}>The council met.</p></body></html>"

    began = time.process_time()
    _title, read = html_page(page.encode())

    assert read.text.strip() == "The council met."
    assert time.process_time() - began < 3


@pytest.mark.parametrize(
    "hidden",
    [
        '<p a=">" {}>text</p>',
        "<p a='>' {}>text</p>",
        '<p a="<" {}>text</p>',
        "<P\n{}\n>text</P>",
        "<p / {} />text</p>",
        '<script>if (a<b) "</p>"</script><p {}>text</p>',
        "<!-- <p --><p {}>text</p>",
        "<p {}",
    ],
)
def test_surplus_attributes_are_found_wherever_they_hide(hidden: str) -> None:
    limited = limit_markup(hidden.format(attributes(5 * MOST_ATTRIBUTES)))

    assert f"a{MOST_ATTRIBUTES - 10}=" in limited
    assert f"a{MOST_ATTRIBUTES + 1}=" not in limited
    assert ("text" in limited) == ("text" in hidden)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "plain text with 1 < 2 and a > b",
        '<p title="a > b" class=x>One<br/>two<p>three',
        "<script>var a = 1 < 2, b = '</p>' + \"<p a b c>\";</script><p>after</p>",
        "<!DOCTYPE html><!-- a -- b > c --><title>1 < 2</title><p>body",
        '<p a="unclosed',
        "<",
        "<p",
        "<textarea><p " + "x " * 1000 + "></textarea><p>z</p>",
    ],
)
def test_an_ordinary_page_is_left_as_it_is(page: str) -> None:
    assert limit_markup(page) == page


def test_paragraphs_without_end_tags_are_not_deep() -> None:
    page = "<p>word" * (MOST_DEPTH + 10)
    assert limit_markup(page) == page


@pytest.mark.parametrize("page", ["<div>" * (MOST_DEPTH + 1), "<b>x</b>" * (MOST_TAGS + 1)])
def test_too_much_markup_is_refused(page: str) -> None:
    with pytest.raises(Unreadable, match="too much markup"):
        limit_markup(page)


@pytest.mark.parametrize(
    "piece", ['<a "', "<p a='", "<", "<!--", "</", "<script>", "<p =", '<a b=""']
)
def test_the_time_grows_with_the_length_only(piece: str) -> None:
    began = time.process_time()
    with suppress(Unreadable):
        limit_markup(piece * 200_000)
    assert time.process_time() - began < 3
