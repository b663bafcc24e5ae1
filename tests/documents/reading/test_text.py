"""Text, Markdown and web pages."""

import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import document_info, read_pages
from pramana.documents.reading.html import html_page
from pramana.documents.reading.text import read_text
from tests.documents.reading.papers import saved, sentence
from tests.documents.reading.samples import RTF

MARKDOWN = """# Title

Intro text.

```python
# not a heading
print("<script>")
```

Second
------
words
"""


def test_text_is_kept_to_the_letter_and_a_form_feed_begins_a_page(tmp_path):
    pages = list(read_pages(*saved(tmp_path, "a.txt", b"one  <script>x</script>\n\n\n two\ftwo")))
    assert [page.text for page in pages] == ["one  <script>x</script>\n\n\n two", "two"]
    assert pages[0].read_by == "parsed"


def test_markdown_headings_are_found_and_fences_are_code(tmp_path):
    [page] = read_pages(*saved(tmp_path, "a.md", MARKDOWN.encode()))
    assert [(h.level, h.text) for h in page.headings] == [(1, "Title"), (2, "Second")]
    [code] = page.code
    assert page.text[code.start : code.end].startswith("```python\n# not a heading")
    assert page.text == MARKDOWN


def test_a_fence_that_is_never_closed_is_code_to_the_end(tmp_path):
    [page] = read_pages(*saved(tmp_path, "a.md", b"text\n~~~\ncode\n# still code"))
    assert page.code[0].end == len(page.text) and not page.headings


PAGE = f"""<html><head><title>The page</title><script>var x = "hidden"</script></head><body>
<nav><a href="/">Home</a> <a href="/x">Other pages</a></nav>
<main><h1>Water &lt;script&gt; supply</h1><p>{sentence(30)} with <b>bold</b> words.</p>
<h2>Details</h2><p>{sentence(40, 3)}</p><pre>def f():
    return 1</pre>
<table><tr><th>Year</th><th>Amount</th></tr><tr><td>2081</td><td>12</td></tr></table></main>
<footer>All rights reserved</footer></body></html>"""


def test_a_web_page_gives_its_main_text_with_sections_code_and_tables():
    title, page = html_page(PAGE.encode())
    assert title == "The page"
    assert [(h.level, h.text) for h in page.headings] == [
        (1, "Water <script> supply"),
        (2, "Details"),
    ]
    assert "Other pages" not in page.text and "hidden" not in page.text
    assert [page.text[c.start : c.end] for c in page.code] == ["def f():\n    return 1"]
    assert [[cell.text for cell in row] for row in page.tables[0].rows][1] == ["2081", "12"]
    assert all(page.text[h.start :].startswith(h.text) for h in page.headings)


def test_a_short_page_is_all_main_text():
    _, page = html_page("<p>नेपाल</p>loose <b>words</b><p>end</p>".encode())
    assert page.text.split("\n") == ["नेपाल", "loose words", "end"]


def test_a_page_that_names_no_body_keeps_its_paragraphs():
    title, page = html_page(b"<title>Bridge</title><main><h1>Who pays</h1><p>One.</p><p>Two.</p>")

    assert title == "Bridge"
    assert page.text.split("\n") == ["Who pays", "One.", "Two."]


def test_a_page_nested_deep_is_read():
    assert "word" in html_page(b"<div>" * 200 + b"word" + b"</div>" * 200)[1].text


@pytest.mark.parametrize(
    "content",
    ["नेपाल सरकार".encode(), "\ufeffनेपाल सरकार".encode(), "नेपाल सरकार".encode("utf-16")],
    ids=["utf-8", "with mark", "utf-16"],
)
def test_encodings_people_use_are_read(content):
    assert read_text(content) == "नेपाल सरकार"


def test_an_old_code_page_is_read_as_such():
    assert read_text("café".encode("cp1252")) == "café"


def test_line_ends_become_one_kind():
    assert read_text(b"a\r\nb\rc\n") == "a\nb\nc\n"


def test_letters_are_composed():
    assert read_text("e\u0301".encode()) == "\u00e9"


@pytest.mark.parametrize("content", [b"a\x00b", b"  \n", b"\xef\xbb\xbf"])
def test_what_is_no_text_is_said_to_be_none(content):
    with pytest.raises(Unreadable):
        read_text(content)


def test_words_and_tables_are_read_and_formatting_is_not(tmp_path):
    where = saved(tmp_path, "a.rtf", RTF)
    assert document_info(*where).title == "Report on wells"
    (page,) = read_pages(*where)
    assert "The keeper of Khola is Asha Tamang." in page.text
    assert "The café has no well." in page.text
    assert "Last line." in page.text
    assert "\\" not in page.text
    (table,) = page.tables
    assert [cell.text for cell in table.rows[1]] == ["Khola", "42 m"]


def test_letters_outside_the_code_page_are_read(tmp_path):
    (page,) = read_pages(*saved(tmp_path, "a.rtf", rb"{\rtf1\ansi\uc1 \u2344?\u2350? here.\par}"))
    assert page.text == "नम here."


def test_a_file_without_words_is_refused(tmp_path):
    with pytest.raises(Unreadable, match="no text"):
        list(read_pages(*saved(tmp_path, "a.rtf", rb"{\rtf1\ansi }")))
