"""A plan that a person sees, changes and approves before anything is searched for."""

import io
import json

import docx
import pypdfium2 as pdfium
import pytest
from django.test import Client

from pramana.external.models import ResearchRun
from pramana.external.testing import ListedPage, finds
from pramana.inbox import decisions_to_make
from pramana.jobs.testing import drain_jobs
from pramana.kit.listings import WaitingKind
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import User
from pramana.tenancy.testing import make_key, make_member, make_tenant
from tests.callers import with_key
from tests.external.conftest import BRIDGE, QUESTION
from tests.external.runs import decide, look, start

pytestmark = pytest.mark.django_db(transaction=True)


def planned(client: Client, **asked: object) -> dict:
    """A run that waits with its plan."""
    begun = start(client, **{"question": QUESTION, "plan_first": True, **asked})
    assert begun.status_code == 202, begun.content
    drain_jobs()
    run = look(client, begun.json()["id"])
    assert run["stage"] == "awaiting_plan", run
    return run


def approve(client: Client, run: dict, **plan: object):
    address = f"/api/research/{run['id']}/plan"
    return client.post(address, json.dumps(plan), content_type="application/json")


def test_nothing_is_sent_before_the_plan_is_approved(admin, found, site) -> None:
    run = planned(admin)

    assert run["plan"]["proposed"] == {
        "questions": [QUESTION],
        "queries": [QUESTION, "opened footbridge over Punyamata river"],
        "sources": [],
    }
    assert run["plan"]["approved"] is None
    assert found.asked == [] and site.asked == []


def test_what_runs_is_what_was_approved(admin, scope, found, site) -> None:
    run = planned(admin)
    queries = ["Punyamata footbridge opening"]

    assert approve(admin, run, queries=queries).status_code == 202
    drain_jobs()
    after = look(admin, run["id"])
    assert after["stage"] == "awaiting_approval"
    assert after["queries"] == queries
    assert [each.query for each in found.asked] == queries
    calls = admin.get(f"/api/research/{run['id']}/calls").json()["calls"]
    assert [c["input"]["query"] for c in calls if c["tool"] == "web_search"] == queries
    assert after["plan"]["approved"]["questions"] == [QUESTION]
    assert after["plan"]["approved_by_id"] == str(scope.actor_id)
    assert after["plan"]["proposed"] == run["plan"]["proposed"]


def test_pages_of_other_hosts_are_not_offered(admin, found, site) -> None:
    found.otherwise = finds(
        ListedPage(f"{site.url}/opening", "The footbridge is open", BRIDGE),
        ListedPage("https://news.example/opening", "The footbridge is open", BRIDGE),
    )
    run = planned(admin)
    approve(admin, run, sources=["News.Example"])
    drain_jobs()
    after = look(admin, run["id"])

    assert [each["url"] for each in after["candidates"]] == ["https://news.example/opening"]
    assert after["dropped"][0]["reason"].endswith("is not among the sources of the plan.")


def test_each_question_of_the_plan_is_answered_and_reported(admin, scope, found, site) -> None:
    run = planned(admin)
    second = "What did the footbridge over the Punyamata river cost?"
    approve(admin, run, questions=[QUESTION, second])
    drain_jobs()
    best = look(admin, run["id"])["candidates"][0]
    decide(admin, run["id"], "partial", candidate_ids=[best["id"]])
    drain_jobs()
    done = look(admin, run["id"])

    assert done["stage"] == "done"
    assert "Sita Rai" in done["answer"]["answer"]
    [section] = done["answer"]["sections"]
    assert section["question"] == second and "nine million" in section["answer"]

    report = admin.get(f"/api/research/{run['id']}/report")
    text = report.content.decode()
    assert report.headers["Content-Disposition"] == 'attachment; filename="report.md"'
    assert f"## {second}" in text
    quotes = [line for line in text.splitlines() if line.startswith("> ")]
    assert len(quotes) >= 2 and all("[1] “" in line for line in quotes)
    assert f"{site.url}/opening" in text.replace("\\", "")
    assert "Fetched 20" in text and "SHA-256 " in text
    word = admin.get(f"/api/research/{run['id']}/report?format=docx")
    lines = [each.text for each in docx.Document(io.BytesIO(word.content)).paragraphs]
    assert second in lines and any(line.startswith("[1] “") for line in lines)
    assert any("Fetched 20" in line and "SHA-256 " in line for line in lines)
    printed = admin.get(f"/api/research/{run['id']}/report?format=pdf")
    with pdfium.PdfDocument(printed.content) as paper:
        words = " ".join(" ".join(page.get_textpage().get_text_bounded() for page in paper).split())
    assert second in words and "[1] “" in words and "Fetched 20" in words and "SHA-256 " in words

    document_id = done["answer"]["sources"][0]["document_id"]
    assert admin.delete(f"/api/documents/{document_id}").status_code == 204
    drain_jobs()
    assert look(admin, run["id"])["answer"] is None
    assert admin.get(f"/api/research/{run['id']}/report").status_code == 409


@pytest.mark.parametrize(
    "plan",
    [
        {"queries": []},
        {"queries": ["site:"]},
        {"queries": ["one", "two", "three", "four"]},
        {"questions": []},
        {"questions": [f"question {number}?" for number in range(6)]},
        {"sources": ["https://a.example"]},
        {"queries": ["a\x00b"]},
        {"steps": ["other"]},
    ],
)
def test_a_plan_that_cannot_be_carried_out_is_refused(admin, found, plan) -> None:
    run = planned(admin)

    assert approve(admin, run, **plan).status_code in (400, 422)
    assert look(admin, run["id"])["stage"] == "awaiting_plan"
    assert found.asked == []


def test_the_first_approval_counts(admin, found) -> None:
    run = planned(admin)

    assert approve(admin, run).status_code == 202
    assert approve(admin, run, queries=["another"]).status_code == 409
    assert decide(admin, run["id"], "approved").status_code == 409
    assert look(admin, run["id"])["queries"] == run["plan"]["proposed"]["queries"]


def test_viewers_and_other_tenants_cannot_approve(admin, scope, found) -> None:
    run = planned(admin)
    viewer = with_key(make_key(make_member(scope, Role.VIEWER), Role.VIEWER))
    stranger = with_key(make_key(make_tenant()))

    assert approve(viewer, run).status_code == 403
    assert approve(stranger, run).status_code == 404
    assert stranger.get(f"/api/research/{run['id']}/report").status_code == 404


def test_runs_without_a_person_have_no_plan(admin, found, site) -> None:
    begun = start(
        admin, question=QUESTION, enable_hitl=False, auto_ingest=True, plan_first=True
    ).json()
    drain_jobs()

    run = look(admin, begun["id"])
    assert (run["stage"], run["plan"]) == ("done", None)
    assert approve(admin, run).status_code == 409


def test_a_plan_waits_in_the_inbox(admin, scope, found) -> None:
    planned(admin)
    [page] = decisions_to_make(scope, Role.REVIEWER, limit=5)

    assert (page.kind, page.total) == (WaitingKind.SOURCES, 1)


def test_without_a_provider_the_run_says_so_at_once(admin) -> None:
    begun = start(admin, question=QUESTION, plan_first=True).json()
    drain_jobs()

    assert look(admin, begun["id"])["error"] == "No search worker configured in context"


def test_a_person_edits_and_approves_the_plan_on_the_page(scope, found, site) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=scope.actor_id))
    client.post("/app/research/start", {"text": QUESTION, "way": "plan"})
    drain_jobs()
    run = ResearchRun.objects.in_scope(scope).get()
    page = client.get(f"/app/research/{run.id}").content.decode()
    assert "Plan to approve" in page and "opened footbridge over Punyamata river" in page

    address = f"/app/research/{run.id}/plan"
    refused = client.post(address, {"questions": QUESTION, "queries": "a\nb\nc\nd", "sources": ""})
    assert "This run may search 3 times" in refused.content.decode()
    assert "a&#10;b&#10;c&#10;d" in refused.content.decode()
    client.post(address, {"questions": QUESTION, "queries": "footbridge\n\n", "sources": ""})
    drain_jobs()
    run.refresh_from_db()
    assert (run.stage, run.queries) == ("awaiting_approval", ["footbridge"])
