"""Words that a person selects in a document become a field."""

from uuid import UUID, uuid4

import pytest

from pramana.extraction.contracts.extractions import ExtractionMode, ExtractionStatus
from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.errors import DocumentUnknown
from pramana.extraction.selectors.extractions import paths_written_by_hand
from pramana.extraction.services.extractions import (
    keep_selection,
    lock_extraction,
    start_extraction,
)
from pramana.kit.errors import InvalidRequest
from pramana.kit.scope import Scope
from tests.extraction.samples import add_document

TEXT = "Ferry of Kankai\n\nThe toll is 40 rupees. The toll on Saturdays is 40 rupees too."


@pytest.fixture
def ferry(scope: Scope) -> UUID:
    return add_document(scope, TEXT)


def test_selected_words_begin_an_extraction_with_the_selected_place_as_evidence(
    scope: Scope, ferry: UUID
) -> None:
    start = TEXT.rindex("40")

    view = keep_selection(scope, ferry, "Saturday toll (Rs.)", 40, (start, start + 2))

    assert view.status is ExtractionStatus.COMPLETED
    assert view.extracted_fields == {"Saturday toll (Rs.)": 40}
    proof = view.evidence["Saturday toll (Rs.)"]
    assert (proof["start"], proof["quote"], proof["supports"]) == (start, "40", True)
    assert paths_written_by_hand(scope, view.id) == ('["Saturday toll (Rs.)"]',)


def test_more_words_join_the_last_extraction_unless_it_is_locked(scope: Scope, ferry: UUID) -> None:
    first = keep_selection(scope, ferry, "toll", 40, (29, 31))
    second = keep_selection(scope, ferry, "river", "Kankai", (9, 15))
    assert second.id == first.id and set(second.extracted_fields) == {"toll", "river"}

    lock_extraction(scope, first.id)
    third = keep_selection(scope, ferry, "river", "Kankai", (9, 15))
    assert third.id != first.id and third.extracted_fields == {"river": "Kankai"}


def test_a_field_joins_the_chosen_fields_of_a_custom_extraction(scope: Scope, ferry: UUID) -> None:
    specs = [FieldSpec(name="toll")]
    begun = start_extraction(scope, ferry, mode=ExtractionMode.CUSTOM, custom_fields=specs)

    view = keep_selection(scope, ferry, "river", "Kankai", (9, 15))

    assert view.id == begun.id and view.extracted_fields["river"] == "Kankai"
    assert [spec.name for spec in view.custom_fields] == ["toll", "river"]


def test_places_outside_the_text_and_foreign_documents_are_refused(
    scope: Scope, other_scope: Scope, ferry: UUID
) -> None:
    for place in ((5, 5), (9, 3), (0, len(TEXT) + 1)):
        with pytest.raises(InvalidRequest):
            keep_selection(scope, ferry, "toll", 40, place)
    for who, document_id in ((other_scope, ferry), (scope, uuid4())):
        with pytest.raises(DocumentUnknown):
            keep_selection(who, document_id, "toll", 40, (0, 5))
