from pramana.documents.fetching import page_facts

URL = "http://a.com/docs/one.html"


def test_title_canonical_and_links_are_found_in_order() -> None:
    facts = page_facts(
        b"""<!doctype html><head><title> One
        page </title><link rel="alternate canonical" href="/docs/one"><title>no</title></head>
        <a href="two.html#x">2</a> <a href="/docs/two.html">2</a>
        <a href="?page=2&amp;utm_id=1">3</a>
        <a href="//b.com/x y">4</a> <a rel="nofollow" href="/no">5</a> <a name="x">6</a>
        <a href="mailto:a@b.c">7</a> <a href="javascript:x()">8</a> <a href="http://u:p@a.com/">9</a>
        <a href="http://[">10</a> <a href="">11</a><svg><title>no</title></svg>""",
        URL,
    )

    assert facts.title == "One page"
    assert facts.canonical == "http://a.com/docs/one"
    assert facts.links == (
        "http://a.com/docs/two.html",
        "http://a.com/docs/one.html?page=2",
        "http://b.com/x%20y",
    )


def test_a_base_moves_links_and_nofollow_hides_them() -> None:
    base = b'<base href="/other/"><a href="x">x</a>'
    assert page_facts(base, URL).links == ("http://a.com/other/x",)
    assert page_facts(b'<meta name="ROBOTS" content="noindex,NoFollow">' + base, URL).links == ()


def test_the_charset_of_the_answer_is_believed_where_it_exists() -> None:
    page = "<title>सूचना</title>".encode()
    assert page_facts(page, URL, charset="utf-8").title == "सूचना"
    assert page_facts("<title>é</title>".encode("latin-1"), URL, charset="latin-1").title == "é"
    assert page_facts(b"<title>x</title>", URL, charset="no-such-charset").title == "x"


def test_broken_pages_are_read_as_far_as_they_make_sense() -> None:
    for content in (
        b"",
        b"\x00",
        b"<",
        b"<a",
        b"<a href=",
        b"\xff\xfe<a>",
        b"<!DOCTYPE x [<!ENTITY",
    ):
        assert page_facts(content, URL).links == ()
    deep = b"<div>" * 20_000 + b'<a href="x">'
    assert len(page_facts(deep, URL).links) <= 1
    many = b"".join(b'<a href="/%d">' % number for number in range(5_050))
    assert len(page_facts(many, URL).links) == 5_000
