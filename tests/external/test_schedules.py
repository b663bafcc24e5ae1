"""Research that is repeated: at its time, once, and only what is new."""

import json
from datetime import timedelta

import pytest
from django.test import Client

from pramana.external.contracts import ResearchRequest
from pramana.external.models import ResearchRun, ResearchSchedule
from pramana.external.services import create_schedule
from pramana.external.services.schedules import start_due_research
from pramana.external.testing import ListedPage, finds
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import User
from pramana.tenancy.services import remove_member
from pramana.tenancy.testing import make_key, make_member, make_tenant
from tests.callers import with_key
from tests.external.conftest import BRIDGE, QUESTION

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "/api/research/schedules"


def schedule(client, **asked: object):
    body = json.dumps({"question": QUESTION, "weekday": 0, "hour": 7, **asked})
    return client.post(ADDRESS, body, content_type="application/json")


def start_next(scope, weeks: int = 1) -> ResearchRun:
    """Let the time come, and return the run that began."""
    assert start_due_research(utcnow() + timedelta(weeks=weeks)) == 1
    drain_jobs()
    return ResearchRun.objects.in_scope(scope).order_by("-created_at")[0]


def test_a_run_begins_at_its_time_and_once(admin, scope, found) -> None:
    made = schedule(admin).json()

    assert start_due_research(utcnow()) == 0
    later = utcnow() + timedelta(days=7)
    assert (start_due_research(later), start_due_research(later)) == (1, 0)
    run = ResearchRun.objects.in_scope(scope).get()
    assert (run.text, run.created_by_id, str(run.schedule_id)) == (
        QUESTION, scope.actor_id, made["id"],
    )  # fmt: skip
    [listed] = admin.get(ADDRESS).json()["schedules"]
    assert listed["runs"] == 1 and listed["next_at"] > made["next_at"]


def test_a_missed_time_is_made_up_for_once(admin, scope, found) -> None:
    schedule(admin, weekday=None)

    assert start_due_research(utcnow() + timedelta(days=30)) == 1
    assert start_due_research(utcnow() + timedelta(days=30)) == 0


def test_only_what_is_new_is_offered(admin, scope, found, site) -> None:
    schedule(admin)
    first = start_next(scope)
    assert first.candidates.in_scope(scope).count() == 2

    second = start_next(scope, weeks=2)
    assert (second.stage, second.candidates.in_scope(scope).count()) == ("done", 0)
    reasons = {each["reason"] for each in second.dropped}
    assert reasons == {"An earlier run of this schedule offered it."}

    found.otherwise = finds(ListedPage(f"{site.url}/new", "The footbridge is closed", BRIDGE))
    third = start_next(scope, weeks=3)
    assert [each.url for each in third.candidates.in_scope(scope)] == [f"{site.url}/new"]
    assert third.stage == "awaiting_approval"


def test_other_runs_still_offer_what_a_schedule_found(admin, scope, found) -> None:
    schedule(admin)
    start_next(scope)
    body = json.dumps({"question": QUESTION})
    run = admin.post("/api/research/", body, content_type="application/json").json()
    drain_jobs()

    assert len(admin.get(f"/api/research/{run['id']}").json()["candidates"]) == 2


def test_a_schedule_of_someone_who_left_is_paused(scope, found) -> None:
    member = make_member(scope, Role.REVIEWER)
    request = ResearchRequest(QUESTION, is_question=True)
    create_schedule(member, request, weekday=None, hour=7)
    assert member.actor_id is not None
    remove_member(scope, member.actor_id)

    assert start_due_research(utcnow() + timedelta(days=2)) == 0
    assert ResearchSchedule.objects.in_scope(scope).get().is_paused
    assert not ResearchRun.objects.in_scope(scope).exists()


def test_deleting_a_schedule_keeps_its_runs(admin, scope, found) -> None:
    made = schedule(admin).json()
    start_next(scope)

    assert admin.delete(f"{ADDRESS}/{made['id']}").status_code == 204
    assert ResearchRun.objects.in_scope(scope).get().schedule_id is None
    assert admin.delete(f"{ADDRESS}/{made['id']}").status_code == 404


@pytest.mark.parametrize("wrong", [{"weekday": 7}, {"hour": 24}, {"question": "?"}, {"every": 1}])
def test_what_is_no_schedule_is_refused(admin, scope, wrong) -> None:
    assert schedule(admin, **wrong).status_code in (400, 422)
    assert not ResearchSchedule.objects.in_scope(scope).exists()


def test_viewers_and_other_tenants_change_nothing(admin, scope, found) -> None:
    made = schedule(admin).json()
    viewer = with_key(make_key(make_member(scope, Role.VIEWER), Role.VIEWER))
    stranger = with_key(make_key(make_tenant()))

    assert schedule(viewer).status_code == 403
    assert viewer.delete(f"{ADDRESS}/{made['id']}").status_code == 403
    assert stranger.get(ADDRESS).json() == {"schedules": []}
    assert stranger.delete(f"{ADDRESS}/{made['id']}").status_code == 404


def test_a_person_schedules_a_question_on_the_page_and_stops_it(scope, found) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=scope.actor_id))
    client.post("/app/research/start", {"text": QUESTION, "way": "plan", "repeat": "0"})
    row = ResearchSchedule.objects.in_scope(scope).get()
    page = client.get("/app/research").content.decode()
    assert (row.weekday, row.hour) == (0, 6)
    assert "Repeated questions" in page and "Every Monday" in page

    address = f"/app/research/schedules/{row.id}/remove"
    assert "Stop repeating this question?" in client.post(address).content.decode()
    client.post(address, {"confirmed": "yes"})
    assert not ResearchSchedule.objects.in_scope(scope).exists()
