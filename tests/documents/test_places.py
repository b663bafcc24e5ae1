"""Where words are: a cell of a sheet, a slide, a header of a mail."""

import pytest
from django.core.files.base import ContentFile

from pramana.documents.reading.contracts import FileKind
from pramana.documents.selectors import document_text
from pramana.documents.selectors.structure import kinds_with_places, place_name
from pramana.documents.services import add_file
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from tests.documents.reading.samples import message, presentation, workbook

pytestmark = pytest.mark.django_db

PRICES = workbook({"Prices": [["Item", "Rate"], ["Pump", "84,000"], ["Rope", "1,250"]]})


def place(scope: Scope, name: str, content: bytes, words: str) -> str:
    added = add_file(scope, name, ContentFile(content))
    drain_jobs()
    start = document_text(scope, added.id).index(words)
    [kind] = kinds_with_places(scope, {added.id}).values()
    return place_name(scope, added.id, kind, start, start + len(words))


def test_a_cell_is_named_by_its_sheet_and_address(scope: Scope, words_only: None) -> None:
    assert place(scope, "prices.xlsx", PRICES, "84,000") == "Prices!B2"


def test_several_cells_are_named_as_a_range(scope: Scope, words_only: None) -> None:
    added = add_file(scope, "prices.xlsx", ContentFile(PRICES))
    drain_jobs()
    text = document_text(scope, added.id)
    start, end = text.index("Pump"), text.index("84,000") + 6

    assert place_name(scope, added.id, FileKind.XLSX, start, end) == "Prices!A2–B2"


def test_csv_cells_have_addresses_without_a_sheet(scope: Scope, words_only: None) -> None:
    assert place(scope, "wells.csv", b"name,depth\nKhola,40 m\nDanda,55 m\n", "55 m") == "B3"


def test_a_slide_is_named_by_its_number(scope: Scope, words_only: None) -> None:
    added = add_file(scope, "talk.pptx", ContentFile(presentation()))
    drain_jobs()
    text = document_text(scope, added.id)

    assert place_name(scope, added.id, FileKind.PPTX, 0, 3) == "slide 1"
    assert place_name(scope, added.id, FileKind.PPTX, len(text) - 2, len(text)).startswith("slide ")


def test_a_header_of_a_mail_is_named_and_its_body_is_not(scope: Scope, words_only: None) -> None:
    assert place(scope, "a.eml", message(), "Asha Tamang") == "From"
    assert place(scope, "b.eml", message(), "the pump costs") == ""


def test_plain_documents_and_those_of_others_have_no_places(
    scope: Scope, other_scope: Scope, words_only: None
) -> None:
    plain = add_file(scope, "a.txt", ContentFile(b"The pump costs Rs. 84,000."))
    sheet = add_file(scope, "prices.xlsx", ContentFile(PRICES))
    drain_jobs()

    assert set(kinds_with_places(scope, {plain.id, sheet.id})) == {sheet.id}
    assert kinds_with_places(other_scope, {plain.id, sheet.id}) == {}
