"""What is offered: filtered by the document's rules, then really ranked."""

import pytest

from pramana.external.contracts import Ranked, SearchResult, SelectionRules
from pramana.external.domain.queries import usable_queries
from pramana.external.domain.selection import rank, select_results
from pramana.external.services.search import merge_results

LONG = "Words about something that are long enough to pass the rule."


def result(url: str = "https://a.example/", position: int = 0, **changes: object) -> SearchResult:
    given = {"title": "A page", "snippet": LONG, "source": "searxng", **changes}
    return SearchResult(url=url, position=position, **given)


def offered(query: str, results: list[SearchResult], **rules: object) -> list[str]:
    chosen = select_results(query, results, SelectionRules(**rules), rank)
    return [each.result.url for each in chosen.offered]


def test_the_defaults_are_the_documents():
    rules = SelectionRules()
    assert (rules.min_snippet_length, rules.blocked_domains) == (40, [])
    assert (rules.top_n, rules.prefer_pdf) == (5, True)


@pytest.mark.parametrize(
    ("changes", "rules", "reason"),
    [
        ({"snippet": "x" * 39}, {}, "shorter than 40"),
        ({"snippet": "x" * 9}, {"min_snippet_length": 10}, "shorter than 10"),
        ({"url": "https://bad.example/"}, {"blocked_domains": ["bad.example"]}, "blocked"),
        ({"url": "https://a.b.BAD.example/"}, {"blocked_domains": ["Bad.Example"]}, "blocked"),
        ({"snippet": f"{LONG} robots: noindex"}, {}, "robots"),
        ({"title": "NOINDEX", "snippet": f"Robots. {LONG}"}, {}, "robots"),
        ({"url": ""}, {}, "no address"),
    ],
)
def test_what_breaks_a_rule_is_dropped_with_its_reason(changes, rules, reason):
    chosen = select_results("x", [result(**changes)], SelectionRules(**rules), rank)
    assert not chosen.offered
    assert reason in chosen.dropped[0].reason


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        ({"snippet": "x" * 40}, {}),
        ({"url": "https://notbad.example/"}, {"blocked_domains": ["bad.example"]}),
        ({"snippet": f"{LONG} robots are built here"}, {}),
        ({"snippet": f"{LONG} a page marked noindex"}, {}),
    ],
)
def test_what_only_comes_near_a_rule_is_kept(changes, rules):
    assert len(offered("x", [result(**changes)], **rules)) == 1


def test_the_page_with_the_querys_words_comes_before_the_providers_first():
    results = [
        result("https://a.example/", 0, title="Cooking rice"),
        result("https://b.example/", 1, title="Bridge opened by the mayor"),
    ]
    assert offered("who opened the bridge", results)[0] == "https://b.example/"


def test_words_meet_in_devanagari_whatever_their_case():
    results = [
        result("https://a.example/", 0, title="अर्को कुरा"),
        result("https://b.example/", 1, title="पुलको उद्घाटन मेयरले गर्नुभयो"),
    ]
    assert offered("पुल उद्घाटन", results)[0] == "https://b.example/"


def test_pages_that_tie_keep_the_providers_order():
    results = [result(f"https://{name}.example/", n) for n, name in enumerate("abc")]
    assert offered("nothing of it", results) == [each.url for each in results]


def test_an_office_is_trusted_before_anyone():
    results = [result("https://a.example/", 1), result("https://moha.gov.np/x", 1)]
    first = select_results("page", results[::-1], SelectionRules(), rank).offered[0]
    assert first.result.url == "https://moha.gov.np/x"
    assert "The page of an office or a school." in first.reasons


def test_a_pdf_comes_first_where_that_is_asked_for_and_only_then():
    results = [result("https://a.example/x", 0), result("https://a.example/x.pdf", 1, is_pdf=True)]
    assert offered("page", results)[0].endswith(".pdf")
    assert not offered("page", results, prefer_pdf=False)[0].endswith(".pdf")


def test_no_more_than_top_n_are_offered_and_the_others_say_so():
    results = [result(f"https://{n}.example/", n) for n in range(8)]
    chosen = select_results("x", results, SelectionRules(top_n=3), rank)
    assert (len(chosen.offered), len(chosen.dropped)) == (3, 5)
    assert chosen.dropped[0].reason == "Not among the best 3."


def test_every_candidate_says_why_and_its_score_is_a_share():
    chosen = select_results(
        "bridge mayor", [result(title="A bridge")], SelectionRules(), rank
    ).offered[0]
    assert 0 < chosen.score <= 1
    assert chosen.reasons[0] == "1 of 2 words: bridge."


def test_the_order_can_be_somebody_elses():
    def backwards(query, results, rules):
        return [Ranked(each, 1.0, ("because",)) for each in reversed(results)]

    results = [result("https://a.example/"), result("https://b.example/")]
    chosen = select_results("x", results, SelectionRules(), backwards)
    assert chosen.offered[0].result.url == "https://b.example/"


def test_what_several_queries_find_comes_first_with_its_fullest_text():
    ours = result("https://b.example/", 1, snippet=LONG * 2)
    lists = [[result("https://a.example/"), result("https://b.example/", 1)], [ours]]
    found = merge_results(lists)
    assert [each.url for each in found] == ["https://b.example/", "https://a.example/"]
    assert (found[0].snippet, found[0].position) == (LONG * 2, 0)


def test_queries_that_cannot_be_sent_are_replaced_by_the_question():
    assert usable_queries(["", " \u200b", "site:"], "who opened it?", 3) == ["who opened it?"]
