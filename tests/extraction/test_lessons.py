"""What people decide teaches the reader: the same sender's mistake is not made again."""

from uuid import UUID

import pytest
from django.test import Client

from pramana.documents.services import delete_document
from pramana.documents.testing import make_documents
from pramana.extraction.contracts.extractions import ExtractionMode
from pramana.extraction.contracts.fields import FieldSpec, FieldType, LearnedLabel
from pramana.extraction.contracts.stacks import ColumnSpec
from pramana.extraction.domain.reading.field_reader import read_fields
from pramana.extraction.models import Lesson
from pramana.extraction.prompts.extractions import ExtractionInput, extraction_prompt
from pramana.extraction.services.extraction_fields import edit_field
from pramana.extraction.services.extractions import approve_extraction
from pramana.extraction.services.lessons import (
    all_learned_labels,
    label_at,
    learned_examples,
    sender_of,
)
from pramana.extraction.services.stack_cells import edit_cell
from pramana.extraction.services.stack_runs import start_table_extraction
from pramana.extraction.services.stacks import create_stack, create_table
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from tests.extraction.conftest import correct, run
from tests.extraction.stacks.samples import cells

BILL = """MORANG POWER TOOLS PVT. LTD.
Biratnagar-4, Morang

Voucher: MPT-{n}
Issued: 2025-0{n}-03
Settle before: 2025-0{n}-28
Goods: Rs. {n},100.00
Sum owed: Rs. {n},900.00
"""
ASKED = (
    FieldSpec(name="Payment deadline", type=FieldType.DATE),
    FieldSpec(name="Final amount", type=FieldType.MONEY),
)


def bills(scope: Scope, count: int = 2) -> list[UUID]:
    named = ((f"mpt-{n}.txt", BILL.format(n=n)) for n in range(1, count + 1))
    return make_documents(scope, named)


def read(scope: Scope, document_id: UUID, **asked) -> dict[str, object]:
    ran = run(scope, document_id, mode=ExtractionMode.CUSTOM, custom_fields=ASKED, **asked)
    return dict(ran.view.extracted_fields)


def teach_in_words(scope: Scope, document_id: UUID) -> None:
    read(scope, document_id)
    said = "the payment deadline is 28 January 2025 and the final amount is Rs. 1,900.00"
    correct(scope, document_id, said, confirm=True)


def test_the_same_senders_mistake_is_not_made_again(scope: Scope) -> None:
    first, second = bills(scope)
    teach_in_words(scope, first)

    assert read(scope, second) == {"Payment deadline": "2025-02-28", "Final amount": 2900}


def test_what_was_taught_is_seen_and_can_be_removed(scope: Scope, reviewer: Client) -> None:
    first, _ = bills(scope)
    teach_in_words(scope, first)
    address = "/api/agent/lessons"

    labels = reviewer.get(address).json()
    taught = {(each["field"], each["label"], each["sender"]) for each in labels if each["hits"]}
    assert ("payment deadline", "Settle before", sender_of(BILL)) in taught
    for each in labels:
        assert reviewer.delete(f"{address}/{each['id']}").status_code == 204
    assert reviewer.get(address).json() == []
    assert reviewer.delete(f"{address}/{labels[0]['id']}").status_code == 404


def test_another_sender_and_another_tenant_learn_nothing(scope: Scope, other_scope: Scope) -> None:
    first, _ = bills(scope)
    teach_in_words(scope, first)

    assert learned_examples(scope, "Some Other Firm Ltd\n\nDue: 2025-01-01") == ()
    assert all_learned_labels(other_scope) == []


def test_an_undone_correction_teaches_nothing(scope: Scope) -> None:
    first, _ = bills(scope)
    teach_in_words(scope, first)
    correct(scope, first, "undo that")

    assert not Lesson.objects.in_scope(scope).filter(is_hit=True).exists()


def test_an_approved_record_teaches_and_a_deleted_document_is_forgotten(scope: Scope) -> None:
    first, _ = bills(scope)
    approve_extraction(scope, run(scope, first).view.id)
    assert Lesson.objects.in_scope(scope).filter(document_id=first, is_hit=True).exists()

    delete_document(scope, first)

    assert not Lesson.objects.in_scope(scope).exists()


def test_an_edited_cell_teaches_its_column(scope: Scope) -> None:
    papers = bills(scope)
    stack = create_stack(scope, "Bills", papers)
    columns = [ColumnSpec(name="Final amount", type="money")]
    table = create_table(scope, stack.id, "Amounts", columns=columns)
    edit_cell(scope, stack.id, table.id, papers[0], "final_amount", 1900)

    assert [each.label for each in all_learned_labels(scope)] == ["Sum owed"]


def test_a_stack_reads_the_same_senders_next_document_as_taught(scope: Scope) -> None:
    papers = bills(scope)
    stack = create_stack(scope, "Bills", papers)
    columns = [
        ColumnSpec(name="Payment deadline", type="date"),
        ColumnSpec(name="Final amount", type="money"),
    ]
    table = create_table(scope, stack.id, "Amounts", columns=columns)
    edit_cell(scope, stack.id, table.id, papers[0], "payment_deadline", "2025-01-28")
    edit_cell(scope, stack.id, table.id, papers[0], "final_amount", 1900)

    start_table_extraction(scope, stack.id, table.id)
    drain_jobs()

    row = cells(scope, table, papers[1])
    assert (row["payment_deadline"]["value"], row["final_amount"]["value"]) == ("2025-02-28", 2900)


def test_auto_mode_reads_the_same_senders_next_document_as_taught(scope: Scope) -> None:
    first, second = bills(scope)
    extraction = run(scope, first).view
    edit_field(scope, extraction.id, "totals.total", 1900)
    edit_field(scope, extraction.id, "document.due_date", "2025-01-28")

    read_again = run(scope, second).view.extracted_fields

    assert read_again["totals"]["total"] == 2900
    assert read_again["document"]["due_date"] == "2025-02-28"


def test_a_replaced_value_is_not_taken_from_its_label_again() -> None:
    text = BILL.format(n=3)
    spec = FieldSpec(name="Goods", type=FieldType.MONEY)
    wrong = LearnedLabel("goods", "Goods", sender_of(text), hits=0, misses=2)
    right = LearnedLabel("goods", "Sum owed", sender_of(text), hits=1)

    assert [each.value for each in read_fields(text, [spec])] == [3100]
    assert [each.value for each in read_fields(text, [spec], learned=[wrong, right])] == [3900]


def test_a_model_sees_what_people_found_in_the_senders_other_documents(scope: Scope) -> None:
    first, _ = bills(scope)
    teach_in_words(scope, first)
    examples = learned_examples(scope, BILL.format(n=2))

    prompt = extraction_prompt(ExtractionInput(BILL.format(n=2), (), ASKED, (), examples))

    assert "Settle before: 2025-01-28" in prompt.user
    assert "<examples>" in prompt.user


@pytest.mark.parametrize(
    ("text", "value", "label"),
    [("Sum owed: 5.00", "5.00", "Sum owed"), ("Sum owed\n5.00", "5.00", "Sum owed"),
     ("a\tSum owed\t5.00", "5.00", "Sum owed"), ("5.00", "5.00", None)],
)  # fmt: skip
def test_the_label_of_a_value(text: str, value: str, label: str | None) -> None:
    found = label_at(text, text.index(value))

    assert (found.words if found else None) == label
