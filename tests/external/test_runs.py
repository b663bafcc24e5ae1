"""A run from its question to its answer: the pause, the decision, and what comes in."""

from uuid import UUID, uuid4

import pytest
from django.test import Client

from pramana.documents import selectors as documents
from pramana.external.checkpoints import checkpoint_saver, delete_threads
from pramana.external.testing import ListedPage, SearchServer, fails, finds
from pramana.jobs.selectors import run_events
from pramana.jobs.testing import drain_jobs
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import ToolCall
from pramana.tenancy.selectors import steps_of
from pramana.tenancy.services import open_case
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key
from tests.external.conftest import BRIDGE, QUESTION
from tests.external.runs import decide, look, start
from tests.transactions import transactions_around_checks

pytestmark = pytest.mark.django_db(transaction=True)


def waiting(client: Client, **asked: object) -> dict:
    """A run that has found the site's two pages and waits."""
    begun = start(client, **(asked if "query" in asked else {"question": QUESTION, **asked}))
    assert begun.status_code == 202, begun.content
    drain_jobs()
    run = look(client, begun.json()["id"])
    assert run["stage"] == "awaiting_approval", run
    return run


def test_a_question_is_searched_for_approved_read_and_answered(admin, scope, found, site):
    run = waiting(admin)
    assert run["queries"] == [QUESTION, "opened footbridge over Punyamata river"]
    best, other = run["candidates"]
    assert best["url"] == f"{site.url}/opening"
    assert best["score"] > other["score"] and best["reasons"]
    assert site.asked == []

    answer = decide(admin, run["id"], "partial", candidate_ids=[best["id"]], rationale="Official.")
    assert answer.status_code == 202, answer.content
    drain_jobs()
    done = look(admin, run["id"])
    assert (done["stage"], done["error"]) == ("done", "")
    assert [each["stage"] for each in done["stages"]] == [
        "queued", "searching", "awaiting_approval", "ingesting", "reading", "answering", "done",
    ]  # fmt: skip
    assert [each["state"] for each in done["candidates"]] == ["ingested", "rejected"]
    assert done["decision"]["decided_by_id"] == str(scope.actor_id)
    assert done["decision"]["rationale"] == "Official."
    assert "Mayor Sita Rai" in done["answer"]["answer"]
    [source] = done["answer"]["sources"]
    assert source["outside"] is True
    assert source["quotes"][0]["words"] in BRIDGE
    assert done["spent"] == {"tokens": 0, "searches": 2, "pages": 1}
    assert "/budget" not in site.asked

    [document] = documents.newest_documents(scope)
    assert document.origin.address == f"{site.url}/opening"
    assert document.origin.let_in_by_id == scope.actor_id
    assert document.origin.fetched_at is not None
    kinds = [event.kind for event in run_events(scope, done["run_id"])]
    assert kinds[-1] == "done"
    assert [(step.name, step.outcome) for step in steps_of(scope, UUID(done["run_id"]))] == [
        ("search", "ok"), ("select", "ok"), ("approve", "waiting"), ("approve", "ok"),
        ("ingest", "ok"), ("retrieve", "ok"), ("compose", "ok"),
    ]  # fmt: skip


def test_calls_are_kept_as_envelopes_and_can_be_read(admin, scope, found, site):
    run = waiting(admin)
    *calls, scoring = admin.get(f"/api/research/{run['id']}/calls").json()["calls"]
    assert (scoring["tool"], scoring["status"]) == ("hybrid_search_and_score", "ok")
    assert [each["input"]["query"] for each in calls] == run["queries"]
    for each in calls:
        assert (each["tool"], each["status"]) == ("web_search", "ok")
        assert each["meta"]["rationale"] == "search_completed"
        assert each["data"]["results"][0]["url"]


def test_a_query_is_only_searched_for_and_ends_with_what_came_in(admin, found, site):
    run = waiting(admin, query="footbridge")
    assert run["queries"] == ["footbridge"]
    decide(admin, run["id"], "approved")
    drain_jobs()
    done = look(admin, run["id"])
    assert (done["stage"], done["answer"]) == ("done", None)
    assert [each["state"] for each in done["candidates"]] == ["ingested", "ingested"]


def test_an_approved_page_is_checked_before_its_transaction(admin, scope, found, site, monkeypatch):
    from pramana.documents.services import web_sources

    depths = transactions_around_checks(monkeypatch, web_sources)
    run = waiting(admin, query="footbridge")
    decide(admin, run["id"], "approved")
    drain_jobs()

    assert depths == [0, 0]


def test_rejected_means_nothing_is_fetched(admin, scope, found, site):
    run = waiting(admin, auto_ingest=True)
    decide(admin, run["id"], "rejected", rationale="Neither is official.")
    drain_jobs()
    done = look(admin, run["id"])
    assert (done["stage"], done["answer"]) == ("done", None)
    assert site.asked == []
    assert documents.document_count(scope) == 0


def test_nobody_answers_and_nothing_comes_in(admin, scope, found, site):
    waiting(admin, auto_ingest=True)
    drain_jobs()
    assert documents.document_count(scope) == 0


def test_an_added_address_comes_in_beside_what_was_offered(admin, scope, found, site):
    site.put("/extra", "More about it", BRIDGE * 2)
    run = waiting(admin, query="footbridge")
    added = [f"{site.url}/extra?utm_source=mail"]
    decide(admin, run["id"], "partial", added_urls=added)
    drain_jobs()
    done = look(admin, run["id"])
    [extra] = [each for each in done["candidates"] if each["source"] == "person"]
    assert (extra["url"], extra["state"]) == (f"{site.url}/extra", "ingested")
    assert done["decision"]["added_urls"] == [f"{site.url}/extra"]
    assert [document.title for document in documents.newest_documents(scope)] == ["More about it"]


def test_an_added_address_that_was_offered_is_that_candidate_and_counts_once(admin, found, site):
    run = waiting(admin, query="footbridge", budget={"pages": 2})
    ids = [each["id"] for each in run["candidates"]]
    again = [run["candidates"][0]["url"]] * 2
    answer = decide(admin, run["id"], "approved", candidate_ids=ids, added_urls=again)
    assert (answer.status_code, len(ids)) == (202, 2)
    decision = look(admin, run["id"])["decision"]
    assert (decision["candidate_ids"], decision["added_urls"]) == (ids, [])


def test_without_approval_auto_ingest_takes_the_best_one(admin, scope, found, site):
    begun = start(admin, query="footbridge opened", enable_hitl=False, auto_ingest=True)
    drain_jobs()
    done = look(admin, begun.json()["id"])
    assert done["stage"] == "done"
    assert [each["state"] for each in done["candidates"]] == ["ingested", "offered"]
    [document] = documents.newest_documents(scope)
    assert document.origin.let_in_by_id == scope.actor_id


def test_without_either_it_ends_with_the_selection(admin, scope, found, site):
    begun = start(admin, query="footbridge opened", enable_hitl=False)
    drain_jobs()
    done = look(admin, begun.json()["id"])
    assert (done["stage"], len(done["candidates"])) == ("done", 2)
    assert documents.document_count(scope) == 0


def test_a_second_decision_is_409_and_changes_nothing(admin, found, site):
    run = waiting(admin)
    assert decide(admin, run["id"], "rejected").status_code == 202
    second = decide(admin, run["id"], "approved")
    assert (second.status_code, second.json()["error_code"]) == (409, "ALREADY_DECIDED")
    drain_jobs()
    assert look(admin, run["id"])["decision"]["verdict"] == "rejected"
    assert site.asked == []


def test_a_decision_before_the_search_has_ended_is_409(admin, found):
    begun = start(admin, question=QUESTION).json()
    assert decide(admin, begun["id"], "approved").status_code == 409


def test_a_candidate_that_was_not_offered_is_refused(admin, found, site):
    run, other = waiting(admin), waiting(admin)
    for stranger in (str(uuid4()), other["candidates"][0]["id"]):
        answer = decide(admin, run["id"], "partial", candidate_ids=[stranger])
        assert (answer.status_code, answer.json()["error_code"]) == (400, "CANDIDATE_NOT_OFFERED")
    assert look(admin, run["id"])["stage"] == "awaiting_approval"


@pytest.mark.parametrize(
    ("decision", "asked"),
    [
        ("partial", {}),
        ("rejected", {"added_urls": ["https://a.example/"]}),
        ("approved", {"added_urls": [f"https://a.example/{n}" for n in range(6)]}),
    ],
)
def test_a_decision_that_contradicts_itself_or_the_budget_is_refused(
    admin, found, site, decision, asked, monkeypatch
):
    from pramana.external.services import decisions

    monkeypatch.setattr(decisions, "_check_url", lambda url: url)  # no name server is asked
    run = waiting(admin)
    assert decide(admin, run["id"], decision, **asked).status_code == 400
    assert look(admin, run["id"])["decision"] is None


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "http://127.0.0.1:1/", "http://[::1]/"])
def test_an_added_address_inside_our_network_is_refused_at_once(admin, found, site, url):
    run = waiting(admin)
    answer = decide(admin, run["id"], "partial", added_urls=[url])
    assert (answer.status_code, answer.json()["error_code"]) == (403, "SOURCE_REFUSED")
    assert look(admin, run["id"])["stage"] == "awaiting_approval"


def test_a_lost_checkpoint_is_made_again_from_the_rows(admin, scope, found, site):
    run = waiting(admin)
    delete_threads([run["run_id"]])
    asked = len(found.asked)
    decide(admin, run["id"], "partial", candidate_ids=[run["candidates"][0]["id"]])
    drain_jobs()
    assert look(admin, run["id"])["stage"] == "done"
    assert len(found.asked) == asked


def test_a_checkpoint_holds_values_only(admin, scope, found, site):
    run = waiting(admin)
    with checkpoint_saver() as saver:
        kept = saver.get({"configurable": {"thread_id": run["run_id"]}})
    context = kept["channel_values"]["context"]
    assert context["tenant_id"] == str(scope.tenant_id)
    assert context["top_n"] == 5
    assert all(isinstance(value, str | int | bool | list | dict) for value in context.values())


def test_without_a_provider_the_run_fails_with_the_documents_sentence(admin):
    begun = start(admin, query="bridge")
    drain_jobs()
    done = look(admin, begun.json()["id"])
    assert (done["stage"], done["error"]) == ("failed", "No search worker configured in context")


def test_a_provider_that_fails_is_told_in_its_words(admin, scope, provider):
    provider.otherwise = fails(500)
    begun = start(admin, query="bridge")
    drain_jobs()
    done = look(admin, begun.json()["id"])
    assert (done["stage"], done["error"]) == ("failed", "searxng answered 500.")
    [call] = admin.get(f"/api/research/{done['id']}/calls").json()["calls"]
    assert (call["status"], call["error"]["code"]) == ("error", "provider_error")


def test_one_query_that_fails_does_not_cost_what_the_other_found(admin, found, site):
    found.will(fails(500))
    assert len(waiting(admin)["candidates"]) == 2


def test_nothing_found_ends_the_run_without_a_pause(admin, provider):
    begun = start(admin, question=QUESTION)
    drain_jobs()
    done = look(admin, begun.json()["id"])
    assert (done["stage"], done["candidates"], done["found"]) == ("done", [], 0)


def test_the_same_content_from_two_addresses_is_one_document(admin, scope, provider, site):
    site.pages["/copy"] = site.pages["/opening"]
    provider.otherwise = finds(
        *(ListedPage(f"{site.url}{path}", snippet=BRIDGE) for path in ("/opening", "/copy"))
    )
    run = waiting(admin, query="footbridge")
    decide(admin, run["id"], "approved")
    drain_jobs()
    done = look(admin, run["id"])
    assert {each["state"] for each in done["candidates"]} == {"ingested"}
    assert len({each["document_id"] for each in done["candidates"]}) == 1
    assert documents.document_count(scope) == 1


def test_what_cannot_be_fetched_is_said_and_the_rest_still_comes_in(admin, provider, site):
    provider.otherwise = finds(
        ListedPage(f"{site.url}/gone", snippet=BRIDGE),
        ListedPage(f"{site.url}/opening", snippet=BRIDGE),
    )
    run = waiting(admin)
    decide(admin, run["id"], "approved")
    drain_jobs()
    done = look(admin, run["id"])
    states = {each["url"].rpartition("/")[2]: each for each in done["candidates"]}
    assert states["gone"]["state"] == "failed" and "404" in states["gone"]["error"]
    assert states["opening"]["state"] == "ingested"
    assert done["answer"]["answer"]


def test_case_and_workflow_are_the_callers_and_each_run_is_new(admin, scope, found, site):
    case = str(open_case(scope, "The bridge"))
    first = waiting(admin, case_id=case, workflow="intake")
    second = waiting(admin, case_id=case, workflow="intake")
    assert first["case_id"] == second["case_id"] == case
    assert first["workflow_id"] == second["workflow_id"] is not None
    assert first["run_id"] != second["run_id"]
    assert start(admin, query="x", workflow="intake").status_code == 404
    assert start(admin, query="x", case_id=str(uuid4())).status_code == 404


@pytest.mark.parametrize(
    "asked", [{}, {"question": "a", "query": "b"}, {"query": "  "}, {"query": "site:"}]
)
def test_a_run_needs_one_question_or_one_query(admin, asked):
    assert start(admin, **asked).status_code == 400


def test_viewers_look_and_reviewers_decide(admin, scope, found, site):
    viewer = with_key(make_key(make_member(scope, Role.VIEWER), Role.VIEWER))
    reviewer = with_key(make_key(make_member(scope, Role.REVIEWER), Role.REVIEWER))
    run = waiting(admin)
    assert look(viewer, run["id"])["id"] == run["id"]
    assert start(viewer, query="x").status_code == 403
    assert decide(viewer, run["id"], "approved").status_code == 403
    assert viewer.delete(f"/api/research/{run['id']}").status_code == 403
    assert decide(reviewer, run["id"], "rejected").status_code == 202


def test_another_tenant_sees_and_changes_nothing(admin, other_scope, found, site):
    run = waiting(admin)
    stranger = with_key(make_key(other_scope))
    assert stranger.get("/api/research/").json() == {"runs": [], "next": None}
    for call in (
        stranger.get(f"/api/research/{run['id']}"),
        stranger.get(f"/api/research/{run['id']}/calls"),
        stranger.delete(f"/api/research/{run['id']}"),
        decide(stranger, run["id"], "approved"),
    ):
        assert call.status_code == 404
    assert look(admin, run["id"])["stage"] == "awaiting_approval"


def test_runs_are_listed_newest_first_in_pages(admin, found, site):
    ids = [start(admin, query=f"query {n}").json()["id"] for n in range(3)]
    first = admin.get("/api/research/?limit=2").json()
    rest = admin.get("/api/research/", {"limit": 2, "after": first["next"]}).json()
    assert [each["id"] for each in (*first["runs"], *rest["runs"])] == ids[::-1]
    assert rest["next"] is None
    assert len(admin.get("/api/research/?stage=queued").json()["runs"]) == 3
    assert admin.get("/api/research/?stage=done").json()["runs"] == []


def test_a_deleted_run_is_gone_and_what_it_let_in_stays(admin, scope, found, site):
    run = waiting(admin)
    decide(admin, run["id"], "approved")
    drain_jobs()
    assert admin.delete(f"/api/research/{run['id']}").status_code == 204
    assert admin.get(f"/api/research/{run['id']}").status_code == 404
    assert not ToolCall.objects.in_scope(scope).exists()
    assert documents.document_count(scope) == 2


def test_an_answer_goes_with_the_document_it_rests_on(admin, found, site):
    run = waiting(admin)
    decide(admin, run["id"], "partial", candidate_ids=[run["candidates"][0]["id"]])
    drain_jobs()
    document = look(admin, run["id"])["candidates"][0]["document_id"]
    assert admin.delete(f"/api/documents/{document}").status_code == 204
    after = look(admin, run["id"])
    assert after["answer"] is None
    assert (after["candidates"][0]["document_id"], after["candidates"][0]["state"]) == (
        None,
        "failed",
    )


def test_a_document_deleted_while_it_is_read_does_not_hold_the_run_up(admin, scope, found, site):
    run = waiting(admin)
    decide(admin, run["id"], "partial", candidate_ids=[run["candidates"][0]["id"]])
    drain_jobs(at_most=1)
    [document] = documents.newest_documents(scope)
    assert admin.delete(f"/api/documents/{document.id}").status_code == 204
    drain_jobs()
    done = look(admin, run["id"])
    assert (done["stage"], done["candidates"][0]["state"]) == ("done", "failed")


def test_the_run_is_not_searched_for_again_when_its_job_is_repeated(
    admin, scope, found: SearchServer, site, monkeypatch
):
    """As after a crash between the search and the end of the job."""
    from pramana.external import tasks

    real, crashes = tasks.services.settle_graph, iter([True])

    def settle(*args, **kwargs):
        if next(crashes, False):
            raise RuntimeError("the worker is gone")
        real(*args, **kwargs)

    monkeypatch.setattr(tasks.services, "settle_graph", settle)
    run = waiting(admin)
    assert len(found.asked) == 2
    assert len(run["candidates"]) == 2


def test_a_run_whose_job_was_given_up_goes_on_when_it_is_tried_again(
    admin, scope, found, site, monkeypatch
):
    from pramana.external import tasks
    from pramana.jobs.queue import retry_job
    from pramana.jobs.selectors import jobs_page

    def broken(*_, **__):
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(tasks, "checkpoint_saver", broken)
        begun = start(admin, query="footbridge")
        drain_jobs()
    failed = look(admin, begun.json()["id"])
    assert (failed["stage"], failed["candidates"]) == ("failed", [])
    [job] = jobs_page(scope, name="external.research").jobs
    retry_job(scope, job.id)
    drain_jobs()
    assert look(admin, failed["id"])["stage"] == "awaiting_approval"
