"""Extractions and templates over HTTP, and how each refusal is told."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from pramana.documents.services import add_file
from pramana.extraction.selectors.extractions import extractions_page
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key, make_member
from tests.callers import with_key
from tests.extraction.conftest import send
from tests.extraction.samples import FIELDS, add_document, extracted

SCHEMA = {
    "type": "object",
    "description": "Invoices of builders",
    "required": ["number"],
    "properties": {
        "number": {"type": "string", "description": "As printed at the top"},
        "issued": {"type": "string", "format": "date"},
        "paid": {"type": ["boolean", "null"]},
        "total": {"type": "number", "x-field-type": "money"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "vendor": {"$ref": "#/$defs/Party"},
        "items": {
            "type": "array",
            "items": {"type": "object", "properties": {"amount": {"type": "number"}}},
        },
    },
    "$defs": {"Party": {"type": "object", "properties": {"name": {"type": "string"}}}},
}


def test_unknown_unread_and_missing_are_told_in_the_documents_words(
    scope: Scope, reviewer: Client
) -> None:
    unread = add_file(scope, "new.txt", ContentFile(b"words")).id
    read = add_document(scope)

    unknown = send(reviewer, "post", "extract", document_id=str(uuid4()))
    assert (unknown.status_code, unknown.json()) == (404, {"detail": "Document not found"})
    assert send(reviewer, "post", "extract", document_id=str(unread)).status_code == 400
    custom = send(reviewer, "post", "extract", document_id=str(read), mode="custom")
    assert custom.status_code == 400
    assert custom.json() == {"detail": "custom_fields required for custom mode"}
    none = send(reviewer, "post", "correct", document_id=str(read), instruction="Set x to 1")
    assert (none.status_code, none.json()) == (404, {"detail": "No extraction found"})
    assert send(reviewer, "post", "correct", document_id=str(read)).status_code == 400
    assert send(reviewer, "post", "extract", document_id="x").status_code == 400
    assert extractions_page(scope) == []


@pytest.mark.parametrize("kind", ["form", "multipart"])
def test_a_form_says_the_same_as_json(scope: Scope, reviewer: Client, kind: str) -> None:
    wanted = json.dumps([{"name": "total", "type": "money"}])
    asked = {"document_id": str(add_document(scope)), "mode": "custom", "custom_fields": wanted}

    if kind == "multipart":
        answer = reviewer.post("/api/agent/extract", asked)
    else:
        text = "&".join(f"{name}={value}" for name, value in asked.items())
        answer = reviewer.post(
            "/api/agent/extract", text, content_type="application/x-www-form-urlencoded"
        )

    assert answer.status_code == 200
    [line] = extractions_page(scope)
    assert answer["X-Extraction-ID"] == str(line.id)
    view = reviewer.get(f"/api/agent/extractions/{line.id}").json()
    assert view["status"] == "in_progress"
    assert view["mode"] == "custom"
    assert view["custom_fields"][0]["type"] == "money"


@pytest.mark.parametrize(
    "wanted", [["total", "due date"], "total, due date", '["total", "due date"]']
)
def test_fields_may_be_given_by_their_names_alone(
    scope: Scope, reviewer: Client, wanted: Any
) -> None:
    document_id = str(add_document(scope))

    answer = send(
        reviewer, "post", "extract", document_id=document_id, mode="custom", custom_fields=wanted
    )

    assert answer.status_code == 200
    view = reviewer.get(f"/api/agent/extractions/{answer['X-Extraction-ID']}").json()
    asked = [(field["name"], field["type"]) for field in view["custom_fields"]]
    assert asked == [("total", "string"), ("due date", "string")]


def test_a_form_that_holds_no_list_of_fields_is_refused(scope: Scope, reviewer: Client) -> None:
    asked = {"document_id": str(add_document(scope)), "mode": "custom", "custom_fields": "{total"}

    answer = reviewer.post("/api/agent/extract", asked)

    assert answer.status_code == 400
    assert "custom_fields" in answer.json()["detail"]


def test_a_person_edits_looks_back_undoes_approves_locks_and_deletes(
    scope: Scope, reviewer: Client
) -> None:
    extraction_id = extracted(scope)
    one = f"extractions/{extraction_id}"

    edited = send(reviewer, "patch", f"{one}/fields", path="items[0].price", value=900).json()
    assert edited["extracted_fields"]["items"][0]["price"] == 900
    assert edited["by_hand"] == ["items[0].price"]
    assert edited["trust"]["items"][0]["amount"]["signals"]["consistent"] is False
    changes = reviewer.get(f"/api/agent/{one}/changes").json()
    assert changes[0]["differences"] == [
        {"path": "items[0].price", "kind": "changed", "before": 850, "after": 900}
    ]
    undone = send(reviewer, "post", f"{one}/changes/{changes[0]['id']}/undo").json()
    assert undone["extracted_fields"] == FIELDS
    assert undone["trust"]["items"][0]["amount"]["signals"]["consistent"] is True
    gone = send(reviewer, "post", f"{one}/fields/remove", path="vendor.name")
    assert gone.json()["extracted_fields"]["vendor"] == {}
    assert send(reviewer, "post", f"{one}/approve").status_code == 409
    assert send(reviewer, "post", f"{one}/lock").json()["locked_at"]
    refused = send(reviewer, "patch", f"{one}/fields", path="total", value=1)
    assert refused.status_code == 409
    assert "locked" in refused.json()["detail"]
    assert send(reviewer, "post", f"{one}/unlock").json()["locked_at"] is None
    [line] = reviewer.get("/api/agent/extractions").json()
    assert line["id"] == str(extraction_id)
    assert reviewer.delete(f"/api/agent/{one}").status_code == 204
    assert reviewer.get(f"/api/agent/{one}").status_code == 404


def test_a_viewer_looks_and_changes_nothing(scope: Scope, reviewer: Client) -> None:
    extraction_id = extracted(scope)
    send(reviewer, "post", f"extractions/{extraction_id}/share", shared=True)
    viewer = with_key(make_key(make_member(scope, Role.VIEWER), Role.VIEWER))

    one = f"extractions/{extraction_id}"
    assert viewer.get(f"/api/agent/{one}").status_code == 200
    assert send(viewer, "patch", f"{one}/fields", path="total", value=1).status_code == 403
    assert send(viewer, "post", "extract", document_id=str(uuid4())).status_code == 403


def test_a_built_in_template_is_copied_once(reviewer: Client) -> None:
    listed = reviewer.get("/api/agent/templates/starters").json()
    made = reviewer.post("/api/agent/templates/starters/lease")

    assert {"invoice", "lease", "minutes"} <= {each["key"] for each in listed}
    assert made.status_code == 201
    assert [each["name"] for each in made.json()["fields"]][:2] == ["landlord", "tenant"]
    assert reviewer.post("/api/agent/templates/starters/lease").status_code == 409
    assert reviewer.post("/api/agent/templates/starters/nothing").status_code == 404


def test_instructions_and_examples_of_a_field_are_kept(scope: Scope, reviewer: Client) -> None:
    field = {"name": "due", "type": "date", "instructions": "day first", "examples": ["3 May 2026"]}

    made = send(reviewer, "post", "templates", name="Dues", fields=[field])

    assert made.status_code == 201
    assert made.json()["fields"][0]["instructions"] == "day first"
    assert made.json()["fields"][0]["examples"] == ["3 May 2026"]


def test_templates_are_kept_changed_and_used(scope: Scope, reviewer: Client) -> None:
    wanted = [{"name": "total", "type": "money", "description": "What is to be paid"}]
    made = send(reviewer, "post", "templates", name="Bills", document_type="bill", fields=wanted)
    assert made.status_code == 201
    again = send(reviewer, "post", "templates", name="Bills", fields=wanted)
    assert again.status_code == 409
    one = f"templates/{made.json()['id']}"
    wanted.append({"name": "due", "type": "date"})
    changed = send(reviewer, "put", one, name="Bills", document_type="bill", fields=wanted)
    assert [field["name"] for field in changed.json()["fields"]] == ["total", "due"]
    assert len(reviewer.get("/api/agent/templates?document_type=bill").json()) == 1
    assert reviewer.get("/api/agent/templates?document_type=other").json() == []

    document = str(add_document(scope))
    send(reviewer, "post", "extract", document_id=document, template_id=made.json()["id"])

    [line] = extractions_page(scope)
    view = reviewer.get(f"/api/agent/extractions/{line.id}").json()
    assert view["mode"] == "custom"
    assert [field["name"] for field in view["custom_fields"]] == ["total", "due"]
    assert reviewer.delete(f"/api/agent/{one}").status_code == 204
    assert reviewer.get(f"/api/agent/{one}").status_code == 404


def test_a_json_schema_goes_in_and_comes_out_again(reviewer: Client) -> None:
    made = send(reviewer, "post", "templates/import", name="Built", definition=SCHEMA)
    assert made.status_code == 201
    fields = {field["name"]: field for field in made.json()["fields"]}
    assert {name: field["type"] for name, field in fields.items()} == {
        "number": "string", "issued": "date", "paid": "boolean", "total": "money",
        "tags": "list", "vendor": "object", "items": "table",
    }  # fmt: skip
    assert fields["number"]["required"]
    assert fields["vendor"]["children"][0]["name"] == "name"

    out = reviewer.get(f"/api/agent/templates/{made.json()['id']}/schema").json()
    again = send(reviewer, "post", "templates/import", name="Again", definition=out)

    assert again.json()["fields"] == made.json()["fields"]
    assert out["required"] == ["number"]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "array"},
        {"properties": {"a": {"type": "file"}}},
        {"properties": {"a": {"$ref": "#/properties/a"}}},
        {"properties": {"": {"type": "string"}}},
    ],
    ids=["no object", "a type nobody has", "a circle", "no name"],
)
def test_a_schema_that_is_none_is_refused_with_a_reason(reviewer: Client, schema: object) -> None:
    answer = send(reviewer, "post", "templates/import", name="Bad", definition=schema)

    assert answer.status_code == 400
    assert answer.json()["detail"]
