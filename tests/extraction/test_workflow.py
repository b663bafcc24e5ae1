"""The document's workflow against the real database, with a model that makes mistakes."""

from typing import Any

import pytest
from django.urls import reverse

from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionStatus
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.extraction_fields import save_fields
from pramana.extraction.services.extraction_records import evidence_source
from pramana.extraction.services.extractions import start_extraction
from pramana.kit.scope import Scope
from pramana.llm.testing import ModelServer, calls, fails, says
from tests.extraction.conftest import correct, run
from tests.extraction.samples import AGENT, ASKED, CONFIDENCES, FIELDS, add_document
from tests.settings import change
from tests.web.test_access import signed_in

SAVE = calls("extract_fields", fields=FIELDS, confidences=CONFIDENCES)
COMPLETE = calls("complete_extraction")


def test_the_agent_reads_writes_completes_and_summarises(scope: Scope, models: ModelServer) -> None:
    models.will(
        calls("get_document_text"),
        calls("identify_document", document_type="Tax Invoice"),
        SAVE,
        calls("update_field", path="vendor.city", value="Kathmandu", confidence=0.4),
        calls("get_current_extraction"),
        COMPLETE,
        says("An invoice of Himal Traders over 11,300."),
    )

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.COMPLETED
    assert ran.view.document_type == "tax_invoice"
    assert ran.view.extracted_fields["vendor"] == {
        "name": "Himal Traders Pvt. Ltd.",
        "city": "Kathmandu",
    }
    assert ran.view.confidence_scores["items"][1]["price"] == 0.8
    assert ran.view.engine == "openai:small"
    assert [call.order for call in ran.calls] == [1, 2, 3, 4, 5, 6]
    assert not any(call.is_error for call in ran.calls)
    assert "Himal Traders Pvt. Ltd." in ran.tool_answer(0)
    assert ran.tool_answer(2).startswith("Saved 7 fields to database")
    assert ran.tool_answer(3) == "Updated 'vendor.city' = Kathmandu (confidence: 0.4)"
    assert ran.tool_answer(5) == "Extraction complete. 7 fields saved."


def test_the_stream_is_flat_objects_in_the_documents_shape(
    scope: Scope, models: ModelServer
) -> None:
    models.will(calls("get_document_text"), SAVE, COMPLETE, says("All done here."))

    ran = run(scope, add_document(scope))

    tools = [frame for frame in ran.frames if "tool" in frame]
    assert [frame["tool"] for frame in tools] == [
        "get_document_text", "extract_fields", "complete_extraction",
    ]  # fmt: skip
    assert tools[1]["input"]["fields"] == FIELDS
    assert "".join(frame.get("text", "") for frame in ran.frames) == "All done here."
    last = ran.frames[-1]
    assert last["complete"] is True
    assert last["extraction_id"] == str(ran.view.id)
    assert last["tokens"] == last["tokens_in"] + last["tokens_out"] > 0
    assert "cost" in last


def test_the_model_is_told_what_was_wrong_and_recovers(scope: Scope, models: ModelServer) -> None:
    models.will(
        calls("get_document_text"),
        calls("extract_fields", fields=FIELDS, confidences={**CONFIDENCES, "total": 7}),
        calls("extract_fields", fields=FIELDS, confidences={"nothing": 0.5}),
        calls("extract_fields", fields={}, confidences={}),
        SAVE,
        calls("update_field", path="items[2].price", value=1, confidence=0.5),
        calls("update_field", path="total.gross", value=1, confidence=0.5),
        calls("update_field", path="items..x", value=1, confidence=0.5),
        calls("update_field", path="total", value=1, confidence=7),
        calls("remove_field", path="fax"),
        COMPLETE,
        says("Done."),
    )

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.COMPLETED
    assert ran.view.extracted_fields == FIELDS
    wrong = [place for place, call in enumerate(ran.calls) if call.is_error]
    assert wrong == [1, 2, 3, 5, 6, 7, 8, 9]
    assert "total: Confidence must be 0.0-1.0, got 7" in ran.tool_answer(1)
    assert "'nothing', which is not in fields" in ran.tool_answer(2)
    assert "its last index is 1" in ran.tool_answer(5)
    assert "single value" in ran.tool_answer(6)
    assert ran.tool_answer(8) == "Confidence must be 0.0-1.0, got 7.0"
    assert "nothing at 'fax'" in ran.tool_answer(9)
    heard = str(models.asked[2].body["messages"])
    assert "Confidence must be 0.0-1.0" in heard


def test_characters_no_column_can_hold_stop_no_run(scope: Scope, models: ModelServer) -> None:
    """A model's own words and arguments are kept too, whatever it made up."""
    models.will(
        calls("get_document_text"),
        calls("update_field", path="note", value="a\x00b", confidence=0.5),
        SAVE,
        COMPLETE,
        says("Done\x00."),
    )

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.COMPLETED
    assert [place for place, call in enumerate(ran.calls) if call.is_error] == [1]
    assert "cannot be stored" in ran.tool_answer(1)
    assert (ran.calls[1].input["value"], ran.view.summary) == ("ab", "Done.")


def test_a_stored_call_says_which_call_it_was_and_in_which_trace(
    scope: Scope, models: ModelServer
) -> None:
    models.will(calls("get_document_text"), SAVE, COMPLETE, says("Done."))

    ran = run(scope, add_document(scope))

    metas = [call.outcome["meta"] for call in ran.calls]
    assert {meta["trace_id"] for meta in metas} == {str(scope.trace_id)}
    assert len({meta["invocation_id"] for meta in metas}) == 3
    assert {call.run_id for call in ran.calls} == {ran.view.run_id}


def test_an_agent_that_stops_early_fails_and_keeps_what_it_saved(
    scope: Scope, models: ModelServer
) -> None:
    models.will(calls("get_document_text"), SAVE, says("I think that is all."))

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.FAILED
    assert (ran.view.extracted_fields, ran.view.engine) == (FIELDS, "openai:small")
    assert "complete" not in ran.frames[-1]
    assert ran.frames[-1]["error"].startswith("The agent stopped without completing")
    assert ran.view.error == ran.frames[-1]["error"]


def test_a_model_that_repeats_itself_is_told_and_may_go_on(
    scope: Scope, models: ModelServer
) -> None:
    models.will(SAVE, SAVE, COMPLETE, says("Done."))

    assert run(scope, add_document(scope)).view.status is ExtractionStatus.COMPLETED
    assert "You made this very call before" in str(models.asked[2])
    assert "You made this very call before" not in str(models.asked[1])


def test_a_model_that_goes_in_circles_is_ended_and_what_it_saved_is_kept(
    scope: Scope, models: ModelServer
) -> None:
    circle = calls("update_field", path="vendor", value=1, confidence=7)
    models.will(SAVE, *[circle] * 9)

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.FAILED
    assert "kept making the same call of update_field" in (ran.view.error or "")
    assert ran.view.extracted_fields["vendor"]["name"] == "Himal Traders Pvt. Ltd."
    assert len(ran.calls) == 6


def test_a_model_that_completes_without_end_has_completed(
    scope: Scope, models: ModelServer
) -> None:
    models.will(SAVE, *[COMPLETE] * 9)

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.COMPLETED
    assert ran.frames[-1]["complete"] is True
    assert ran.frames[-1]["tokens"] > 0
    assert ran.view.engine == "openai:small"


def test_completing_without_fields_is_refused(scope: Scope, models: ModelServer) -> None:
    models.will(COMPLETE, says("Nothing here."))

    ran = run(scope, add_document(scope))

    assert ran.tool_answer(0) == "Cannot complete: no fields extracted"
    assert ran.view.status is ExtractionStatus.FAILED


def test_fields_that_were_not_asked_for_are_refused_and_missing_ones_are_null(
    scope: Scope, models: ModelServer
) -> None:
    right = {"invoice_number": "INV-2041", "total": 11300}
    models.will(
        calls("extract_fields", fields={**right, "vendor": "Himal"}, confidences={}),
        calls("extract_fields", fields={**right, "total": "much"}, confidences={}),
        calls("extract_fields", fields=right, confidences={"total": 0.9}),
        calls("update_field", path="vendor", value="Himal", confidence=1),
        COMPLETE,
        says("Done."),
    )

    ran = run(scope, add_document(scope), mode=ExtractionMode.CUSTOM, custom_fields=ASKED)

    assert [call.is_error for call in ran.calls] == [True, True, False, True, False]
    assert "the fields are: invoice_number, total, due_date" in ran.tool_answer(0)
    assert "total: should be an amount as a number" in ran.tool_answer(1)
    assert ran.view.extracted_fields == {**right, "due_date": None}
    assert ran.view.confidence_scores == {"invoice_number": None, "total": 0.9, "due_date": 0}
    assert "due_date (date)" in str(models.asked[0].body["messages"])


def test_what_is_only_written_another_way_is_understood(scope: Scope, models: ModelServer) -> None:
    folded = {"total": {"value": "NPR 11,300.00", "confidence": 0.9, "quote": "Total 11,300.00"}}
    models.will(calls("extract_fields", fields=folded, confidences={}), COMPLETE, says("Done."))

    ran = run(scope, add_document(scope), mode=ExtractionMode.CUSTOM, custom_fields=ASKED[1:2])

    assert ran.view.status is ExtractionStatus.COMPLETED
    assert ran.view.extracted_fields == {"total": 11300}
    assert ran.view.confidence_scores == {"total": 0.9}


def test_arguments_that_do_not_fit_a_tool_are_a_row_too(scope: Scope, models: ModelServer) -> None:
    models.will(
        calls("extract_fields", fields="all of them", confidences={}),
        SAVE,
        COMPLETE,
        says("Done."),
    )

    ran = run(scope, add_document(scope))

    assert ran.outcomes[0] == ("extract_fields", True)
    assert ran.calls[0].outcome["error"]["type"] == "VALIDATION"
    assert ran.view.status is ExtractionStatus.COMPLETED


def test_characters_that_no_database_holds_are_refused_and_the_run_goes_on(
    scope: Scope, models: ModelServer
) -> None:
    models.will(
        calls("identify_document", document_type="in\x00voice"),
        calls("update_field", path="note", value="a\x00b", confidence=0.5),
        calls("update_field", path="note", value="\ud800", confidence=0.5),
        SAVE,
        COMPLETE,
        says("Done."),
    )

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.COMPLETED
    assert [is_error for _, is_error in ran.outcomes] == [True, True, True, False, False]
    assert "cannot be stored" in ran.tool_answer(1)
    assert "note" not in ran.view.extracted_fields


@pytest.mark.parametrize(
    ("limit", "says_so"),
    [
        ({"extraction_turns": 3}, "3 requests"),
        ({"extraction_tokens": 2_000}, "about 2000 tokens"),
        ({"extraction_seconds": 0.0001}, "0 s"),
    ],
    ids=["turns", "tokens", "time"],
)
def test_a_run_ends_at_its_limits(
    scope: Scope, models: ModelServer, settings, limit: dict[str, Any], says_so: str
) -> None:
    change(settings, **limit)
    models.will(SAVE)
    models.otherwise = calls("get_document_text")

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.FAILED
    assert says_so in ran.frames[-1]["error"]


def test_a_model_that_is_away_fails_the_run_with_its_reason(
    scope: Scope, models: ModelServer
) -> None:
    models.otherwise = fails(500)

    ran = run(scope, add_document(scope))

    assert ran.view.status is ExtractionStatus.FAILED
    assert "provider openai" in ran.frames[-1]["error"]


def test_a_correction_reads_the_state_changes_paths_and_summarises(
    scope: Scope, models: ModelServer
) -> None:
    document_id = add_document(scope)
    models.will(SAVE, COMPLETE, says("Done."))
    run(scope, document_id)
    models.will(
        calls("get_current_extraction"),
        calls("update_field", path="vendor.name", value="Himal Traders", confidence=1.0),
        calls("remove_field", path="items[1]"),
        says("The vendor is Himal Traders now, and the second item is gone."),
    )

    ran = correct(scope, document_id, "Himal Traders sold it, and nobody bought any steel rods")

    assert ran.view.status is ExtractionStatus.COMPLETED
    assert ran.view.extracted_fields["vendor"]["name"] == "Himal Traders"
    assert len(ran.view.extracted_fields["items"]) == 1
    assert ran.view.summary.startswith("The vendor is")
    assert ran.frames[-1]["complete"] is True
    assert ran.frames[-1]["changes"] == 2
    assert "nobody bought any steel rods" in str(models.asked[-1].body["messages"])


def test_a_correction_that_fails_leaves_a_complete_record_complete(
    scope: Scope, models: ModelServer
) -> None:
    document_id = add_document(scope)
    models.will(SAVE, COMPLETE, says("Done."))
    run(scope, document_id)
    models.otherwise = fails(500)

    ran = correct(scope, document_id, "Somebody paid five in all")

    assert "error" in ran.frames[-1]
    assert ran.view.status is ExtractionStatus.COMPLETED
    assert ran.view.extracted_fields == FIELDS


UNFOUND_FIELDS = {"vendor": "Himal Traders Pvt. Ltd.", "guarantor": "Nobody at all"}
SURE = {"vendor": 0.21, "guarantor": 0.99}


def test_an_agent_that_is_sure_of_what_stands_nowhere_is_shown_as_both(scope: Scope) -> None:
    document_id = add_document(scope)
    begun = start_extraction(scope, document_id)
    save_fields(
        scope, begun.id, AGENT, evidence_source(scope, document_id), UNFOUND_FIELDS, SURE, {}
    )

    found = get_extraction(scope, begun.id)
    address = reverse("web:extract-one", args=[begun.id])
    page = signed_in(scope).get(address).content.decode()

    assert found.confidence_scores == SURE
    assert found.trust["guarantor"]["score"] < 0.5 < found.trust["vendor"]["score"]
    assert "agent confidence: 99 %" in page
    assert "agent confidence: 21 %" in page
    assert "the text was not found" in page
    assert "the text is in the document" in page
