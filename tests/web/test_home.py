"""Home over HTTP: what waits, the first steps, the way through the story, and its removal."""

from typing import Any
from uuid import uuid4

from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.chat.contracts.answers import RequestState
from pramana.chat.models import Turn
from pramana.demo.contracts import PropKind
from pramana.demo.selectors import find_demo
from pramana.demo.services import delete_demo, record_props
from pramana.documents.contracts import Status
from pramana.documents.selectors import newest_documents
from pramana.documents.services import add_file, set_status
from pramana.kit.listings import WaitingKind
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.selectors import audit_page
from pramana.tenancy.testing import make_member
from tests.chat.saved_questions import make_turn
from tests.inbox.pending_work import make_waiting
from tests.web.test_access import signed_in

MOST = 28
"""Statements of a home page on which everything waits, with the story in it."""


def home(client: Client) -> Any:
    response = client.get(reverse("web:home"))
    assert response.status_code == 200
    return response


def ticked(client: Client) -> dict[str, bool]:
    return {str(step.title): step.is_done for step in home(client).context["steps"]}


def told(scope: Scope) -> Any:
    """A story of one paper, for what does not need the whole of it."""
    paper = add_file(scope, "release.txt", ContentFile(b"The tender was cancelled."))
    record_props(scope, PropKind.DOCUMENT, [paper.id])
    record_props(scope, PropKind.RELEASE, [paper.id])
    return paper


def test_everything_that_waits_leads_to_its_place(scope: Scope) -> None:
    made = make_waiting(scope)
    client = signed_in(scope)
    response = home(client)
    links = [row.address for group in response.context["waiting"] for row in group.rows]

    assert response.context["waiting_count"] == len(WaitingKind)
    for kind in set(made) - {WaitingKind.DUPLICATE}:
        [address] = [each for each in links if str(made[kind]) in each]
        assert client.get(address).status_code == 200, kind
    [duplicates] = [each for each in links if each.endswith("?panel=duplicates")]
    assert "Ramu" in client.get(duplicates).content.decode()


def test_a_viewer_is_asked_for_nothing(scope: Scope) -> None:
    make_waiting(scope)
    page = home(signed_in(make_member(scope, Role.VIEWER))).content.decode()

    assert "Nothing needs your attention." in page
    assert "data-row-key" not in page


def test_another_tenants_work_waits_for_nobody_here(scope: Scope, other_scope: Scope) -> None:
    make_waiting(scope)
    told(scope)
    response = home(signed_in(other_scope))

    assert response.context["waiting"] == [] and response.context["story"] is None


def test_a_full_home_asks_the_database_a_bounded_number_of_times(
    scope: Scope, django_assert_max_num_queries: Any
) -> None:
    make_waiting(scope)
    told(scope)
    client = signed_in(scope)

    with django_assert_max_num_queries(MOST):
        home(client)


def test_the_first_steps_are_ticked_by_what_is_there(scope: Scope) -> None:
    client = signed_in(scope)
    before = ticked(client)
    add_file(scope, "a.txt", ContentFile(b"words"))
    make_member(scope, Role.VIEWER)
    after = ticked(client)

    assert not any(before.values())
    assert [name for name, done in after.items() if done] == ["Add a document", "Invite your team"]


def test_a_viewer_is_not_sent_where_they_may_not_go(scope: Scope) -> None:
    steps = home(signed_in(make_member(scope, Role.VIEWER))).context["steps"]

    assert [str(step.title) for step in steps] == ["Add a document", "Ask about it"]


def test_the_first_steps_end_when_something_was_asked_of_what_is_ready(scope: Scope) -> None:
    document = add_file(scope, "a.txt", ContentFile(b"words"))
    set_status(scope, document.id, Status.COMPLETED)
    client = signed_in(scope)
    assert ticked(client)["Ask about it"] is False
    make_turn(scope)
    Turn.objects.in_scope(scope).update(state=RequestState.COMPLETED)

    assert ticked(client) == {}


def test_the_story_leads_by_role_and_leaves_out_what_is_gone(scope: Scope) -> None:
    told(scope)
    record_props(scope, PropKind.STACK, [uuid4()])
    response = home(signed_in(scope))

    assert [step.address for step in response.context["steps"]] == [
        reverse("web:home-look", args=["read"]),
        reverse("web:ask"),
    ]
    assert "Remove the demo" in response.content.decode()
    viewer = home(signed_in(make_member(scope, Role.VIEWER)))
    assert "Remove the demo" not in viewer.content.decode()


def test_looking_is_ticked_for_who_looked_until_the_story_is_told_anew(scope: Scope) -> None:
    paper = told(scope)
    client, colleague = signed_in(scope), signed_in(make_member(scope, Role.REVIEWER))
    place = client.get(reverse("web:home-look", args=["read"])).headers["Location"]

    assert place == reverse("web:library-document", args=[paper.id])
    assert ticked(client) == {"Read the press release": True, "Ask why": False}
    assert not any(ticked(colleague).values())
    assert client.get(reverse("web:home-look", args=["dance"])).headers["Location"] == "/app/"
    delete_demo(scope)
    told(scope)
    assert not any(ticked(client).values())


def test_looking_counts_when_a_later_step_is_done(scope: Scope) -> None:
    told(scope)
    client = signed_in(scope)
    assert not any(ticked(client).values())
    make_turn(scope)

    assert all(ticked(client).values())


def test_the_story_is_removed_after_a_question_by_an_admin_only(scope: Scope) -> None:
    paper = told(scope)
    own = add_file(scope, "release.txt", ContentFile(b"The tender was cancelled."))
    address = reverse("web:settings-demo-remove")
    reviewer, admin = signed_in(make_member(scope, Role.REVIEWER)), signed_in(scope)

    assert reviewer.post(address, {"confirmed": "yes"}).status_code == 403
    assert "Remove the demo?" in admin.post(address).content.decode()
    assert paper.id in [each.id for each in newest_documents(scope)]
    removed = admin.post(address, {"confirmed": "yes"}, follow=True)
    again = admin.post(address, {"confirmed": "yes"}, follow=True)

    assert "Demo removed." in removed.content.decode()
    assert "The demo is not installed." in again.content.decode()
    assert [each.id for each in newest_documents(scope)] == [own.id]
    assert [each.action for each in audit_page(scope)].count("demo.removed") == 1
    assert "It needs an empty library" in admin.get(reverse("web:settings-demo")).content.decode()


def test_another_tenants_story_stays(scope: Scope, other_scope: Scope) -> None:
    told(scope)
    signed_in(other_scope).post(reverse("web:settings-demo-remove"), {"confirmed": "yes"})

    assert find_demo(scope) is not None
