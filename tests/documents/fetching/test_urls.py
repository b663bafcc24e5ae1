import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.documents.fetching import normalise_url
from pramana.documents.fetching.addresses import parse_url
from pramana.documents.fetching.errors import BadUrl


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("HTTP://Example.COM:80/", "http://example.com/"),
        ("https://example.com:443", "https://example.com/"),
        ("https://example.com:8443/a", "https://example.com:8443/a"),
        ("http://example.com/a/./b/../c#part", "http://example.com/a/c"),
        ("http://example.com./", "http://example.com/"),
        ("http://नेपाल.com/समाचार", "http://xn--l2bey1c2b.com/%E0%A4%B8%E0%A4%AE%E0%A4%BE%E0%A4%9A%E0%A4%BE%E0%A4%B0"),
        ("http://example.com/?utm_source=a&UTM_Medium=b&fbclid=c", "http://example.com/"),
        ("http://example.com/?b=2&utm_id=x&a=1&b=3", "http://example.com/?b=2&a=1&b=3"),
        ("http://example.com/?utmost=1&q=utm_source", "http://example.com/?utmost=1&q=utm_source"),
        ("http://example.com/?q=a%26b+c", "http://example.com/?q=a%26b+c"),
        ("http://[2606:4700::0001]/", "http://[2606:4700::1]/"),
        ("  http://example.com/x  ", "http://example.com/x"),
    ],
)  # fmt: skip
def test_one_page_has_one_spelling(written: str, meant: str) -> None:
    assert normalise_url(written) == meant
    assert normalise_url(meant) == meant


@pytest.mark.parametrize(
    "written",
    [
        "", " ", "example.com", "//example.com/x", "/x", "http:", "http://", "http:///x", "http:a",
        "ftp://example.com/", "file:///etc/passwd", "gopher://example.com/", "javascript:alert(1)",
        "data:text/html,x", "http://user@example.com/", "http://user:pw@example.com/",
        "http://example.com@127.0.0.1/", "http://@example.com/", "http://a\\@127.0.0.1/",
        "http://example.com\\.evil.test/", "http://exa mple.com/", "http://example.com/\nHost: x",
        "http://a\tb/", "http://a%2eb/", "http://a..b/", "http://-a.com/",
        "http://[::1", "http://[fe80::1%25eth0]/", "http://[::1]x/", "http://a:0/", "http://a:99999/",
        "http://a:b/", "http://☃.net/", "http://" + "a" * 300 + ".com/", "http://a/" + "x" * 3000,
        "http://exa\x00mple.com/",
    ],
)  # fmt: skip
def test_what_parsers_could_read_in_two_ways_is_refused(written: str) -> None:
    with pytest.raises(BadUrl):
        parse_url(written)


@given(st.text(max_size=60), st.sampled_from(["", "http://", "https://a.com/", "http://a.com?"]))
def test_any_text_is_either_an_address_that_stays_or_a_bad_one(text: str, start: str) -> None:
    try:
        once = normalise_url(start + text)
    except BadUrl:
        return
    assert normalise_url(once) == once
