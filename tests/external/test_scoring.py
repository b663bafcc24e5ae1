"""Scoring in a research run: with the library beside it, by the tenant's rules, as a tool call."""

from dataclasses import replace
from datetime import date

import pytest
from django.core.files.base import ContentFile
from django.db import connection

from pramana.documents.services import add_files, create_collection
from pramana.external.contracts import Budget, Ranked, ResearchRequest, SearchResult, SelectionRules
from pramana.external.domain.selection import parse_date, select_results
from pramana.external.selectors import context_of, get_research, tool_calls_of
from pramana.external.services import add_policy, start_research
from pramana.external.services.search import SCORING_TOOL, ScoredRank, web_candidates
from pramana.jobs.testing import drain_jobs
from pramana.llm.embeddings.encoder import encoder_for
from pramana.llm.ledger import LEDGER
from pramana.llm.testing import answers, fails
from pramana.retrieval.scoring.contracts import FreshnessMode, PolicyEffect, ScoringWishes
from pramana.retrieval.scoring.scorer import OPINION_CACHE
from tests.external.conftest import BRIDGE, QUESTION
from tests.external.runs import look, start
from tests.settings import change

pytestmark = pytest.mark.django_db
OPENING, BUDGET, OTHER = (
    "https://a.example/opening",
    "https://b.example/budget",
    "https://c.example/",
)


def results(**published: str) -> list[SearchResult]:
    texts = {
        BUDGET: ("The council's budget", "What the council spends in a year is in this budget."),
        OPENING: ("The footbridge is open", BRIDGE),
        OTHER: ("A river", "The Punyamata river rises in the hills and flows through Banepa."),
    }
    return [
        SearchResult(url=url, title=title, snippet=text, source="here", position=place,
                     published=published.get(title.split()[-1], ""))
        for place, (url, (title, text)) in enumerate(texts.items())
    ]  # fmt: skip


def ranking(scope, collection_id=None, **budget) -> ScoredRank:
    wanted = ResearchRequest(
        text=QUESTION, is_question=True, collection_id=collection_id, budget=Budget(**budget)
    )
    research = start_research(scope, wanted)
    return ScoredRank(context_of(scope, research), research)


def chosen(rank, rules=None, found=None):
    return select_results(QUESTION, found or results(), rules or SelectionRules(), rank)


@pytest.fixture
def model(models):
    """It does what the test says."""
    yield models
    assert LEDGER.flush()


def test_the_page_that_answers_comes_first_and_says_why(scope):
    best = chosen(ranking(scope)).offered[0]
    assert best.result.url == OPENING
    assert best.reasons[0] == "5 of 5 words: opened, footbridge, over, punyamata, river."
    assert 0 < best.score <= 1 and best.recommended_ingest
    assert best.adds == ("opened", "footbridge", "over", "punyamata", "river")


def test_the_scoring_is_kept_as_a_tool_call_with_its_flags(scope):
    rank = ranking(scope)
    chosen(rank)
    [call] = tool_calls_of(scope, rank.research.run_id)
    assert (call["tool"], call["status"]) == (SCORING_TOOL, "ok")
    assert call["input"]["question"] == QUESTION and call["meta"]["took_ms"] >= 0
    assert set(call["data"]["flags"]) == {"heuristic", "model_offline"}
    assert call["data"]["recommended_ingest"] == [OPENING]
    assert call["data"]["coverage_delta"].startswith("The collection says nothing about this yet")


def test_what_the_collection_says_already_is_not_recommended_again(scope):
    here, elsewhere = create_collection(scope, "bridges"), create_collection(scope, "other")
    file = ContentFile(BRIDGE.encode(), "bridge.txt")
    add_files(scope, [("bridge.txt", file)], collection_id=here)
    drain_jobs()
    inside = chosen(ranking(scope, here))
    assert not any(each.recommended_ingest or each.adds for each in inside.offered)
    assert chosen(ranking(scope, elsewhere)).offered[0].recommended_ingest


def test_policies_drop_and_lift_with_their_reason(scope, other_scope):
    add_policy(scope, "a.example", PolicyEffect.REJECT)
    add_policy(scope, "c.example", PolicyEffect.BOOST, points=50)
    selection = chosen(ranking(scope))
    assert [each.result.url for each in selection.offered] == [OTHER, BUDGET]
    assert "A policy favours c.example." in selection.offered[0].reasons
    assert [(each.url, each.reason) for each in selection.dropped] == [
        (OPENING, "A policy rejects a.example.")
    ]
    assert chosen(ranking(other_scope)).offered[0].result.url == OPENING


def test_what_a_run_wishes_for_is_heard(scope):
    strict = ScoringWishes(
        freshness_mode=FreshnessMode.SOFTWARE_DOCS_STRICT, disallowed_sources=["b.example"]
    )
    rules, found = SelectionRules(scoring=strict), results(open="2001-01-01")
    selection = chosen(ranking(scope), rules, found)
    assert [each.result.url for each in selection.offered] == [OTHER]
    assert {each.reason for each in selection.dropped} == {
        "b.example is not allowed here.",
        "It is of January 2001: too old for software documentation.",
    }


def test_a_preferred_pdf_still_comes_first(scope):
    pages = [each for each in results() if each.url == OPENING]
    pdf = pages[0].model_copy(update={"url": "https://d.example/x.pdf", "is_pdf": True})
    best = chosen(ranking(scope), found=[*pages, pdf]).offered[0]
    assert best.result.url.endswith(".pdf") and "A PDF, which is preferred." in best.reasons


def scores(*given):
    return answers({"scores": [
        {"passage": n, "score": score, "reason": f"reason {n}",
         "facets": [{"name": "Opening", "share": 0.9}]}
        for n, score in enumerate(given, 1)
    ]})  # fmt: skip


def test_a_model_has_the_last_word_and_its_tokens_count(scope, model):
    model.will(scores(5, 95, 20))
    rank = ranking(scope)
    offered = chosen(rank).offered
    assert [each.score for each in offered] == [0.95, 0.2, 0.05]
    assert offered[0].facets == {"opening": 0.9} and offered[0].reasons[0] == "reason 2"
    assert get_research(scope, rank.research.id).spent["tokens"] > 0
    [call] = tool_calls_of(scope, rank.research.run_id)
    assert call["data"]["engine"] == "openai:small" and call["data"]["flags"] == []


def test_a_model_that_fails_leaves_the_order_and_a_flag(scope, model):
    model.otherwise = fails(401)
    rank = ranking(scope)
    assert chosen(rank).offered[0].result.url == OPENING
    [call] = tool_calls_of(scope, rank.research.run_id)
    assert set(call["data"]["flags"]) == {"heuristic", "model_failed"}


def test_beyond_the_budget_no_model_is_asked(scope, model):
    model.otherwise = fails(401)
    rank = ranking(scope, tokens=100)
    chosen(rank)
    [call] = tool_calls_of(scope, rank.research.run_id)
    assert set(call["data"]["flags"]) == {"heuristic", "model_not_asked"}
    assert not model.asked


def test_pages_are_compared_by_the_encoder_that_answers_for_the_library(
    scope, settings, monkeypatch, model
):
    encoder_for.cache_clear()
    monkeypatch.setenv("OPENAI_BASE_URL", model.openai_url)
    change(settings, embeddings="openai:one")
    pages = [Ranked(each, 0.5, ()) for each in results()]
    twin = replace(pages[0], result=pages[0].result.model_copy(update={"title": "", "url": OTHER}))
    asked = f"\n{twin.result.snippet}"
    web, encoder = web_candidates(scope, asked, [pages[0], twin])
    assert encoder == "openai:one" and web[1].cosine == 1.0 > web[0].cosine
    model.otherwise = fails(401)
    web, encoder = web_candidates(scope, "another question", pages)
    assert (encoder, {each.cosine for each in web}) == ("", {None})
    encoder_for.cache_clear()


def test_a_library_that_cannot_be_searched_is_said(scope):
    rank = ranking(scope)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE retrieval_term RENAME TO lost_terms")
        cursor.execute("ALTER TABLE retrieval_vector RENAME TO lost_vectors")
    assert chosen(rank).offered[0].result.url == OPENING
    [call] = tool_calls_of(scope, rank.research.run_id)
    assert "collection_unavailable" in call["data"]["flags"]


def test_a_run_offers_what_was_scored(admin, scope, found, site):
    begun = start(admin, question=QUESTION, scoring={"jurisdiction": "NP"}).json()
    assert begun["rules"]["scoring"]["jurisdiction"] == "NP"
    drain_jobs()
    best, other = look(admin, begun["id"])["candidates"]
    assert best["url"].endswith("/opening") and best["recommended_ingest"]
    assert best["adds"] and set(best["facets"]) == set(best["adds"])
    assert not other["recommended_ingest"]


def test_a_wish_that_nobody_understands_is_refused(admin):
    for wish in ({"jurisdiction": "Nepal"}, {"freshness_mode": "new"}, {"more": 1},
                 {"min_diversity_buckets": 0}):  # fmt: skip
        assert start(admin, question=QUESTION, scoring=wish).status_code == 400


@pytest.mark.parametrize(
    ("published", "day"),
    [
        ("2024-05-12", date(2024, 5, 12)),
        ("2024-05", date(2024, 5, 1)),
        ("May 12, 2024", date(2024, 5, 12)),
        ("Sun, 12 May 2024 09:00:00 GMT", date(2024, 5, 12)),
        ("2024", date(2024, 1, 1)),
        ("2024-13-40", None),
        ("yesterday", None),
        ("", None),
    ],
)
def test_dates_are_read_as_providers_write_them(published, day):
    assert parse_date(published) == day


@pytest.fixture(autouse=True)
def forgetful(scope, other_scope):
    for each in (scope, other_scope):
        OPINION_CACHE.forget(each)
