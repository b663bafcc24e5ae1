"""The review over HTTP: what it shows, how little it asks, and who may."""

from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from pramana.agni.adapters import RegistrySearch
from pramana.agni.contracts import (
    AgniExtractionSession,
    DocumentMetadata,
    EntityDecision,
    ExtractedEntity,
    FieldTrust,
    SessionStatus,
    TaskStatus,
    TextMention,
)
from pramana.agni.domain.session_json import serialize_session
from pramana.agni.models import StoredExtractionSession
from pramana.agni.selectors import get_session, sessions_page
from pramana.agni.services import fail_session, resolve_entity
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.registry.services import add_relationship, create_record
from pramana.tenancy.contracts import Role
from pramana.tenancy.models import User
from pramana.tenancy.services import start_run
from pramana.tenancy.testing import make_member
from tests.agni.builders import candidate, person
from tests.registry.sample_records import a_party, a_person
from tests.web.markup import compact
from tests.web.test_access import signed_in

pytestmark = pytest.mark.usefixtures("words_only")
MANY = 200
SMALL = 220_000
"""Bytes a review's page may have, however many mentions its document holds."""

TEXT = "".join(
    f"Ward {number} was led by Person Number{number} that year.\n\n" for number in range(MANY)
)


def mentioned(number: int) -> TextMention:
    name = f"Person Number{number} "
    start = TEXT.index(name)
    return TextMention(start, start + len(name) - 1, name.strip(), 0)


def under_review(scope: Scope, *entities: ExtractedEntity, text: str = TEXT) -> UUID:
    """A session that waits for a person, with exactly these entities."""
    document = add_file(scope, "minutes.txt", ContentFile(text.encode()))
    drain_jobs()
    title = FieldTrust(0.9, TextMention(0, 4, text[:4], 0))
    session = AgniExtractionSession(
        document=Path("documents") / str(document.id),
        metadata=DocumentMetadata(title="Minutes of the ward", trust={"title": title}),
        entities=entities,
    )
    row = StoredExtractionSession.objects.create(
        tenant_id=scope.tenant_id,
        document_id=document.id,
        created_by_id=scope.actor_id,
        status=SessionStatus.AWAITING_REVIEW,
        task_status=TaskStatus.COMPLETED,
        run_id=start_run(scope, "agni.session"),
        session_data=serialize_session(session),
    )
    return row.id


def shown(scope: Scope, session_id: UUID, **query: Any) -> str:
    answer = signed_in(scope).get(reverse("web:review-session", args=[session_id]), query)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def test_two_hundred_mentions_cost_no_more_than_two(
    scope: Scope, django_assert_max_num_queries: Any
) -> None:
    many = under_review(
        scope, *(person(f"Person Number{n}", mentions=(mentioned(n),)) for n in range(MANY))
    )
    client = signed_in(scope)

    with django_assert_max_num_queries(14):
        page = client.get(reverse("web:review-session", args=[many])).content
    with django_assert_max_num_queries(10):
        claims = client.get(reverse("web:review-claims", args=[many]), {"entity": 7}).content

    assert page.count(b"<mark") > 100
    assert len(page) < SMALL and len(claims) < SMALL
    assert page.count(b"data-index=") == MANY


def seen(scope: Scope) -> str:
    """The tenant's newest session, as someone looks at it now."""
    return sessions_page(scope)[0].updated_at.isoformat()


def test_the_queue_begins_with_what_needs_a_choice(scope: Scope) -> None:
    session_id = under_review(
        scope,
        person("First Proposed"),
        person("Second Doubtful", candidates=(candidate(),)),
        person("Third Withdrawn", withdrawn=True),
        person("Fourth Skipped"),
    )
    resolve_entity(scope, session_id, 3, EntityDecision(action="skip", reason="Not of interest."))

    page = shown(scope, session_id)
    later = shown(scope, session_id, entity=3)

    order = ["Second Doubtful", "First Proposed", "Fourth Skipped", "Third Withdrawn"]
    queue = page.split('id="queue"')[1]
    assert sorted(order, key=queue.index) == order
    assert "1 of 3 decided" in page and "1 needs a decision" in page
    assert 'id="card-name">Second Doubtful<' in page
    assert "Decided by ours-admin" in later and "Not of interest." in later


def test_a_candidate_shows_who_held_the_office_at_the_papers_time(scope: Scope) -> None:
    body = {**a_party("Tamor Municipality", "तमोर नगरपालिका"), "sub_type": "government_body"}
    create_record(scope, body)
    term = NewRelationship(
        RelationshipType.EMPLOYED_BY,
        "org_1",
        date(2017, 5, 20),
        date(2022, 5, 19),
        {"position": "Mayor"},
    )
    for _namesake in range(2):
        create_record(scope, a_person("Dev Limbu", "देव लिम्बू"))
    add_relationship(scope, "person_1", term)
    office = {"position": "Mayor", "employer": "Tamor Municipality"}
    asked = replace(person("Dev Limbu"), entity_data=office)
    found = RegistrySearch(scope).resolve(asked, date(2019, 3, 1))
    session_id = under_review(scope, found, text="Dev Limbu was Mayor of Tamor Municipality.")

    english = shown(scope, session_id)
    signed_in_reader = signed_in(scope)
    signed_in_reader.cookies[settings.LANGUAGE_COOKIE_NAME] = "ne"
    address = reverse("web:review-session", args=[session_id])
    nepali = compact(signed_in_reader.get(address).content.decode())

    assert found.matched_id == "person_1"
    assert "position was held then: Mayor, 2017-05-20 – 2022-05-19" in english
    assert "position was held by someone else then: Dev Limbu, Mayor, 2017-05-20" in english
    assert "पद त्यति बेला अर्कै व्यक्तिले सम्हालेका थिए: Dev Limbu, Mayor, २०७४-०२-०६" in nepali


def test_a_candidate_shows_what_agrees_what_differs_and_what_is_new(scope: Scope) -> None:
    known = {"district": "Kaski", "position": "Mayor"}
    record = create_record(scope, a_person("Ram Thapa", "राम थापा", attributes=known))
    said = {"district": "Gorkha", "position": "mayor", "party": "Terrace"}
    likely = candidate(record.nes_id, 0.83, name="Ram Thapa")
    page = shown(
        scope, under_review(scope, person("R. Thapa", entity_data=said, candidates=(likely,)))
    )

    assert "83 %" in page and "The names sound alike." in page and "राम थापा" in page
    assert "District: Kaski in the registry, Gorkha here" in page
    assert "Position: Mayor</span>" in page
    assert "Party: Terrace</span>" in page and "Name: R. Thapa</span>" in page
    assert reverse("web:registry-record", args=[record.record_id]) in page


def test_metadata_shows_its_evidence(scope: Scope) -> None:
    page = shown(scope, under_review(scope, person("Ram")))

    assert "Minutes of the ward" in page and "90 % confident" in page
    assert 'data-place data-start="0" data-end="4"' in page


def test_the_summary_keeps_proposals_apart_and_is_what_is_written(scope: Scope) -> None:
    session_id = under_review(scope, person("Ram Thapa"), person("Sita Rai"), person("Hari"))
    resolve_entity(scope, session_id, 1, EntityDecision(action="create", confirmed=True))
    resolve_entity(scope, session_id, 2, EntityDecision(action="skip"))
    client, address = signed_in(scope), reverse("web:review-finish", args=[session_id])

    stale = client.post(address, {"seen": "2020-01-01T00:00:00+00:00"}).content.decode()
    assert "Someone made another decision." in stale
    context = client.get(address).context
    answer = client.post(address, {"description": "From the minutes.", "seen": seen(scope)})
    drain_jobs()

    listed = {part: [line["planned"].name for line in context[part]] for part in PARTS}
    assert listed == {
        "creations": ["Sita Rai"],
        "updates": [],
        "proposed": ["Ram Thapa"],
        "skipped": ["Hari"],
        "unresolved": [],
    }
    assert answer.headers["Location"] == reverse("web:review-session", args=[session_id])
    assert get_session(scope, session_id).status is SessionStatus.COMPLETED
    waiting = client.get(reverse("web:review-session", args=[session_id])).content.decode()
    assert 'id="queue" data-live' in waiting  # shows by itself when the registry has the changes
    done = client.post(reverse("web:review-apply", args=[session_id]), follow=True)
    assert "2 changes applied." in done.content.decode()
    assert done.content.decode().count("In the registry") == 2
    assert 'id="queue" data-live' not in done.content.decode()
    again = client.post(address, {"seen": seen(scope)}).content.decode()
    assert "Session must be in awaiting_review status" in again


PARTS = ("creations", "updates", "proposed", "skipped", "unresolved")


def test_what_needs_a_choice_cannot_be_confirmed(scope: Scope) -> None:
    session_id = under_review(scope, person("Ram", candidates=(candidate(),)))
    address = reverse("web:review-finish", args=[session_id])

    page = signed_in(scope).get(address).content.decode()
    refused = signed_in(scope).post(address, {"seen": seen(scope)}).content.decode()

    assert "1 entity needs a decision" in page and "Confirm" not in page
    assert "not resolved" in refused
    assert get_session(scope, session_id).status is SessionStatus.AWAITING_REVIEW


def test_a_failed_review_says_why_and_starts_again_with_its_decisions(scope: Scope) -> None:
    session_id = under_review(scope, person("Ram Thapa"))
    resolve_entity(scope, session_id, 0, EntityDecision(action="skip", reason="A namesake."))
    fail_session(scope, session_id, "The model did not answer.")
    client = signed_in(scope)

    page = shown(scope, session_id)
    listed = client.get(reverse("web:review"), {"status": "failed"}).content.decode()
    answer = client.post(reverse("web:review-restart", args=[session_id]))
    twice = client.post(reverse("web:review-restart", args=[sessions_page(scope)[0].id]))

    assert "The model did not answer." in page and "The model did not answer." in listed
    begun = sessions_page(scope)[0]
    assert answer.headers["Location"] == reverse("web:review-session", args=[begun.id])
    assert begun.restarted_from == session_id
    assert begun.session.entities[0].skip_reason == "A namesake."
    assert twice.status_code == 302 and len(sessions_page(scope)) == 2


def test_deleting_asks_once(scope: Scope) -> None:
    session_id = under_review(scope, person("Ram Thapa"))
    client, address = signed_in(scope), reverse("web:review-delete", args=[session_id])

    assert "Delete the review of" in client.post(address).content.decode()
    assert sessions_page(scope)
    client.post(address, {"confirmed": "yes"})
    assert not sessions_page(scope)


def test_files_become_reviews_and_a_refused_one_stops_no_other(scope: Scope) -> None:
    client, address = signed_in(scope), reverse("web:review-add")
    good = SimpleUploadedFile("letter.txt", b"Ram Thapa wrote.")
    bad = SimpleUploadedFile("program.exe", b"MZ")

    both = client.post(address, {"document": [good, bad], "guidance": "People."}, follow=True)
    none = client.post(address, {}, follow=True).content.decode()
    one = client.post(address, {"document": SimpleUploadedFile("note.txt", b"Sita came.")})

    said = both.content.decode()
    assert "program.exe: File type not allowed" in said and "1 review started." in said
    assert "Choose a document first." in none
    newest, older = sessions_page(scope)
    assert one.headers["Location"] == reverse("web:review-session", args=[newest.id])
    assert older.session.guidance == "People."
    assert "Reading the document" in shown(scope, newest.id)


def test_the_list_is_filtered_by_state_and_by_person(scope: Scope) -> None:
    mine = under_review(scope, person("Ram"))
    colleague = make_member(scope, Role.ADMIN)
    theirs = under_review(colleague, person("Sita"))
    fail_session(scope, mine, "No.")
    client, address = signed_in(scope), reverse("web:review")

    def listed(**query: str) -> set[UUID]:
        return {row["view"].id for row in client.get(address, query).context["rows"]}

    assert listed() == {mine, theirs} == listed(status="nonsense", before="x")
    assert listed(status="failed") == {mine} == listed(mine="yes")
    assert listed(mine="yes", status="awaiting_review") == set()
    assert listed(before="2020-01-01T00:00:00+00:00") == set()


def test_another_tenant_and_lesser_roles_see_nothing_and_change_nothing(
    scope: Scope, other_scope: Scope
) -> None:
    session_id = under_review(scope, person("Zanzibar Person"))
    names = ("session", "claims", "window", "finish")
    changes = ("finish", "apply", "restart", "delete")

    def answers(client: Any) -> list[int]:
        looked = [client.get(reverse(f"web:review-{name}", args=[session_id])) for name in names]
        tried = [
            client.post(reverse(f"web:review-{name}", args=[session_id]), {"confirmed": "yes"})
            for name in changes
        ]
        return [answer.status_code for answer in (*looked, *tried)]

    assert answers(signed_in(other_scope)) == [404] * 8
    listed = signed_in(other_scope).get(reverse("web:review"))
    assert listed.context["rows"] == []
    for role in (Role.VIEWER, Role.REVIEWER):
        member = signed_in(make_member(scope, role))
        assert answers(member) == [403] * 8
        assert member.get(reverse("web:review")).status_code == 403
        assert reverse("web:review") not in member.get(reverse("web:home")).content.decode()
    assert get_session(scope, session_id).status is SessionStatus.AWAITING_REVIEW


def test_words_of_a_document_are_never_markup(scope: Scope) -> None:
    evil = '<script>alert(1)</script><img src=x onerror="alert(2)">'
    said = TextMention(0, len(evil), evil, 0)
    likely = candidate("person_9", 0.7, name=evil)
    session_id = under_review(
        scope,
        person(evil, mentions=(said,), candidates=(likely,), entity_data={evil: evil}),
        text=f"{evil} was here.\n",
    )
    resolve_entity(scope, session_id, 0, EntityDecision(action="skip", reason=evil))

    for name in ("session", "claims", "window", "finish"):
        page = signed_in(scope).get(reverse(f"web:review-{name}", args=[session_id]))
        assert "<script>alert" not in page.content.decode()
        assert "<img src=x" not in page.content.decode()


def test_operators_reach_a_review_from_their_admin(scope: Scope) -> None:
    session_id = under_review(scope, person("Ram"))
    User.objects.filter(username="ours-admin").update(is_staff=True, is_superuser=True)

    page = signed_in(scope).get("/admin/agni/storedextractionsession/").content.decode()

    assert f'href="/app/review/{session_id}"' in page
