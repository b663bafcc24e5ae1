"""What people write stays, what changed can be seen and undone, and what is locked is still."""

from contextlib import closing
from uuid import UUID

import pytest
from django.db import connection

from pramana.documents.services import delete_document
from pramana.extraction.contracts.extractions import ExtractionStatus
from pramana.extraction.errors import (
    BadPath,
    BadValues,
    ChangeOvertaken,
    ChangeUndone,
    ExtractionLocked,
    ExtractionNotFound,
    NotComplete,
    NothingToStop,
    PathNotThere,
    RunUnderWay,
    WrittenByHand,
)
from pramana.extraction.models import ActivityLine, Extraction, FieldChange
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.selectors.history import extraction_tool_calls, field_changes
from pramana.extraction.services import extraction_fields
from pramana.extraction.services.extraction_fields import remove_field, set_field
from pramana.extraction.services.extraction_records import FieldAuthor, evidence_source
from pramana.extraction.services.extraction_runs import complete_extraction
from pramana.extraction.services.extractions import (
    approve_extraction,
    delete_extraction,
    lock_extraction,
    start_correction,
    start_extraction,
    stop_run,
    unlock_extraction,
)
from pramana.jobs.selectors import jobs_page
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.llm.testing import ModelReply, ModelServer, calls, says
from pramana.tenancy.models import ToolCall
from tests.extraction.conftest import correct, run
from tests.extraction.samples import CONFIDENCES, FIELDS, add_document, extracted, save

OVERWRITING = FieldAuthor("update_field", overwrite=True)
AGENT = FieldAuthor("update_field")


def fields(scope: Scope, extraction_id: UUID):
    return get_extraction(scope, extraction_id).extracted_fields


def put(scope: Scope, extraction_id: UUID, path: str, value, author: FieldAuthor = AGENT) -> None:
    document = get_extraction(scope, extraction_id).document_id
    set_field(scope, extraction_id, author, evidence_source(scope, document), path, value, 0.5)


def test_every_change_is_a_row_with_who_what_before_and_after(scope: Scope) -> None:
    extraction_id = extracted(scope)
    extraction_fields.edit_field(scope, extraction_id, "items[1].price", 760)
    put(scope, extraction_id, "vendor.city", "Banepa")

    city, price, *first = field_changes(scope, extraction_id)

    assert (price.tool, price.by_hand, price.actor_id) == ("by_hand", True, scope.actor_id)
    [difference] = price.differences
    assert (difference.path, difference.kind) == ("items[1].price", "changed")
    assert (difference.before, difference.after) == (750, 760)
    assert [(d.path, d.kind, d.after) for d in city.differences] == [
        ("vendor.city", "added", "Banepa")
    ]
    assert not city.by_hand
    assert {change.tool for change in first} == {"extract_fields"}


def test_writing_the_same_again_is_no_change(scope: Scope) -> None:
    extraction_id = extracted(scope)
    before = len(field_changes(scope, extraction_id))

    put(scope, extraction_id, "vendor.name", "Himal Traders Pvt. Ltd.")
    put(scope, extraction_id, "vendor.name", "Himal Traders Pvt. Ltd.")

    assert len(field_changes(scope, extraction_id)) == before + 1  # the confidence changed once


def test_changes_are_undone_newest_first_and_stay_in_the_history(scope: Scope) -> None:
    extraction_id = extracted(scope)
    extraction_fields.edit_field(scope, extraction_id, "vendor.name", "A")
    extraction_fields.edit_field(scope, extraction_id, "vendor", {"name": "B"})
    newer, older, *_ = field_changes(scope, extraction_id)

    with pytest.raises(ChangeOvertaken):
        extraction_fields.undo_field_change(scope, extraction_id, older.id)
    extraction_fields.undo_field_change(scope, extraction_id, newer.id)
    assert fields(scope, extraction_id)["vendor"] == {"name": "A"}
    extraction_fields.undo_field_change(scope, extraction_id, older.id)

    found = get_extraction(scope, extraction_id)
    assert found.extracted_fields == FIELDS
    assert found.confidence_scores["vendor"] == {"name": 0.9}
    assert found.by_hand == ()
    assert all(change.undone_at for change in field_changes(scope, extraction_id)[:2])
    with pytest.raises(ChangeUndone):
        extraction_fields.undo_field_change(scope, extraction_id, newer.id)


def test_an_item_that_was_removed_comes_back_between_its_neighbours(scope: Scope) -> None:
    extraction_id = extracted(scope)
    extraction_fields.remove_field_by_hand(scope, extraction_id, "items[0]")
    assert [item["name"] for item in fields(scope, extraction_id)["items"]] == ["Steel rods"]

    extraction_fields.undo_field_change(
        scope, extraction_id, field_changes(scope, extraction_id)[0].id
    )

    found = get_extraction(scope, extraction_id)
    assert found.extracted_fields == FIELDS
    assert found.evidence["items"][0]["amount"]["quote"] == "8,500.00"


def test_no_run_overwrites_what_a_person_wrote_unless_asked(scope: Scope) -> None:
    extraction_id = extracted(scope)
    extraction_fields.edit_field(scope, extraction_id, "vendor.name", "Himal")
    extraction_fields.edit_field(scope, extraction_id, "items[1].price", 760)
    extraction_fields.remove_field_by_hand(scope, extraction_id, "tax")

    for path in ("vendor.name", "vendor", "tax", "items[1]"):
        with pytest.raises(WrittenByHand):
            put(scope, extraction_id, path, "Other")
    with pytest.raises(WrittenByHand):
        remove_field(scope, extraction_id, AGENT, "items[0]")  # would move the next one
    saved = save(scope, extraction_id)

    found = get_extraction(scope, extraction_id)
    assert set(saved.protected) == set(found.by_hand) == {"vendor.name", "items[1].price", "tax"}
    assert found.extracted_fields["vendor"]["name"] == "Himal"
    assert found.extracted_fields["items"][1]["price"] == 760
    assert "tax" not in found.extracted_fields
    assert found.trust["vendor"]["name"]["score"] == 1.0
    put(scope, extraction_id, "vendor.name", "Other", OVERWRITING)
    assert fields(scope, extraction_id)["vendor"]["name"] == "Other"
    assert "vendor.name" not in get_extraction(scope, extraction_id).by_hand


def test_a_value_whose_place_is_gone_is_kept_with_what_it_was_part_of(scope: Scope) -> None:
    extraction_id = extracted(scope)
    extraction_fields.edit_field(scope, extraction_id, "items[1].price", 760)

    save(scope, extraction_id, items="none", total=5)

    found = get_extraction(scope, extraction_id)
    assert found.extracted_fields["items"][1]["price"] == 760
    assert len(found.evidence["items"]) == 2
    assert found.extracted_fields["total"] == 5


def test_the_next_extraction_of_a_document_begins_with_what_the_person_wrote(
    scope: Scope, models: ModelServer
) -> None:
    document_id = add_document(scope)
    first = run_complete(scope, models, document_id)
    extraction_fields.edit_field(scope, first, "vendor.name", "Himal")
    extraction_fields.edit_field(scope, first, "items[0].price", 851)

    second = run_complete(scope, models, document_id)
    third = run_complete(scope, models, document_id, overwrite=True)

    assert len({first, second, third}) == 3
    assert fields(scope, second)["vendor"] == {"name": "Himal"}
    assert fields(scope, second)["items"][0]["price"] == 851
    assert fields(scope, second)["total"] == 11300
    assert fields(scope, third) == FIELDS


def test_a_correction_in_words_spares_what_was_written_by_hand(
    scope: Scope, models: ModelServer
) -> None:
    document_id = add_document(scope)
    extraction_id = run_complete(scope, models, document_id)
    extraction_fields.edit_field(scope, extraction_id, "vendor.name", "Himal")
    change = calls("update_field", path="vendor.name", value="Other", confidence=1)

    models.will(change, says("I kept it."))
    spared = correct(scope, document_id, "Somebody named Other sold it")
    models.will(change, says("Changed."))
    asked = correct(scope, document_id, "Somebody named Other sold it", overwrite=True)

    assert "A person wrote 'vendor.name'" in spared.tool_answer(-1)
    assert spared.view.extracted_fields["vendor"]["name"] == "Himal"
    assert asked.view.extracted_fields["vendor"]["name"] == "Other"


def test_words_change_what_was_written_by_hand_only_when_confirmed(
    scope: Scope, models: ModelServer
) -> None:
    document_id = add_document(scope)
    extraction_id = run_complete(scope, models, document_id)
    extraction_fields.edit_field(scope, extraction_id, "vendor.name", "Himal")

    spared = correct(scope, document_id, "The vendor is Other")
    asked = correct(scope, document_id, "The vendor is Other", confirm=True)

    assert spared.view.extracted_fields["vendor"]["name"] == "Himal"
    assert spared.frames[-1]["proposed"][0]["doubt"] == "a person wrote it by hand"
    assert asked.view.extracted_fields["vendor"]["name"] == "Other"


def run_complete(scope: Scope, models: ModelServer, document_id: UUID, **asked) -> UUID:
    models.will(
        calls("extract_fields", fields=FIELDS, confidences=CONFIDENCES),
        calls("complete_extraction"),
        says("Done."),
    )
    ran = run(scope, document_id, **asked)
    assert ran.view.status is ExtractionStatus.COMPLETED
    return ran.view.id


def test_edits_by_hand_are_checked_like_those_of_a_tool(scope: Scope) -> None:
    extraction_id = extracted(scope)

    with pytest.raises(BadPath):
        extraction_fields.edit_field(scope, extraction_id, "items[9].price", 1)
    with pytest.raises(BadValues):
        extraction_fields.edit_field(scope, extraction_id, "vendor.name", "x" * 30_000)
    with pytest.raises(PathNotThere):
        extraction_fields.remove_field_by_hand(scope, extraction_id, "vendor.fax")


def test_a_key_with_dots_can_be_written(scope: Scope) -> None:
    extraction_id = extracted(scope)

    extraction_fields.edit_field(scope, extraction_id, 'codes["a.b[0]"]', "7")

    assert fields(scope, extraction_id)["codes"] == {"a.b[0]": "7"}


def test_only_a_complete_extraction_is_approved_and_a_locked_one_is_still(scope: Scope) -> None:
    extraction_id = extracted(scope)
    with pytest.raises(NotComplete):
        approve_extraction(scope, extraction_id)

    complete_extraction(scope, extraction_id)
    assert approve_extraction(scope, extraction_id).approved_by_id == scope.actor_id
    assert lock_extraction(scope, extraction_id).locked_at

    for act in (
        lambda: extraction_fields.edit_field(scope, extraction_id, "total", 1),
        lambda: extraction_fields.remove_field_by_hand(scope, extraction_id, "total"),
        lambda: put(scope, extraction_id, "total", 1),
        lambda: save(scope, extraction_id),
        lambda: start_correction(scope, extraction_id, "Remove all"),
    ):
        with pytest.raises(ExtractionLocked):
            act()
    unlock_extraction(scope, extraction_id)
    extraction_fields.edit_field(scope, extraction_id, "total", 1)


def test_one_run_at_a_time_works_on_an_extraction(scope: Scope) -> None:
    started = start_extraction(scope, add_document(scope))

    with pytest.raises(RunUnderWay):
        start_correction(scope, started.id, "Set total to 5")


def test_a_run_that_was_stopped_writes_nothing(scope: Scope, models: ModelServer) -> None:
    started = start_extraction(scope, add_document(scope))
    stop_run(scope, started.id)
    models.otherwise = calls("extract_fields", fields=FIELDS, confidences={})
    drain_jobs()

    found = get_extraction(scope, started.id)
    assert found.status is ExtractionStatus.FAILED
    assert "stopped by a person" in found.error
    assert found.extracted_fields == {}
    with pytest.raises(NothingToStop):
        stop_run(scope, started.id)


@pytest.mark.django_db(transaction=True)
def test_a_run_stopped_in_the_middle_keeps_what_it_saved_and_says_so(
    scope: Scope, models: ModelServer
) -> None:
    started = start_extraction(scope, add_document(scope))

    def stops(_: object) -> ModelReply:
        with closing(connection):  # of this thread, which is the model's
            stop_run(scope, started.id)
        return calls("update_field", path="total", value=1, confidence=1)

    models.will(calls("extract_fields", fields=FIELDS, confidences=CONFIDENCES))
    models.otherwise = stops
    drain_jobs()

    found = get_extraction(scope, started.id)
    assert found.status is ExtractionStatus.FAILED
    assert "stopped by a person" in found.error
    assert found.extracted_fields == FIELDS
    assert [call.tool for call in extraction_tool_calls(scope, started.id)] == ["extract_fields"]


@pytest.mark.parametrize("way", ["extraction", "document"])
def test_deleting_leaves_no_residue(scope: Scope, models: ModelServer, way: str) -> None:
    document_id = add_document(scope)
    extraction_id = run_complete(scope, models, document_id)
    if way == "document":
        delete_document(scope, document_id)
    else:
        delete_extraction(scope, extraction_id)

    for rows in (Extraction, ToolCall, FieldChange, ActivityLine):
        assert not rows.objects.in_scope(scope).exists()
    assert not [job for job in jobs_page(scope).jobs if job.name.startswith("extraction.")]
    with pytest.raises(ExtractionNotFound):
        get_extraction(scope, extraction_id)
