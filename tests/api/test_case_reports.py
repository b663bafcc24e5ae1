"""Notes, documents and reports of a case, and shared conversations, over HTTP."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.services import open_case
from tests.api.cases import make_report
from tests.api.walk import code_of
from tests.chat.library import put
from tests.web.test_conversations import SECRET, answered

MILL = "The mill of Phidim grinds at night. Miller Dorje Limbu repaired its wheel."
WHO = "Who repaired the wheel of the mill?"


def sent(client: Client, method: str, path: str, **body: Any) -> Any:
    return getattr(client, method)(f"/api{path}", body, content_type="application/json")


@pytest.fixture
def case_id(scope: Scope) -> UUID:
    return open_case(scope, "The mill")


@pytest.mark.django_db(transaction=True)
def test_a_report_is_written_edited_and_taken_as_a_file(
    scope: Scope, admin: Client, case_id: UUID
) -> None:
    client, mill = admin, put(scope, "Mill", MILL)
    added = sent(client, "post", f"/cases/{case_id}/documents", document_ids=[str(mill)] * 2)
    assert (added.status_code, added.json()) == (200, {"added": 1})

    begun = sent(client, "post", f"/cases/{case_id}/reports", title="Mill", questions=[WHO])
    assert begun.status_code == 202 and begun.json()["waiting"] == 1
    drain_jobs()
    one = f"/cases/{case_id}/reports/{begun.json()['id']}"
    report = client.get(f"/api{one}").json()
    (section,) = report["sections"]
    assert (report["waiting"], section["state"]) == (0, "answered")
    assert "Dorje Limbu" in section["text"] and section["sources"][0]["quotes"]

    change = {"edition": section["edition"], "text": "Dorje Limbu [1]."}
    edited = sent(client, "patch", f"{one}/sections/{section['id']}", **change)
    assert (edited.json()["state"], edited.json()["question"]) == ("edited", WHO)
    again = sent(client, "patch", f"{one}/sections/{section['id']}", **change)
    assert (again.status_code, code_of(again)) == (409, "SECTION_CHANGED")
    kept = sent(client, "post", f"{one}/answers", section_ids=[section["id"]])
    assert (kept.status_code, code_of(kept)) == (409, "SECTION_EDITED")

    file = client.get(f"/api{one}/file").content.decode()
    assert "Dorje Limbu" in file and f"/app/documents/{mill}?start=" in file
    assert client.get(f"/api{one}/file?format=docx").content.startswith(b"PK")
    second = sent(client, "post", f"{one}/sections", question="When does the mill grind?")
    assert second.status_code == 202
    assert client.delete(f"/api{one}/sections/{second.json()['id']}").status_code == 204
    assert len(client.get(f"/api/cases/{case_id}/reports").json()["reports"]) == 1
    assert client.delete(f"/api{one}").status_code == 204
    assert client.get(f"/api{one}").status_code == 404


@pytest.mark.django_db
def test_notes_are_written_listed_and_deleted_by_their_writer(
    admin: Client, reviewer: Client, case_id: UUID
) -> None:
    client, colleague = admin, reviewer
    note = sent(client, "post", f"/cases/{case_id}/notes", text="First line.\nSecond.").json()
    assert client.get(f"/api/cases/{case_id}/notes").json()["notes"] == [note]

    own = f"/api/cases/{case_id}/notes/{note['id']}"
    assert (colleague.delete(own).status_code, client.delete(own).status_code) == (404, 204)
    assert sent(client, "post", f"/cases/{case_id}/notes", text="   ").status_code == 400


@pytest.mark.django_db
def test_what_is_not_of_the_case_or_not_allowed_is_refused(
    scope: Scope, admin: Client, viewer: Client, case_id: UUID
) -> None:
    client = admin
    ids = make_report(scope)
    elsewhere = f"/api/cases/{case_id}/reports/{ids['report_id']}"
    assert client.get(elsewhere).status_code == 404
    assert client.delete(elsewhere).status_code == 404
    documents = f"/cases/{case_id}/documents"
    assert sent(client, "post", documents, document_ids=[str(uuid4())]).status_code == 404
    assert sent(client, "post", f"/cases/{case_id}/reports", questions=[]).status_code == 400
    assert sent(viewer, "post", f"/cases/{case_id}/notes", text="Hello").status_code == 403


@pytest.mark.django_db
def test_a_conversation_is_named_shared_and_made_private_again(
    scope: Scope, admin: Client, viewer: Client, stranger: Client
) -> None:
    row, owner, colleague = answered(scope), admin, viewer
    own = f"/conversations/{row.session_id}"
    named = sent(owner, "patch", own, title="The letter", is_pinned=True).json()
    assert (named["name"], named["is_pinned"], named["share_id"]) == ("The letter", True, None)
    assert colleague.get(f"/api{own}").status_code == 404
    assert sent(colleague, "post", f"{own}/share").status_code == 404

    share_id = sent(owner, "post", f"{own}/share").json()["share_id"]
    shared = f"/api/conversations/shared/{share_id}"
    seen = colleague.get(shared)
    (turn,) = seen.json()["turns"]
    assert [each["number"] for each in turn["sources"]] == [1, 2]
    assert SECRET not in seen.content.decode() and "snippet" not in seen.content.decode()
    assert colleague.get(f"{shared}/file?format=md").status_code == 200
    assert stranger.get(shared).status_code == 404
    assert owner.delete(f"/api{own}/share").status_code == 204
    assert colleague.get(shared).status_code == 404
