from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from pramana.jobs.testing import drain_jobs
from tests.agni.conftest import TEXT, state_of, upload


def test_an_upload_is_answered_at_once_and_reviewed_later(admin: Client, models):
    answer = upload(admin, guidance="Only people, please.")

    assert answer.status_code == 201
    assert answer.json()["status"] == "pending"
    assert set(answer.json()) == {"id", "status", "document_url", "created_at"}
    before = state_of(admin, answer.json()["id"])
    assert before["status"] == "pending" and before["task_status"] == "queued"
    assert {"current", "total", "stage"} <= set(before["progress"])

    drain_jobs()

    after = state_of(admin, answer.json()["id"])
    assert (after["status"], after["task_status"]) == ("awaiting_review", "completed")
    assert after["metadata"]["title"] == "Press release"
    assert after["metadata"]["publication_date"] == "2024-05-12"
    assert after["metadata"]["trust"]["title"]["evidence"]["quote"] == "Press release"
    assert [entity["names"][0]["text"] for entity in after["entities"]] == [
        "Ram Thapa",
        "Himal Builders",
    ]
    assert after["progress"]["total_entities"] == 2
    assert after["conversations"]["entity_extraction"][0]["text"] == "Only people, please."


def test_a_thing_named_twice_is_one_entity_with_two_mentions(admin: Client, reviewed):
    [ram, _] = state_of(admin, reviewed)["entities"]

    assert len(ram["mentions"]) == 2
    assert ram["status"] == "create_new" and ram["decided_by"] is None


def test_guidance_reaches_both_extractions(admin: Client, models):
    upload(admin, guidance="Mind the contractors.")
    drain_jobs()

    assert all("Mind the contractors." in str(asked.body) for asked in models.asked)
    assert len(models.asked) == 2


def test_what_is_not_a_document_is_refused_and_leaves_nothing(admin: Client, models):
    refused = upload(admin, name="paper.exe")
    missing = admin.post("/api/agni/sessions/", {"guidance": "x"})

    assert refused.status_code == missing.status_code == 400
    assert refused.json() == {
        "success": False,
        "error": "validation_error",
        "message": "File type not allowed. Allowed: .txt, .md, .doc, .docx, .pdf",
    }
    assert missing.json()["message"] == "Document file required"
    empty = upload(admin, "")
    assert (empty.status_code, empty.json()["error"]) == (400, "validation_error")
    assert admin.get("/api/agni/sessions/").json() == {"sessions": []}


def test_sessions_are_listed_newest_first_and_by_state(admin: Client, models):
    first = upload(admin).json()["id"]
    drain_jobs()
    second = upload(admin).json()["id"]

    listed = admin.get("/api/agni/sessions/").json()["sessions"]
    pending = admin.get("/api/agni/sessions/?status=pending&mine=true").json()["sessions"]

    assert [line["id"] for line in listed] == [second, first]
    assert [line["id"] for line in pending] == [second]


def test_an_unreadable_document_fails_its_session_with_the_reason(admin: Client, models):
    broken = SimpleUploadedFile("paper.pdf", b"%PDF-1.4\nnothing more")
    answer = admin.post("/api/agni/sessions/", {"document": broken})
    if answer.status_code == 400:
        assert admin.get("/api/agni/sessions/").json() == {"sessions": []}
        return
    drain_jobs()

    state = state_of(admin, answer.json()["id"])
    assert state["status"] == "failed" and state["error_message"]


def test_deleting_a_session_deletes_its_document(admin: Client, reviewed):
    document = state_of(admin, reviewed)["document_id"]

    assert admin.delete(f"/api/agni/sessions/{reviewed}/").status_code == 204
    assert admin.get(f"/api/agni/sessions/{reviewed}/").status_code == 404
    assert admin.get(f"/api/documents/{document}").status_code == 404


def test_deleting_a_session_ends_its_work_and_leaves_no_failure(admin: Client, scope, models):
    session_id = upload(admin).json()["id"]
    run_id = state_of(admin, session_id)["run_id"]

    assert admin.delete(f"/api/agni/sessions/{session_id}/").status_code == 204
    drain_jobs()

    assert models.asked == []
    assert admin.get(f"/api/runs/{run_id}").status_code == 404
    assert admin.get("/api/jobs/?state=failed").json()["jobs"] == []


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume asynchronous iterators")
def test_the_documents_url_gives_the_file_to_those_who_may_read_it(admin: Client, models):
    address = upload(admin, name="पत्र.txt").json()["document_url"]
    answer = admin.get(address)

    assert b"".join(answer) == TEXT.encode()
    assert answer.headers["Content-Disposition"].startswith("attachment")
    assert Client().get(address).status_code == 401


def test_an_unknown_session_is_not_found_in_the_documents_envelope(admin: Client):
    answer = admin.get(f"/api/agni/sessions/{uuid4()}/")

    assert answer.status_code == 404
    assert answer.json() == {
        "success": False,
        "error": "not_found",
        "message": "There is no such session.",
    }
