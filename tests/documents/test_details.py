"""Titles, file names, tags, properties, notes and saved views of documents."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from pramana.documents.contracts import DocumentChanges, PropertyKind
from pramana.documents.errors import (
    DocumentNotFound,
    PropertyExists,
    PropertyNotFound,
    SavedViewNotFound,
)
from pramana.documents.models import Document
from pramana.documents.reading.headings import is_title
from pramana.documents.selectors import (
    LibraryQuery,
    get_document,
    library_page,
    newest_documents,
    properties_of,
    saved_views,
    tag_counts,
)
from pramana.documents.services import (
    add_file,
    change_document,
    define_property,
    delete_property,
    delete_view,
    save_view,
    tag_documents,
)
from pramana.documents.services.collections import parse_property_value
from pramana.documents.services.uploads import queue_reading
from pramana.jobs.testing import drain_jobs
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope

PAGE = b"<html><head><title>%s</title></head><body><p>Water for the ward.</p></body></html>"


def added(scope: Scope, name: str, content: bytes = b"Some words here, and more.") -> UUID:
    return add_file(scope, name, ContentFile(content)).id


def listed(scope: Scope, **query: Any) -> list[str]:
    return [each.filename for each in library_page(scope, LibraryQuery(**query)).documents]


@pytest.mark.parametrize("title", [b"about:blank", b"Word Document", b"notice-4.src.html"])
def test_a_title_that_a_program_wrote_is_ignored(scope: Scope, title: bytes) -> None:
    document_id = added(scope, "Water notice.html", PAGE % title)
    drain_jobs()

    assert get_document(scope, document_id).title == "Water notice"


@pytest.mark.parametrize(
    "name", ["Report on the survey of springs", "Scandinavian aid", "Notice 12", "बजेट २०८१"]
)
def test_a_title_that_a_person_wrote_is_kept(name: str) -> None:
    assert is_title(name)


def test_documents_are_found_by_title_and_by_file_name(scope: Scope) -> None:
    document_id = added(scope, "scan_0417.html", PAGE % b"Water supply of Lamkhet")
    drain_jobs()

    assert get_document(scope, document_id).title == "Water supply of Lamkhet"
    assert get_document(scope, document_id).is_titled
    for words in ("scan_0417", "0417.HTML", "lamkhet scan", "water"):
        assert listed(scope, words=words) == ["scan_0417.html"]
        assert len(newest_documents(scope, query=words)) == 1
    assert listed(scope, words="scan other") == []


def test_a_name_that_a_person_gave_survives_another_reading(scope: Scope) -> None:
    document_id = added(scope, "w.html", PAGE % b"Water supply of Lamkhet")
    drain_jobs()

    change_document(scope, document_id, DocumentChanges(title="  The  spring\n report "))
    queue_reading(scope, Document.objects.in_scope(scope).get(pk=document_id))
    drain_jobs()

    assert get_document(scope, document_id).title == "The spring report"


def test_tags_are_written_one_way_and_filter_the_library(scope: Scope) -> None:
    first, second = added(scope, "a.txt"), added(scope, "b.txt", b"Other words here.")

    change_document(scope, first, DocumentChanges(tags=[" Water ", "water", "ward  4"]))
    tag_documents(scope, [first, second], add=["WATER"], remove=["Ward 4"])

    assert get_document(scope, first).tags == ("Water",)
    assert [(each.name, each.count) for each in tag_counts(scope)] == [("Water", 2)]
    assert listed(scope, tags=("Water",)) == ["b.txt", "a.txt"]
    assert listed(scope, tags=("Water", "other")) == []


def test_properties_have_a_kind_and_refuse_what_does_not_fit(scope: Scope) -> None:
    document_id = added(scope, "a.txt")
    define_property(scope, "Amount", PropertyKind.NUMBER)
    define_property(scope, "Paid", PropertyKind.BOOLEAN)

    changes = DocumentChanges(properties={"Amount": "1,20,000", "Paid": "yes"})
    assert change_document(scope, document_id, changes).properties == {"Amount": 120000, "Paid": 1}
    assert listed(scope, properties=(("Amount", 120000.0),)) == ["a.txt"]
    assert listed(scope, properties=(("Amount", 5.0),)) == []

    with pytest.raises(InvalidRequest, match="not a number"):
        change_document(scope, document_id, DocumentChanges(properties={"Amount": "much"}))
    with pytest.raises(PropertyNotFound, match="Colour"):
        change_document(scope, document_id, DocumentChanges(properties={"Colour": "red"}))
    with pytest.raises(PropertyExists):
        define_property(scope, "Paid", PropertyKind.TEXT)
    cleared = change_document(scope, document_id, DocumentChanges(properties={"Amount": ""}))
    assert cleared.properties == {"Paid": True}


def test_a_deleted_property_leaves_no_value_behind(scope: Scope, other_scope: Scope) -> None:
    document_id = added(scope, "a.txt")
    paid = define_property(scope, "Paid", PropertyKind.TEXT)
    define_property(other_scope, "Paid", PropertyKind.TEXT)
    theirs = added(other_scope, "a.txt")
    for owner, each in ((scope, document_id), (other_scope, theirs)):
        change_document(owner, each, DocumentChanges(properties={"Paid": "in May"}))

    delete_property(scope, paid.id)

    assert get_document(scope, document_id).properties == {}
    assert get_document(other_scope, theirs).properties == {"Paid": "in May"}


@pytest.mark.parametrize(
    ("kind", "raw_value", "value"),
    [
        (PropertyKind.DATE, "2026-04-13", "2026-04-13"),
        (PropertyKind.NUMBER, "१२.५", 12.5),
        (PropertyKind.NUMBER, 3, 3.0),
        (PropertyKind.BOOLEAN, False, False),
        (PropertyKind.TEXT, "  ward 4 ", "ward 4"),
        (PropertyKind.TEXT, None, None),
    ],
)
def test_a_property_is_read_as_its_kind(kind: PropertyKind, raw_value: Any, value: Any) -> None:
    assert parse_property_value(kind, raw_value) == value


@pytest.mark.parametrize(
    ("kind", "raw_value"),
    [
        (PropertyKind.DATE, "2026-13-40"),
        (PropertyKind.NUMBER, "nan"),
        (PropertyKind.NUMBER, True),
        (PropertyKind.BOOLEAN, "perhaps"),
        (PropertyKind.TEXT, "x" * 1001),
        (PropertyKind.TEXT, "a\x00b"),
    ],
)
def test_a_property_of_another_kind_is_refused(kind: PropertyKind, raw_value: Any) -> None:
    with pytest.raises(InvalidRequest):
        parse_property_value(kind, raw_value)


def test_details_belong_to_their_tenant(scope: Scope, other_scope: Scope) -> None:
    document_id = added(scope, "a.txt")
    tag_documents(scope, [document_id], add=["water"])
    view = save_view(scope, "Water", "?tag=water&sort=title")
    define_property(scope, "Paid", PropertyKind.TEXT)

    assert tag_documents(other_scope, [document_id], add=["theirs"]) == 0
    with pytest.raises(DocumentNotFound):
        change_document(other_scope, document_id, DocumentChanges(title="Theirs"))
    with pytest.raises(SavedViewNotFound):
        delete_view(other_scope, view.id)
    with pytest.raises(PropertyNotFound):
        delete_property(other_scope, properties_of(scope)[0].id)
    assert (tag_counts(other_scope), saved_views(other_scope), properties_of(other_scope)) == (
        [],
        [],
        [],
    )
    assert get_document(scope, document_id).tags == ("water",)


def test_a_view_is_saved_once_per_name(scope: Scope) -> None:
    save_view(scope, "Water", "tag=water")
    again = save_view(scope, " Water ", "tag=water&sort=title")

    assert saved_views(scope) == [again]
    delete_view(scope, again.id)
    assert saved_views(scope) == []
    with pytest.raises(InvalidRequest):
        save_view(scope, " ", "")


def test_details_over_http(scope: Scope, reviewer: Client) -> None:
    api = reviewer
    document_id = added(scope, "a.txt")
    address = f"/api/documents/{document_id}"

    made = api.post(
        "/api/documents/properties", {"name": "Due", "kind": "date"}, "application/json"
    )
    assert made.status_code == 201
    body = {
        "title": "A paper",
        "tags": ["water"],
        "notes": "Seen.",
        "properties": {"Due": "2026-05-01"},
    }
    changed = api.patch(address, body, "application/json")
    assert changed.status_code == 200
    shown = api.get(address).json()
    assert {name: shown[name] for name in body} == body
    assert api.get("/api/documents/?tag=water").json()["documents"][0]["id"] == str(document_id)
    assert api.get("/api/documents/?tag=fire").json()["documents"] == []
    assert api.get("/api/documents/tags").json() == {"tags": [{"name": "water", "count": 1}]}
    wrong = api.patch(address, {"properties": {"Due": "soon"}}, "application/json")
    assert wrong.status_code == 400
    assert api.patch(address, {"owner": "me"}, "application/json").status_code == 400
    missing = f"/api/documents/{uuid4()}"
    assert api.patch(missing, {"title": "x"}, "application/json").status_code == 404

    assert api.post(f"{address}/trash").json()["trashed_at"]
    assert api.get(address).status_code == 404
    assert api.get("/api/documents/trash").json()["total"] == 1
    assert api.post(f"{address}/restore").status_code == 200
    assert api.post(f"{address}/restore").status_code == 404
    assert api.delete(address).status_code == 204
    assert api.get("/api/documents/trash").json()["total"] == 0
