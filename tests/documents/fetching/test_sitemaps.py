import gzip

import pytest

from pramana.documents.fetching.errors import FetchError, FetchTooLarge
from pramana.documents.fetching.sitemaps import (
    NotASitemap,
    SitemapEntry,
    SitemapQuota,
    read_sitemap,
)

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def entries(content: bytes | str, *, step: int = 7, limit: int = 1_000_000) -> list[SitemapEntry]:
    whole = content.encode() if isinstance(content, str) else content
    parts = (whole[at : at + step] for at in range(0, len(whole), step))
    return list(read_sitemap(parts, SitemapQuota(limit)))


def test_pages_and_their_dates_are_found() -> None:
    urls = "<url><loc> http://a/?x=1&amp;y=2 </loc><lastmod>2026-01-02</lastmod></url>"
    more = "<url><image:image xmlns:image='i'><loc>http://no/</loc></image:image></url>"
    last = "<url><loc><![CDATA[http://a/नेपाल]]></loc><priority>1</priority></url><url/>"

    found = entries(f"{HEAD}<urlset {NS}>{urls}{more}{last}</urlset>")

    assert found == [SitemapEntry("http://a/?x=1&y=2", "2026-01-02"), SitemapEntry("http://a/नेपाल")]


def test_an_index_names_further_sitemaps() -> None:
    inner = "<sitemap><loc>http://a/s.xml.gz</loc></sitemap>"
    assert entries(f"<sitemapindex>{inner}</sitemapindex>") == [
        SitemapEntry("http://a/s.xml.gz", is_map=True)
    ]


def test_packed_and_plain_lists_are_read() -> None:
    xml = "<urlset><url><loc>http://a/1</loc></url></urlset>".encode("utf-16")
    assert entries(gzip.compress(xml)) == [SitemapEntry("http://a/1")]
    assert entries("\ufeffhttp://a/1\r\n\nhttps://a/2\njunk\nhttp://a/3", step=9) == [
        SitemapEntry("http://a/1"), SitemapEntry("https://a/2"), SitemapEntry("http://a/3"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;">]>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE x SYSTEM "http://127.0.0.1/evil.dtd">',
        '<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/"> %p;]>',
        "<!DOCTYPE urlset>",
    ],
)
def test_entity_tricks_are_refused_before_they_are_read(doctype: str) -> None:
    with pytest.raises(NotASitemap, match="document type"):
        entries(f"{HEAD}{doctype}<urlset><url><loc>&b;&a;</loc></url></urlset>")


@pytest.mark.parametrize(
    "content",
    [
        "", "<html></html>", "<rss/>", "<urlset>", "<urlset><url></urlset>", "{}", "\x00\x01",
        "<urlset><url><loc>&nbsp;</loc></url></urlset>", "<a>" * 10_000,
        "<urlset>" + "<url>" * 100_000,
    ],
)  # fmt: skip
def test_a_file_that_is_not_a_sitemap_is_refused(content: str) -> None:
    with pytest.raises(NotASitemap):
        entries(content, step=4096)


def test_a_packed_bomb_stops_at_the_quota() -> None:
    bomb = gzip.compress(b"<urlset>" + b" " * 50_000_000)
    with pytest.raises(FetchTooLarge):
        entries(bomb, step=4096)


def test_sitemaps_share_one_quota() -> None:
    quota, one = SitemapQuota(150), [b"<urlset>" + b" " * 80 + b"</urlset>"]
    list(read_sitemap(one, quota))
    with pytest.raises(FetchTooLarge):
        list(read_sitemap(one, quota))


def test_an_address_without_end_is_cut() -> None:
    (found,) = entries(f"<urlset><url><loc>http://a/{'x' * 500_000}</loc></url></urlset>", step=999)
    assert len(found.url) < 5_000


def test_entries_before_a_break_are_kept() -> None:
    reading = read_sitemap(
        [b"<urlset><url><loc>http://a/</loc></url>", b"<broken"], SitemapQuota(999)
    )
    assert next(reading) == SitemapEntry("http://a/")
    with pytest.raises(FetchError):
        next(reading)
