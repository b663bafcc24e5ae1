"""Extractions over HTTP: who sees them, what a form means, and what a page says without scripts."""

import json
import re
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse
from django.utils import translation

from pramana.documents.services import add_file
from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionStatus
from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.errors import BadPath
from pramana.extraction.selectors.extractions import (
    ExtractionFilter,
    ExtractionStage,
    all_templates,
    counts_by_stage,
    counts_by_type,
    extractions_page,
    filtered_extractions,
    get_extraction,
)
from pramana.extraction.selectors.history import field_changes, run_transcripts
from pramana.extraction.services.extraction_fields import rename_field, set_field
from pramana.extraction.services.extraction_records import FieldAuthor, evidence_source
from pramana.extraction.services.extractions import (
    approve_extraction,
    lock_extraction,
    start_extraction,
)
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from pramana.web.extract.edits import parse_new_value, parse_value
from pramana.web.extract.new import FieldRow, field_rows, field_specs
from pramana.web.extract.tree import FieldNode
from tests.extraction.samples import INVOICE, add_document, extracted, save
from tests.web.markup import compact
from tests.web.test_access import signed_in

NAMED = ("extract-edit", "extract-add", "extract-remove", "extract-undo", "extract-correct")
pytestmark = pytest.mark.usefixtures("words_only")


@pytest.fixture
def pages(scope: Scope) -> Client:
    return signed_in(scope)


@pytest.fixture
def done(scope: Scope) -> UUID:
    """An extraction that an agent completed."""
    document = add_document(scope)
    address = f"{reverse('web:extract-new')}?document={document}"
    assert signed_in(scope).post(address, {"mode": "auto"}).status_code == 302
    drain_jobs()
    found = extractions_page(scope)[0]
    assert found.status is ExtractionStatus.COMPLETED
    return found.id


def address(name: str, extraction_id: UUID, *more: str) -> str:
    return reverse(f"web:{name}", args=[extraction_id, *more])


def shown(client: Client, extraction_id: UUID, query: str = "") -> str:
    answer = client.get(address("extract-one", extraction_id) + query)
    assert answer.status_code == 200
    return compact(answer.content.decode())


def test_another_tenant_and_another_person_see_nothing_and_change_nothing(
    scope: Scope, other_scope: Scope, done: UUID
) -> None:
    before = get_extraction(scope, done)
    for stranger in (signed_in(other_scope), signed_in(make_member(scope, Role.REVIEWER))):
        for name in ("extract-one", "extract-parts", "extract-window", "extract-marks"):
            assert stranger.get(address(name, done)).status_code == 404
        sent = {"path": "total", "value": "1", "instruction": "remove total", "confirmed": "yes"}
        for name in (*NAMED, "extract-delete"):
            assert (
                stranger.post(address(name, done), sent, headers={"X-Parts": "1"}).status_code
                == 404
            )
        assert str(done) not in stranger.get(reverse("web:extract")).content.decode()
        again = f"{reverse('web:extract-new')}?document={before.document_id}&from={done}"
        assert stranger.get(again).status_code == 404

    assert get_extraction(scope, done) == before


def test_selected_words_are_saved_as_a_field_that_needs_a_name(scope: Scope, pages: Client) -> None:
    document = add_document(scope, "The rent is 42,000 rupees a month.")
    keep = reverse("web:extract-keep", args=[document])
    place = {"start": "12", "end": "18"}
    for sent in ({**place, "name": " "}, {"name": "Rent"}, {"name": "Rent", "start": "x"}):
        assert pages.post(keep, sent).status_code == 302
    assert extractions_page(scope) == []

    answer = pages.post(keep, {**place, "name": "Rent"})

    assert answer.headers["Location"].endswith("?start=12&end=18&panel=drawn")
    (line,) = extractions_page(scope)
    assert get_extraction(scope, line.id).extracted_fields == {"Rent": 42000}


def test_values_that_need_review_are_approved_only_when_a_person_says_so(
    scope: Scope, pages: Client, done: UUID
) -> None:
    approve = address("extract-act", done, "approve")
    author, source = (
        FieldAuthor("extract_fields"),
        evidence_source(scope, get_extraction(scope, done).document_id),
    )
    set_field(scope, done, author, source, "doubtful", "never written anywhere", 0.2)
    assert 'data-confirm="Approve all the same?"' in shown(pages, done)

    page = pages.post(approve).content.decode()
    assert "Approve all the same?" in page and "need" in page
    assert get_extraction(scope, done).approved_at is None

    pages.post(approve, {"confirmed": "yes"})
    assert get_extraction(scope, done).approved_at


def test_a_viewer_changes_nothing(scope: Scope, done: UUID) -> None:
    viewer = signed_in(make_member(scope, Role.VIEWER))
    changing = [address(name, done) for name in (*NAMED, "extract-delete")]
    changing += [address("extract-act", done, "approve"), reverse("web:extract-new")]
    changing += [reverse("web:extract-bring"), reverse("web:extract-template-import")]

    assert [viewer.post(each).status_code for each in changing] == [403] * len(changing)


def test_without_scripts_a_value_is_edited_in_its_row(
    scope: Scope, pages: Client, done: UUID
) -> None:
    page = shown(pages, done, "?field=totals.total&edit=1")
    assert 'name="path" value="totals.total"' in page

    sent = {"path": "totals.total", "name": "total", "value": "11,300.50"}
    answer = pages.post(address("extract-edit", done), sent)

    assert answer.headers["Location"] == address("extract-one", done)
    assert get_extraction(scope, done).extracted_fields["totals"]["total"] == 11300.5
    assert len([each for each in field_changes(scope, done) if each.by_hand]) == 1


def test_an_edit_that_changes_nothing_leaves_no_trace(
    scope: Scope, pages: Client, done: UUID
) -> None:
    before = len(field_changes(scope, done))
    pages.post(
        address("extract-edit", done), {"path": "totals.total", "name": "total", "value": "11300"}
    )

    assert len(field_changes(scope, done)) == before


def test_a_field_is_not_renamed_onto_another(scope: Scope, done: UUID) -> None:
    with pytest.raises(BadPath, match="already"):
        rename_field(scope, done, "totals.total", "tax")
    with pytest.raises(BadPath, match="no name"):
        rename_field(scope, done, "items[0]", "first")

    assert rename_field(scope, done, "totals.total", "sum") == "totals.sum"
    assert "total" not in get_extraction(scope, done).extracted_fields["totals"]


def test_a_locked_extraction_refuses_and_says_so(scope: Scope, pages: Client, done: UUID) -> None:
    lock_extraction(scope, done)
    answer = pages.post(
        address("extract-remove", done), {"path": "totals"}, headers={"X-Parts": "1"}
    )

    assert "This extraction is locked" in answer.content.decode()
    assert "Unlock it to make changes" in shown(pages, done)


def test_a_run_that_failed_says_what_was_kept_and_offers_another(
    scope: Scope, pages: Client
) -> None:
    half = extracted(scope)
    pages.post(address("extract-act", half, "stop"))
    page = shown(pages, half)

    assert "The run was stopped by a person." in page
    assert "values were saved before the failure and are kept" in page
    assert f"from={half}" in page


def test_the_story_has_each_tool_with_its_outcome_and_survives_the_run(
    scope: Scope, pages: Client, done: UUID
) -> None:
    [story] = run_transcripts(scope, get_extraction(scope, done))

    tools = [step.tool for step in story.steps if step.tool]
    assert tools[0] == "get_document_text" and tools[-1] == "complete_extraction"
    assert all(step.call and not step.call.is_error for step in story.steps if step.tool)
    assert story.end["complete"]
    assert "Done, without a language model." in shown(pages, done, "?panel=activity")


def test_the_list_is_narrowed_by_state_type_and_document(
    scope: Scope, pages: Client, done: UUID
) -> None:
    half = extracted(scope)
    approve_extraction(scope, done)

    assert counts_by_stage(scope) == {
        ExtractionStage.AT_WORK: 1,
        ExtractionStage.TO_APPROVE: 0,
        ExtractionStage.APPROVED: 1,
        ExtractionStage.FAILED: 0,
    }
    assert counts_by_type(scope) == {"invoice": 1}
    document = get_extraction(scope, half).document_id
    assert [
        each.id for each in filtered_extractions(scope, ExtractionFilter(document_id=document))
    ] == [half]
    assert [
        each.id for each in filtered_extractions(scope, ExtractionFilter(document_type="invoice"))
    ] == [done]
    page = pages.get(f"{reverse('web:extract')}?state=approved").content.decode()
    assert str(done) in page and str(half) not in page
    assert (
        "No extraction matches"
        in pages.get(f"{reverse('web:extract')}?state=failed").content.decode()
    )


def test_rows_of_a_form_become_nested_fields_and_back() -> None:
    rows = [
        FieldRow("vendor", FieldType.STRING),
        FieldRow("name", FieldType.STRING, "As written", required=True, depth=1),
        FieldRow("items", FieldType.LIST),
        FieldRow("price", FieldType.MONEY, depth=1),
        FieldRow("count", FieldType.INTEGER, depth=1),
        FieldRow("date", FieldType.DATE),
    ]
    vendor, items, date = field_specs(rows)

    assert (vendor.type, items.type, date.type) == (
        FieldType.OBJECT,
        FieldType.TABLE,
        FieldType.DATE,
    )
    assert vendor.children[0].required and vendor.children[0].description == "As written"
    assert [row.depth for row in field_rows((vendor, items, date))] == [0, 1, 0, 1, 1, 0]


def test_own_fields_are_kept_as_a_template_and_travel_as_json_schema(
    scope: Scope, pages: Client
) -> None:
    document = add_document(scope)
    new = f"{reverse('web:extract-new')}?document={document}"
    row = {"description": [""] * 2, "needed": ["no"] * 2, "depth": ["0"] * 2}
    asked = {"name": ["total", "guarantor"], "type": ["money", "string"], **row}
    pages.post(new, {**asked, "save": "yes", "template_name": "Bill"})
    [bill] = all_templates(scope)
    schema = pages.get(f"/api/agent/templates/{bill.id}/schema").json()
    pages.post(
        reverse("web:extract-template-import"),
        {"schema": json.dumps(schema), "template_name": "Bill 2", "document": document},
    )

    assert [each.fields for each in all_templates(scope)] == [bill.fields] * 2
    pages.post(f"{new}&template={bill.id}", {**asked, "mode": "custom"})
    begun = get_extraction(scope, extractions_page(scope)[0].id)
    assert begun.mode is ExtractionMode.CUSTOM and begun.custom_fields == bill.fields


@pytest.mark.parametrize("schema", ["", "[]", "{", '{"type": "string"}', "[" * 100_000])
def test_what_is_no_schema_is_refused(scope: Scope, pages: Client, schema: str) -> None:
    sent = {"schema": schema, "template_name": "Bad"}
    pages.post(reverse("web:extract-template-import"), sent)

    assert all_templates(scope) == []


@pytest.mark.parametrize(
    ("text", "before", "value"),
    [
        ("4,87,50,000.00", 1, 48750000.0),
        ("12", 3.5, 12),
        ("0912", "0911", "0912"),
        ("twelve", 12, "twelve"),
        ("yes", False, True),
        ("", "something", None),
        ('["a"]', [], ["a"]),
    ],
)
def test_what_is_typed_is_read_as_what_stood_there(
    text: str, before: object, value: object
) -> None:
    assert parse_value(text, before) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2081-01-15", "2024-04-27"),
        ("२०८१ वैशाख १५ गते", "2024-04-27"),
        ("27 April 2024", "2024-04-27"),
        ("2045-01-01 AD", "2045-01-01"),
        ("dated 27 April 2024", "dated 27 April 2024"),
        ("", None),
    ],
)
def test_a_day_is_typed_as_in_every_date_field(text: str, value: str | None) -> None:
    assert parse_value(text, "2020-02-02", FieldType.DATE) == value
    assert parse_new_value(text, FieldType.DATE) == value


def test_a_day_without_a_type_is_known_by_its_form() -> None:
    assert parse_value("2081-01-15", "2024-05-02") == "2024-04-27"
    assert parse_value("2081-01-15", "2080-12-30") == "2081-01-15"  # may be a year of either


def test_a_stored_day_is_edited_in_the_readers_calendar_and_saved_as_it_was() -> None:
    node = FieldNode("due", "due", "Due", "2045-01-01", kind=FieldType.DATE)
    assert node.edit_value == node.display_value == "2045-01-01 AD"
    for language in ("en", "ne"):
        with translation.override(language):
            assert parse_value(node.edit_value, node.value, FieldType.DATE) == node.value


@pytest.mark.parametrize(
    ("text", "value"),
    [("1,300", 1300), ("9841000000", "9841000000"), ("INV-7", "INV-7"), ("", None)],
)
def test_what_is_typed_into_a_new_field_is_an_amount_if_it_looks_like_one(
    text: str, value: object
) -> None:
    assert parse_new_value(text) == value


def test_rows_are_a_grid_whose_cells_are_fields(scope: Scope, pages: Client) -> None:
    page = compact(pages.get(address("extract-one", extracted(scope))).content.decode())

    grid = page.split('class="items"')[1].split("</table>")[0]
    assert re.findall(r'<th scope="col">([^<]+)</th>', grid) == [
        "Name",
        "Quantity",
        "Price",
        "Amount",
    ]
    assert re.findall(r'data-path="(items[^"]+)"', grid)[:2] == [
        "items[0].name",
        "items[0].quantity",
    ]
    assert grid.count("<tr>") == 3
    assert "export?format=xlsx" in page


def test_the_marks_of_a_page_say_whose_they_are(scope: Scope, pages: Client) -> None:
    document = add_file(scope, "invoice.txt", ContentFile(INVOICE.encode())).id
    drain_jobs()
    extraction = start_extraction(scope, document).id
    save(scope, extraction)

    found = pages.get(address("extract-marks", extraction), {"page": 0}).json()["marks"]

    total = next(each for each in found if each["of"] == "total")
    assert (total["name"], total["end"] - total["start"]) == ("Total", len("11,300.00"))
    assert pages.get(address("extract-marks", extraction), {"page": 9}).status_code == 404
