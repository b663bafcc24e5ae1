"""Research's pages over HTTP: asking, looking at a page, deciding, and what others never see."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.urls import reverse

from pramana.external import demo
from pramana.external.contracts import Stage, Verdict
from pramana.external.models import ResearchRun
from pramana.external.selectors import get_research, research_page
from pramana.external.services import fail_research
from pramana.external.testing import ListedPage, SearchServer, fails, finds, search_server
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.documents.test_web_sources import LONG
from tests.documents.test_web_sources import Site as Pages
from tests.external.conftest import BRIDGE, QUESTION
from tests.settings import change
from tests.web.markup import compact
from tests.web.test_access import signed_in

pytestmark = pytest.mark.django_db(transaction=True)


REFUSED = "wards"
"""Whoever searches for this word is told that the provider has failed."""


@dataclass(frozen=True)
class Web:
    """A search provider on loopback, and the pages it finds."""

    provider: SearchServer
    pages: Pages


@contextmanager
def small_web() -> Iterator[Web]:
    """Two pages about a bridge, the less fitting one found first."""
    pages = Pages()
    thread = threading.Thread(target=pages.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    pages.put("/opening", "The footbridge is open", BRIDGE * 3, LONG)
    pages.put("/budget", "The council's budget", "The council set its budget. " * 12)
    budget = "What the council spends in a year. " * 2
    with search_server() as provider:
        found = finds(
            ListedPage(f"{pages.url}/budget", "The council's budget", budget),
            ListedPage(f"{pages.url}/opening", "The footbridge is open", BRIDGE),
        )
        provider.otherwise = lambda asked: fails(500) if REFUSED in asked.query else found
        yield Web(provider, pages)
    pages.shutdown()
    pages.server_close()
    thread.join()


@pytest.fixture(autouse=True)
def alone(settings: Any) -> None:
    """No encoder, and no provider unless a test brings one."""
    change(settings, embeddings="none", search="none")


@pytest.fixture
def web(settings: Any) -> Iterator[Web]:
    with small_web() as found:
        allowed = (f"127.0.0.1:{found.pages.server_port}",)
        change(settings, search="searxng", search_url=found.provider.url, fetch_allow=allowed)
        yield found


def asked(scope: Scope, **form: Any) -> UUID:
    """A run that was asked for on the page, and has come as far as it can alone."""
    sent = signed_in(scope).post(reverse("web:research-start"), {"text": QUESTION, **form})
    assert sent.status_code == 302, sent.content
    drain_jobs()
    return research_page(scope).runs[0].id


def read(scope: Scope, research_id: UUID) -> str:
    answer = signed_in(scope).get(reverse("web:research-run", args=[research_id]))
    return compact(answer.content.decode())


def decide(scope: Scope, research_id: UUID, **form: Any) -> Any:
    address = reverse("web:research-decide", args=[research_id])
    return signed_in(scope).post(address, form, follow=True)


def test_a_question_is_asked_decided_about_and_answered(scope: Scope, web: Web) -> None:
    research_id = asked(scope)
    waiting = read(scope, research_id)
    assert "Needs your attention" in waiting
    assert "The footbridge is open" in waiting and "127.0.0.1" in waiting
    assert "words: " in waiting and "Result 1 of searxng." in waiting
    assert f"{QUESTION}" in waiting and "2 of 3 searches" in waiting
    best, other = get_research(scope, research_id).candidates

    marks = {f"page-{best.id}": "in", f"page-{other.id}": "out", "rationale": "The office itself."}
    done = decide(scope, research_id, verdict="partial", **marks).content.decode()
    assert "1 page approved." in done
    drain_jobs()
    page = read(scope, research_id)
    view = get_research(scope, research_id)
    assert view.decision and view.decision.verdict is Verdict.PARTIAL
    assert "Mayor Sita Rai" in page and 'class="cite"' in page
    assert "The office itself." in page and "Rejected" in page
    assert reverse("web:library-document", args=[view.candidates[0].document_id]) in page


def test_a_look_at_a_page_shows_its_text_and_keeps_nothing(scope: Scope, web: Web) -> None:
    web.pages.bytes["/opening"] = (
        "text/html; charset=utf-8",
        f"<html><body><p>{BRIDGE}</p><script>alert(1)</script><b onclick=x()>bold</b>"
        f"<p>&lt;img src=x onerror=alert(2)&gt; {BRIDGE}</p></body></html>".encode(),
    )
    research_id = asked(scope)
    best = get_research(scope, research_id).candidates[0]
    look = signed_in(scope).get(reverse("web:research-look", args=[research_id, best.id]))
    text = look.content.decode()

    assert "Mayor Sita Rai" in text
    assert "alert(1)" not in text and "<img src=x" not in text and "onclick" not in text
    assert get_research(scope, research_id).stage is Stage.AWAITING_APPROVAL
    assert get_research(scope, research_id).candidates[0].document_id is None


def test_a_look_at_a_private_address_is_refused_in_words(scope: Scope, web: Web) -> None:
    web.provider.otherwise = finds(
        ListedPage("http://127.0.0.1:9/secret", "The footbridge", BRIDGE)
    )
    research_id = asked(scope)
    [only] = get_research(scope, research_id).candidates
    look = signed_in(scope).get(reverse("web:research-look", args=[research_id, only.id]))

    assert look.status_code == 200
    assert "The text cannot be shown" in look.content.decode()
    assert "PRAMANA_FETCH_ALLOW" in look.content.decode()


def test_what_a_person_filled_in_is_kept_when_the_decision_is_refused(scope: Scope) -> None:
    research_id = demo.create_research(scope)
    first, *_rest = get_research(scope, research_id).candidates
    nothing = decide(scope, research_id, verdict="partial", rationale="I was not done.")
    assert "Approve at least one page, or choose “Reject all”." in nothing.content.decode()
    assert "I was not done." in nothing.content.decode()

    marks = {f"page-{first.id}": "in", "urls": "http://10.0.0.1/a"}
    refused = decide(scope, research_id, verdict="partial", **marks).content.decode()
    assert "10.0.0.1 is not fetched" in refused
    marked = f'name="page-{first.id}" value="in" data-row-key="a" checked'
    assert marked in " ".join(refused.split())
    assert get_research(scope, research_id).decision is None


def test_letting_nothing_in_ends_the_run_and_a_second_decision_is_told_so(scope: Scope) -> None:
    research_id = demo.create_research(scope)
    decide(scope, research_id, verdict="rejected", rationale="None is official.")
    drain_jobs()
    assert "No pages were added, so there is no answer" in read(scope, research_id)
    second = decide(scope, research_id, verdict="rejected")
    assert "Someone has already decided about this run." in second.content.decode()


def test_the_demonstration_waits_with_reasons_for_what_it_offers_and_what_it_dropped(
    scope: Scope,
) -> None:
    research_id = demo.create_research(scope)
    drain_jobs()
    page = read(scope, research_id)
    view = get_research(scope, research_id)

    assert view.stage is Stage.AWAITING_APPROVAL and len(view.candidates) == 5
    assert "Its text is shorter than 40 characters." in page
    assert "Not among the best 5." in page
    assert "It is of May 2024." in page
    assert view.spent["searches"] == 1


def test_without_a_provider_the_page_names_the_setting(scope: Scope) -> None:
    listed = signed_in(scope).get(reverse("web:research")).content.decode()
    assert "No search provider is set up" in listed and reverse("web:settings-models") in listed

    page = read(scope, asked(scope))
    assert "The run failed" in page and "Choose a search provider" in page
    again = reverse("web:research") + "?text=Who+opened"
    assert again in page
    assert "Who opened" in signed_in(scope).get(again + "+it").content.decode()


def test_the_form_says_how_far_a_run_may_go(scope: Scope) -> None:
    asked(scope, kind="query", way="auto", pages="7", searches="99", blocked="A.example b.example")
    row = ResearchRun.objects.in_scope(scope).get()

    assert (row.is_question, row.enable_hitl, row.auto_ingest) == (False, False, True)
    assert row.budget == {"searches": 10, "pages": 7, "tokens": 20_000}
    assert row.rules["blocked_domains"] == ["a.example", "b.example"]
    assert row.rules["prefer_pdf"] is False


def test_the_plan_comes_first_unless_the_person_chooses_otherwise(scope: Scope) -> None:
    form = " ".join(signed_in(scope).get(reverse("web:research")).content.decode().split())
    assert 'name="way" value="plan" checked' in form and form.count("checked><span><strong>") == 1

    asked(scope, way="plan")
    row = ResearchRun.objects.in_scope(scope).get()
    assert (row.enable_hitl, row.plan_first) == (True, True)


def test_a_question_without_words_is_refused(scope: Scope) -> None:
    sent = signed_in(scope).post(reverse("web:research-start"), {"text": " "}, follow=True)
    assert "There are no words to search for." in sent.content.decode()
    assert research_page(scope).runs == ()


def test_the_list_is_told_apart_by_stage(scope: Scope) -> None:
    waiting, failed = demo.create_research(scope), asked(scope)
    assert get_research(scope, failed).stage is Stage.FAILED
    listed = signed_in(scope).get(reverse("web:research"), {"stage": "awaiting_approval"})

    assert [row["run"].id for row in listed.context["rows"]] == [waiting]
    assert "0 of 5 approved" in listed.content.decode()
    assert signed_in(scope).get(reverse("web:research"), {"stage": "no"}).status_code == 200


def test_a_run_is_forgotten_after_a_question(scope: Scope) -> None:
    research_id = demo.create_research(scope)
    address = reverse("web:research-delete", args=[research_id])
    client = signed_in(scope)
    assert "Documents added to the library are kept." in client.post(address).content.decode()
    client.post(address, {"confirmed": "yes"})
    assert research_page(scope).runs == ()


def test_a_viewer_reads_and_decides_nothing(scope: Scope) -> None:
    research_id = demo.create_research(scope)
    page_id = get_research(scope, research_id).candidates[0].id
    viewer = make_member(scope, Role.VIEWER)
    client = signed_in(viewer)
    addresses = [
        reverse("web:research-start"),
        reverse("web:research-decide", args=[research_id]),
        reverse("web:research-delete", args=[research_id]),
        reverse("web:cases-open"),
    ]

    shown = read(viewer, research_id)
    assert "A reviewer has to approve pages" in shown
    assert 'value="in"' not in shown
    assert [client.post(address).status_code for address in addresses] == [403] * 4
    look = client.get(reverse("web:research-look", args=[research_id, page_id]))
    assert look.status_code == 403


def test_another_tenant_sees_nothing_and_decides_nothing(scope: Scope, other_scope: Scope) -> None:
    research_id = demo.create_research(scope)
    view = get_research(scope, research_id)
    theirs = demo.create_research(other_scope)
    stranger = signed_in(other_scope)
    page_id = view.candidates[0].id

    refused = [
        stranger.get(reverse("web:research-run", args=[research_id])),
        stranger.get(reverse("web:research-look", args=[research_id, page_id])),
        stranger.get(reverse("web:research-look", args=[theirs, page_id])),
        stranger.post(reverse("web:research-decide", args=[research_id]), {"verdict": "rejected"}),
        stranger.post(reverse("web:research-delete", args=[research_id]), {"confirmed": "yes"}),
        stranger.get(reverse("web:activity-run", args=[view.run_id])),
        stranger.get(reverse("web:cases-case", args=[view.case_id])),
    ]
    assert [response.status_code for response in refused] == [404] * 7
    listed = stranger.get(reverse("web:research")).context["rows"]
    assert [row["run"].id for row in listed] == [theirs]
    assert get_research(scope, research_id) == view


def test_a_run_that_crashed_offers_to_go_on_where_it_stopped(scope: Scope) -> None:
    research_id = demo.create_research(scope)
    fail_research(scope, research_id, "The worker was lost.")
    page = read(scope, research_id)
    assert "The worker was lost." in page and "Ask again" in page


def test_an_unknown_run_is_not_there(scope: Scope) -> None:
    response = signed_in(scope).get(reverse("web:research-run", args=[uuid4()]))
    assert response.status_code == 404
    assert "There is no such research run." in response.content.decode()
