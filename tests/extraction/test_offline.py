"""The same loop and tools without a model: what it reads is placed, what it cannot, it says."""

from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionStatus
from pramana.extraction.contracts.fields import FieldSpec, FieldType
from pramana.extraction.domain.field_tree import format_path, leaves, value_at
from pramana.kit.scope import Scope
from tests.extraction.conftest import correct, run
from tests.extraction.samples import INVOICE, add_document

WANTED = (
    FieldSpec(name="total", type=FieldType.MONEY),
    FieldSpec(name="blood_group"),
)


def test_an_invoice_is_read_with_the_tools_in_order(scope: Scope) -> None:
    ran = run(scope, add_document(scope))

    assert ran.outcomes == [
        ("get_document_text", False),
        ("identify_document", False),
        ("extract_fields", False),
        ("complete_extraction", False),
    ]
    assert ran.view.status is ExtractionStatus.COMPLETED
    assert ran.view.engine == "offline"
    assert ran.frames[-1]["cost"] == 0
    assert 11300 in [value for _, value in leaves(ran.view.extracted_fields)]


def test_every_value_has_its_words_and_they_stand_there(scope: Scope) -> None:
    ran = run(scope, add_document(scope))

    found = list(leaves(ran.view.extracted_fields))
    assert len(found) > 5
    for path, value in found:
        proof = value_at(ran.view.evidence, path)
        if proof is not None:
            assert INVOICE[proof["start"] : proof["end"]] == proof["quote"], (path, value)
    placed = [value_at(ran.view.evidence, path) for path, _ in found]
    assert sum(proof is not None for proof in placed) >= len(placed) * 0.8


def test_only_the_fields_asked_for_and_null_for_what_is_not_said(scope: Scope) -> None:
    ran = run(scope, add_document(scope), mode=ExtractionMode.CUSTOM, custom_fields=WANTED)

    assert ran.view.extracted_fields == {"total": 11300, "blood_group": None}
    assert ran.view.confidence_scores["blood_group"] == 0
    assert ran.view.confidence_scores["total"] > 0
    assert ran.view.evidence["total"]["quote"] == "11,300.00"


def test_corrections_of_simple_shape(scope: Scope) -> None:
    document_id = add_document(scope)
    run(
        scope,
        document_id,
        mode=ExtractionMode.CUSTOM,
        custom_fields=(*WANTED, FieldSpec(name="note")),
    )

    ran = correct(scope, document_id, "set total to 12000")
    assert ran.view.extracted_fields["total"] == 12000
    assert ran.frames[-1]["changes"] == 1
    ran = correct(scope, document_id, "remove note")
    assert "note" not in ran.view.extracted_fields
    ran = correct(scope, document_id, "remove the fax; set total to 13000")
    assert ran.view.extracted_fields["total"] == 13000
    assert "I did not understand 'remove the fax': there is no field 'fax'." in ran.view.summary


def test_a_rename_moves_the_value(scope: Scope) -> None:
    document_id = add_document(scope)
    before = run(scope, document_id).view.extracted_fields
    path = next(path for path, value in leaves(before) if value == 11300)

    ran = correct(scope, document_id, f"rename {format_path(path)} to bill_total")

    after = dict(leaves(ran.view.extracted_fields))
    assert path not in after
    assert after[(*path[:-1], "bill_total")] == 11300


def test_what_is_not_understood_changes_nothing_and_says_so(scope: Scope) -> None:
    document_id = add_document(scope)
    before = run(scope, document_id).view.extracted_fields

    ran = correct(scope, document_id, "hmm, I wonder about all of this, what do you think")

    assert ran.view.extracted_fields == before
    assert ran.frames[-1]["complete"] is True
    assert ran.frames[-1]["changes"] == 0
    assert "I did not understand" in ran.view.summary
    assert ran.frames[-1]["unclear"]
