"""The document others build clients from, and the page people read it on."""

import re

import pytest
from django.test import Client

from pramana.tenancy.http import AreaRouter
from tests.api.walk import operations

pytestmark = pytest.mark.django_db


def test_the_document_is_openapi_31_with_names_that_are_used_once(client: Client) -> None:
    document = client.get("/api/openapi.json").json()

    assert document["openapi"].startswith("3.1")
    ids = [found.id for found in operations(document)]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[a-z_]+", name) for name in ids)


def test_an_operation_keeps_its_name_wherever_its_function_lies(client: Client) -> None:
    router = AreaRouter("documents_files")
    router.get("/file")(lambda request: None)

    [operation] = router.path_operations["/file"].operations
    assert operation.operation_id == "documents_files_<lambda>"
    ids = {found.id for found in operations(client.get("/api/openapi.json").json())}
    assert {
        "chat_ask",
        "case_reports_add_note",
        "documents_files_original",
        "documents_sources_delete",
        "memory_edits_correct_entity_edge",
        "memory_transfer_export_group",
        "registry_merges_merge",
    } <= ids


def test_every_operation_declares_how_it_may_fail(client: Client) -> None:
    document = client.get("/api/openapi.json").json()

    for found in operations(document):
        declared = set(found.said["responses"])
        assert {"400", "503"} <= declared, found
        if found.role:
            assert {"401", "403", "429"} <= declared, found
        if "{" in found.path:
            assert "404" in declared, found
        if found.method != "get":
            assert {"404", "409"} <= declared, found
        if "requestBody" in found.said:
            assert "413" in declared, found


def test_a_name_may_be_written_in_every_script(client: Client) -> None:
    """A reader of the document takes no letter for granted but the English ones."""
    shapes = client.get("/api/openapi.json").json()["components"]["schemas"]
    name = shapes["CaseIn"]["properties"]["name"]["pattern"]
    user_name = shapes["MemberIn"]["properties"]["user_name"]["pattern"]

    for given in ("कोशी पुल", "𑄌𑄋𑄴𑄟", "Koshi"):
        assert re.search(name, given, re.ASCII)
    assert re.search(user_name, "सीता", re.ASCII)
    assert not re.search(name, "?!", re.ASCII) and not re.search(user_name, "a b", re.ASCII)


def test_every_reference_leads_somewhere(client: Client) -> None:
    text = client.get("/api/openapi.json").content.decode()
    document = client.get("/api/openapi.json").json()

    for name in set(re.findall(r'"#/components/schemas/([^"]+)"', text)):
        assert name in document["components"]["schemas"]


def test_the_document_is_not_sent_twice(client: Client) -> None:
    first = client.get("/api/openapi.json")
    second = client.get("/api/openapi.json", headers={"If-None-Match": first.headers["ETag"]})

    assert second.status_code == 304


def test_the_page_names_every_operation_and_needs_no_script_and_no_other_host(
    client: Client,
) -> None:
    document = client.get("/api/openapi.json").json()
    page = client.get("/api/docs").content.decode()

    for found in operations(document):
        assert f'id="{found.id}"' in page
    assert "<script" not in page
    assert "style=" not in page
    assert not re.findall(r'(?:src|href)="(?:https?:)?//', page)


def test_the_reference_names_every_failure() -> None:
    from pathlib import Path

    from pramana.api.error_responses import BY_STATUS

    page = (Path(__file__).parents[2] / "docs" / "reference" / "api.md").read_text("utf-8")
    for status, (code, _) in BY_STATUS.items():
        shown = "INVALID_REQUEST" if code == "validation_error" else code.upper()
        assert f"| {status} | `{shown}`" in page


def test_any_bytes_may_be_a_file(client: Client) -> None:
    """A picture begins with no letter: a client that checks what it sends would refuse it."""
    forms = [
        operation.said["requestBody"]["content"]["multipart/form-data"]["schema"]["properties"]
        for operation in operations(client.get("/api/openapi.json").json())
        if "multipart/form-data" in operation.said.get("requestBody", {}).get("content", {})
    ]
    files = [each.get("items", each) for form in forms for each in form.values()]
    files = [each for each in files if "contentMediaType" in each]

    assert len(files) == len(forms)
    assert all(
        each.keys() <= {"type", "contentMediaType", "description", "title"} for each in files
    )
