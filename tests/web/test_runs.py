"""Runs over HTTP: the list with its filters, and a trace that a person can read."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.urls import reverse

from pramana.cases.selectors import list_priced_runs, tool_lines
from pramana.documents.services import add_file
from pramana.external import demo
from pramana.external.selectors import get_research
from pramana.jobs.contracts import RunEventView
from pramana.jobs.events import emit
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role, RunState
from pramana.tenancy.selectors import RunFilter
from pramana.tenancy.services import end_run, record_steps, record_tool_calls, start_run
from pramana.tenancy.steps import FAILED, WAITING, Step, ToolCallEntry
from pramana.tenancy.testing import make_member
from pramana.web.activity.trace import event_entries, stage_line
from tests.chat.saved_questions import envelope, make_turn
from tests.extraction.samples import make_extraction
from tests.web.test_access import signed_in
from tests.web.test_cases import spend

NOW = utcnow()


def event(seq: int, kind: str, **payload: object) -> RunEventView:
    return RunEventView(UUID(int=1), seq, kind, payload, NOW + timedelta(seconds=seq))


def read(scope: Scope, run_id: UUID) -> str:
    return signed_in(scope).get(reverse("web:activity-run", args=[run_id])).content.decode()


def test_many_events_of_one_kind_are_one_line_with_their_number() -> None:
    events = [
        event(1, "stage", stage="searching"),
        *(event(n, "delta", sentences=n) for n in range(2, 6)),
        event(6, "failed", error="The provider was away."),
    ]
    lines = list(event_entries(events))

    assert [(line.title, line.count) for line in lines] == [
        ("Searching", 1),
        ("text received", 4),
        ("failed", 1),
    ]
    assert (lines[2].tone, lines[2].problem) == ("bad", "The provider was away.")


def test_stages_have_times_and_the_last_one_may_still_go_on() -> None:
    begun = [event(1, "state", state="RECEIVED"), event(3, "state", state="RETRIEVING")]
    under_way, over = stage_line(begun), stage_line([*begun, event(9, "done", state="COMPLETED")])

    assert [(step.word, step.is_here) for step in under_way] == [
        ("Question received", False),
        ("Searching for passages", True),
    ]
    assert under_way[0].until == begun[1].at
    assert [(str(step.word), step.tone) for step in over] == [
        ("Question received", "good"),
        ("Searching for passages", "good"),
        ("Done", "good"),
    ]
    assert stage_line([]) == []


@pytest.mark.django_db(transaction=True)
def test_a_research_runs_trace_tells_stages_tools_models_and_jobs_in_order(scope: Scope) -> None:
    view = get_research(scope, demo.create_research(scope))
    spend(scope, view.run_id)
    drain_jobs()
    response = signed_in(scope).get(reverse("web:activity-run", args=[view.run_id]))
    page = response.content.decode()
    entries = [each["entry"] for each in response.context["entries"]]

    assert {entry.what for entry in entries} == {"event", "tool", "model", "job"}
    assert [entry.at for entry in entries] == sorted(entry.at for entry in entries)
    assert "Search the web" in page and "demonstration" in page
    assert "openai:small" in page and "900 + 100 tokens" in page and "$0.0125" in page
    assert reverse("web:research-run", args=[view.id]) in page
    assert demo.CASE in page


@pytest.mark.django_db(transaction=True)
def test_a_documents_reading_has_a_trace_too(scope: Scope) -> None:
    document = add_file(scope, "a.txt", ContentFile(b"Some words about a bridge. " * 20))
    drain_jobs()
    assert document.run_id
    page = read(scope, document.run_id)

    assert "Document reading" in page and "Read a document" in page
    assert "Splitting into passages" in page


@pytest.mark.django_db
def test_errors_are_told_with_what_happened(scope: Scope) -> None:
    run_id = start_run(scope, "external.research")
    emit(scope, run_id, "failed", {"error": "The provider was away."})
    end_run(scope, run_id, RunState.FAILED)
    page = read(scope, run_id)

    assert "The provider was away." in page and "Problems" in page


@pytest.mark.django_db
def test_a_trace_shows_the_nodes_in_order_with_how_each_ended(scope: Scope) -> None:
    run_id = start_run(scope, "external.research")
    steps = [Step("search", NOW, 12.5), Step("approve", NOW, 1, WAITING), Step("x", NOW, 1, FAILED)]
    later = [replace(step, began_at=NOW + timedelta(seconds=at)) for at, step in enumerate(steps)]
    record_steps(scope, run_id, later)
    response = signed_in(scope).get(reverse("web:activity-run", args=[run_id]))
    entries = [each["entry"] for each in response.context["entries"]]

    assert [(entry.what, str(entry.title), entry.tone) for entry in entries] == [
        ("node", "Search", ""), ("node", "Ask for approval", "attention"), ("node", "x", "bad"),
    ]  # fmt: skip
    assert "waiting for a person" in response.content.decode()
    assert response.context["problems"] == 1


@pytest.mark.django_db
def test_the_list_is_narrowed_by_kind_state_and_case_and_goes_on(scope: Scope) -> None:
    view = get_research(scope, demo.create_research(scope))
    over = [start_run(scope, "documents.read") for _ in range(3)]
    for run_id in over:
        end_run(scope, run_id, RunState.DONE)
    client, address = signed_in(scope), reverse("web:activity-runs")

    def listed(**asked: Any) -> list[UUID]:
        return [row["run"].id for row in client.get(address, asked).context["rows"]]

    assert len(listed()) == 4
    assert listed(case=view.case_id) == listed(state="active") == [view.run_id]
    assert listed(kind="documents.read", state="done") == over[::-1]
    assert listed(kind="nonsense", state="x", case="y", after="z~z") == listed()
    first = list_priced_runs(scope, RunFilter(), limit=2)
    rest = list_priced_runs(scope, RunFilter(), limit=9, after=first[-1].place)
    assert [run.id for run in [*first, *rest]] == listed()


@pytest.mark.django_db
def test_what_is_somebodys_own_is_told_to_others_without_its_words(scope: Scope) -> None:
    made = make_extraction(scope)
    run_id = start_run(scope, "extraction.extract")
    call = ToolCallEntry("update_field", envelope({"path": "secret_price"}))
    record_tool_calls(scope, made["extraction_id"], run_id, [call])
    colleague = make_member(scope, Role.ADMIN, user_name="colleague")
    [mine], [theirs] = tool_lines(scope, run_id), tool_lines(colleague, run_id)

    assert mine.input == {"path": "secret_price"}
    assert (theirs.tool, theirs.input, theirs.outcome) == ("update_field", None, None)
    assert "secret_price" in read(scope, run_id)
    assert "secret_price" not in read(colleague, run_id)


@pytest.mark.django_db
def test_a_conversation_is_told_to_its_person_alone(scope: Scope, other_scope: Scope) -> None:
    from pramana.chat.models import Turn

    make_turn(scope, "my own words")
    turn = Turn.objects.in_scope(scope).get()
    colleague = make_member(scope, Role.ADMIN, user_name="colleague")

    assert [line.input for line in tool_lines(scope, turn.run_id)] == [{"query": "my own words"}]
    assert [line.input for line in tool_lines(colleague, turn.run_id)] == [None]
    assert tool_lines(other_scope, turn.run_id) == []


@pytest.mark.django_db
def test_another_tenants_run_is_not_there(scope: Scope, other_scope: Scope) -> None:
    run_id = start_run(scope, "documents.read")
    stranger = signed_in(other_scope)

    assert stranger.get(reverse("web:activity-run", args=[run_id])).status_code == 404
    assert str(run_id) not in stranger.get(reverse("web:activity-runs")).content.decode()
