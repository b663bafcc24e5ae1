"""Stacks over HTTP: the list, making one, the grid's rows, what stands behind a cell."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pramana.extraction import demo as stack_demo
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.contracts.stacks import CellState, TableView
from pramana.extraction.selectors.stacks import get_table, stacks_page, tables_of_stack
from pramana.extraction.services.stack_cells import edit_cell, judge_cell
from pramana.extraction.services.stacks import update_stack
from pramana.extraction.services.templates import TemplateDraft, create_template
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.extraction.stacks.samples import extract, invoice, make_papers, make_table
from tests.web.markup import compact
from tests.web.test_access import signed_in

pytestmark = pytest.mark.usefixtures("words_only")


def page_of(scope: Scope, name: str, *ids: UUID, **query: str) -> str:
    answer = signed_in(scope).get(reverse(f"web:{name}", args=ids), query)
    assert answer.status_code == 200, answer.content
    return compact(answer.content.decode())


def grid_of(scope: Scope, table: TableView, **query: str) -> Any:
    place = reverse("web:stacks-grid", args=[table.stack_id, table.id])
    return signed_in(scope).get(place, query).json()


def test_an_empty_list_says_what_a_stack_is_and_offers_the_first_step(scope: Scope) -> None:
    shown = page_of(scope, "stacks")

    assert "No stacks yet" in shown
    assert reverse("web:stacks-new") in shown
    assert reverse("web:stacks-new") not in page_of(make_member(scope, Role.VIEWER), "stacks")


def test_the_list_says_how_far_each_is_and_what_wants_a_look(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    extract(scope, table)
    judge_cell(scope, table.stack_id, table.id, papers[0], "total", CellState.FLAGGED)

    shown = page_of(scope, "stacks")

    assert "Invoices" in shown
    assert "1 row<" in shown
    assert "Extracted<" in shown


def test_activity_names_the_stack_whose_rows_are_read(scope: Scope) -> None:
    table, _ = make_table(scope, 2)
    extract(scope, table)

    assert "Extract a table row: Invoices" in page_of(scope, "activity")


def test_a_stack_is_made_from_chosen_documents_and_files_with_named_columns(scope: Scope) -> None:
    papers = make_papers(scope, [invoice(1)])
    form = {
        "name": "Bills",
        "document": [str(papers[0])],
        "file": [SimpleUploadedFile("more.txt", invoice(2).encode())],
        "columns": "given",
        "column_name": ["Vendor", "Total", " "],
        "column_type": ["string", "money", "string"],
        "column_instructions": ["", "The amount to pay.", ""],
    }
    answer = signed_in(scope).post(reverse("web:stacks-new"), form)

    stack = stacks_page(scope)[0]
    assert answer.headers["Location"] == reverse("web:stacks-stack", args=[stack.id])
    assert (stack.name, stack.document_count) == ("Bills", 2)
    table = tables_of_stack(scope, stack.id)[0]
    assert [(each.key, each.type) for each in table.columns] == [
        ("vendor", "string"),
        ("total", "money"),
    ]
    assert table.status == "in_progress"


def test_all_documents_that_fit_go_in_together_and_the_columns_are_found(scope: Scope) -> None:
    make_papers(scope, [invoice(number) for number in range(1, 13)])
    form = {"name": "Ones", "all": "yes", "title": "invoice-1", "columns": "found"}
    signed_in(scope).post(reverse("web:stacks-new"), form)
    drain_jobs()

    stack = stacks_page(scope)[0]
    table = tables_of_stack(scope, stack.id)[0]
    assert stack.document_count == 4  # 1, 10, 11, 12
    assert table.columns
    assert table.status == "completed"


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"name": " "}, "Enter a name for the stack."),
        ({"name": "Bills"}, "Select documents first"),
        ({"name": "Bills", "all": "yes", "columns": "given"}, "Name at least one column"),
        (
            {"name": "B", "all": "yes", "columns": "given", "column_name": "Sum"},
            "A column name has",
        ),
    ],
)
def test_a_form_that_says_too_little_makes_nothing(
    scope: Scope, form: dict[str, str], said: str
) -> None:
    make_papers(scope, [invoice(1)])
    answer = signed_in(scope).post(reverse("web:stacks-new"), form)

    assert said in answer.content.decode()
    assert stacks_page(scope) == []


def test_files_are_brought_read_and_asked_for_their_columns_in_one_step(scope: Scope) -> None:
    files = [SimpleUploadedFile(f"{n}.txt", invoice(n).encode()) for n in (1, 2)]
    form = {"name": "At once", "file": files, "columns": "found"}
    signed_in(scope).post(reverse("web:stacks-new"), form)
    stack = stacks_page(scope)[0]
    begun = tables_of_stack(scope, stack.id)[0]
    while drain_jobs():
        pass

    table = tables_of_stack(scope, stack.id)[0]
    assert (begun.status, begun.columns) == ("in_progress", ())
    assert (table.status, table.done) == ("completed", 2)
    assert "total" in {column.key for column in table.columns}


def test_documents_to_choose_from_are_found_by_title(scope: Scope) -> None:
    make_papers(scope, [invoice(1), invoice(2)])

    shown = page_of(scope, "stacks-choose", title="invoice-2")

    assert "invoice-2.txt" in shown
    assert "invoice-1.txt" not in shown


def test_the_grid_has_every_row_in_few_statements_and_no_more_than_it_shows(scope: Scope) -> None:
    table, papers = make_table(scope, 3)
    table = extract(scope, table)
    client = signed_in(scope)
    address = reverse("web:stacks-grid", args=[table.stack_id, table.id])
    with CaptureQueriesContext(
        connection,
    ) as asked:
        sent = client.get(address).json()

    assert len(asked) <= 9
    assert [row[0] for row in sent["rows"]] == [str(paper) for paper in papers]
    value, state, trust, at = sent["rows"][0][4]["total"]
    assert (value, state) == (1500, "extracted")
    assert trust > 0 and at
    assert (sent["status"], sent["next"], sent["documents"]) == ("completed", None, 3)
    one = grid_of(scope, table, documents=str(papers[1]))
    assert [row[0] for row in one["rows"]] == [str(papers[1])]


def test_a_cell_shows_its_words_its_checks_and_its_history(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    extract(scope, table)
    ids = (table.stack_id, table.id, papers[0])
    before = page_of(scope, "stacks-cell", *ids, column="total")
    assert "<mark data-hit>1,500.00</mark>" in before
    assert "The text is in the document" in before
    assert f"/app/documents/{papers[0]}?start=" in before

    edit_cell(scope, *ids, "total", 1600)

    after = page_of(scope, "stacks-cell", *ids, column="total")
    assert "edited" in after
    assert "data-undo=" in after
    assert "data-judge" not in page_of(
        _viewer_of_shared(scope, table), "stacks-cell", *ids, column="total"
    )
    activity = page_of(scope, "stacks-cell", *ids)
    assert "Read the document" in activity
    assert "get_document_text" not in activity


def test_columns_come_from_a_template_once(scope: Scope) -> None:
    table, _papers = make_table(scope, 1)
    vendor = FieldSpec(name="vendor", type=FieldType.OBJECT, children=(FieldSpec(name="phone"),))
    rows = FieldSpec(name="items", type=FieldType.TABLE, children=(FieldSpec(name="name"),))
    due = FieldSpec(name="due_date", type=FieldType.DATE, description="When to pay")
    template = create_template(scope, TemplateDraft("Bills", "invoice", "", (due, vendor, rows)))
    address = reverse("web:stacks-template-columns", args=[table.stack_id, table.id])
    assert "Bills" in page_of(scope, "stacks-stack", table.stack_id)

    for _time in range(2):
        assert signed_in(scope).post(address, {"template": str(template.id)}).status_code == 302

    added = get_table(scope, table.stack_id, table.id).columns[len(table.columns) :]
    assert [(each.name, each.type.value) for each in added] == [
        ("Due date", "date"),
        ("Vendor phone", "string"),
    ]
    assert added[0].instructions == "When to pay"
    viewer = signed_in(_viewer_of_shared(scope, table))
    assert viewer.post(address, {"template": str(template.id)}).status_code == 403


def _viewer_of_shared(scope: Scope, table: TableView) -> Scope:
    update_stack(scope, table.stack_id, shared=True)
    return make_member(scope, Role.VIEWER)


def test_a_stack_is_renamed_shared_and_deleted_only_after_a_yes(scope: Scope) -> None:
    table, _ = make_table(scope, 1)
    client = signed_in(scope)
    change = reverse("web:stacks-change", args=[table.stack_id])
    client.post(change, {"name": "Bills of May"})
    client.post(change, {"shared": "yes"})
    stack = stacks_page(scope)[0]
    assert (stack.name, stack.shared) == ("Bills of May", True)

    delete = reverse("web:stacks-delete", args=[table.stack_id])
    assert "Delete the stack “Bills of May”?" in client.post(delete).content.decode()
    assert stacks_page(scope)
    client.post(delete, {"confirmed": "yes"})
    assert stacks_page(scope) == []


def test_documents_come_and_go(scope: Scope) -> None:
    table, papers = make_table(scope, 2)
    client = signed_in(scope)
    place = reverse("web:stacks-papers", args=[table.stack_id])
    more = make_papers(scope, [invoice(7)])
    client.post(place, {"document": [str(more[0])]})
    assert stacks_page(scope)[0].document_count == 3

    out = reverse("web:stacks-take-out", args=[table.stack_id, papers[0]])
    assert "Remove this document" in client.post(out).content.decode()
    answer = client.post(out, {"confirmed": "yes", "next": place})
    assert answer.headers["Location"] == place
    assert stacks_page(scope)[0].document_count == 2


def test_another_tenant_and_another_person_see_nothing_and_change_nothing(
    scope: Scope, other_scope: Scope
) -> None:
    table, papers = make_table(scope, 1)
    ids = (table.stack_id, table.id, papers[0])
    strangers = [signed_in(other_scope), signed_in(make_member(scope, Role.ADMIN))]
    for stranger in strangers:
        looked_at = [
            stranger.get(reverse("web:stacks-stack", args=ids[:1])),
            stranger.get(reverse("web:stacks-grid", args=ids[:2])),
            stranger.get(reverse("web:stacks-cell", args=ids)),
            stranger.get(reverse("web:stacks-papers", args=ids[:1])),
            stranger.post(reverse("web:stacks-delete", args=ids[:1]), {"confirmed": "yes"}),
        ]
        assert [answer.status_code for answer in looked_at] == [404] * 5
        stranger.post(reverse("web:stacks-change", args=ids[:1]), {"name": "Ours now"})
        stranger.post(reverse("web:stacks-take-out", args=ids[::2]), {"confirmed": "yes"})
        assert "Invoices" not in stranger.get(reverse("web:stacks")).content.decode()
    stolen = {"name": "Theirs", "document": [str(papers[0])]}
    signed_in(other_scope).post(reverse("web:stacks-new"), stolen)

    assert stacks_page(other_scope) == []
    assert [(each.name, each.document_count) for each in stacks_page(scope)] == [("Invoices", 1)]


def test_a_viewer_makes_and_changes_nothing(scope: Scope) -> None:
    table, papers = make_table(scope, 1)
    viewer = signed_in(_viewer_of_shared(scope, table))
    ids = (table.stack_id, table.id, papers[0])
    answers = [
        viewer.get(reverse("web:stacks-new")),
        viewer.post(reverse("web:stacks-new"), {"name": "Mine"}),
        viewer.get(reverse("web:stacks-papers", args=ids[:1])),
        viewer.post(reverse("web:stacks-change", args=ids[:1]), {"name": "Mine"}),
        viewer.post(reverse("web:stacks-take-out", args=ids[::2]), {"confirmed": "yes"}),
        viewer.post(reverse("web:stacks-delete", args=ids[:1]), {"confirmed": "yes"}),
    ]

    assert [answer.status_code for answer in answers] == [403] * 6
    shown = viewer.get(reverse("web:stacks-stack", args=ids[:1])).content.decode()
    assert 'aria-readonly="true"' in shown
    assert "data-correct" not in shown


def test_addresses_that_name_nothing_are_answered_in_a_page(scope: Scope, client: Client) -> None:
    table, papers = make_table(scope, 1)
    member = signed_in(scope)
    nothing = [
        reverse("web:stacks-stack", args=[uuid4()]),
        reverse("web:stacks-cell", args=[table.stack_id, table.id, papers[0]]) + "?column=none",
        reverse("web:stacks-cell", args=[table.stack_id, table.id, uuid4()]),
    ]

    assert [member.get(address).status_code for address in nothing] == [404] * 3
    odd = f"{reverse('web:stacks-stack', args=[table.stack_id])}?table=x&before=y&state=%00"
    assert member.get(odd).status_code == 200
    assert member.get(reverse("web:stacks") + "?before=yesterday").status_code == 200


def test_the_demonstrations_bids_are_read_with_something_left_to_look_at(scope: Scope) -> None:
    stack_demo.extract_bids(scope)
    for _ in range(3):
        drain_jobs()
    assert stack_demo.is_table_read(scope)
    stack_demo.review_table(scope)

    table = stack_demo.bids_table(scope)
    rows = grid_of(scope, table)["rows"]
    states = {cell[1] for row in rows for cell in row[4].values()}
    assert len(rows) == 6
    assert {"extracted", "flagged", "stale", "reviewed", "locked"} <= states
    first = rows[0][4]
    assert first["bidder"][0].startswith("Himchuli Nirman Sewa")
    assert first["bid_amount"][:2] == [48120000, "locked"]
