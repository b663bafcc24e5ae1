"""One extraction as a file: every value with its source, and rows as sheets."""

import csv
import io
import json

import openpyxl
import pytest

from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.exports import export_extraction
from pramana.kit.scope import Scope
from pramana.tenancy.testing import make_key
from tests.callers import with_key
from tests.extraction.samples import FIELDS, extracted, save

pytestmark = pytest.mark.usefixtures("words_only")


def test_every_value_is_in_the_file_with_its_source(scope: Scope) -> None:
    view = get_extraction(scope, extracted(scope))

    rows = list(csv.DictReader(io.StringIO(export_extraction(view, "csv").decode("utf-8-sig"))))
    by_path = {row["field"]: row for row in rows}
    assert by_path["items[1].name"]["value"] == "Steel rods"
    assert by_path["invoice_number"]["source"] == "INV-2041"
    content = json.loads(export_extraction(view, "json"))
    assert content["fields"] == FIELDS
    assert content["evidence"]["total"]["quote"] == "11,300.00"


def test_rows_are_a_sheet_of_their_own(scope: Scope) -> None:
    view = get_extraction(scope, extracted(scope))

    book = openpyxl.load_workbook(io.BytesIO(export_extraction(view, "xlsx")))

    assert book.sheetnames == ["Fields", "1 items"]
    assert [cell.value for cell in book["1 items"][1]] == ["name", "quantity", "price", "amount"]
    assert [cell.value for cell in book["1 items"][3]] == ["Steel rods", 2, 750, 1500]
    fields = {row[0].value: row[1].value for row in book["Fields"].iter_rows(min_row=2)}
    assert fields["total"] == 11300
    assert "items[0].name" not in fields


def test_text_of_a_document_never_becomes_a_formula(scope: Scope) -> None:
    extraction_id = extracted(scope)
    save(scope, extraction_id, note='=HYPERLINK("https://example.org")')
    view = get_extraction(scope, extraction_id)

    assert "'=HYPERLINK" in export_extraction(view, "csv").decode()
    book = openpyxl.load_workbook(io.BytesIO(export_extraction(view, "xlsx")))
    assert all(cell.data_type != "f" for row in book["Fields"].iter_rows() for cell in row)


def test_a_file_is_sent_to_who_may_see_the_extraction(scope: Scope, other_scope: Scope) -> None:
    address = f"/api/agent/extractions/{extracted(scope)}/export"
    own, other = (with_key(make_key(each)) for each in (scope, other_scope))

    answer = own.get(address, {"format": "xlsx"})

    assert answer.status_code == 200
    assert 'filename="extraction.xlsx"' in answer.headers["Content-Disposition"]
    assert own.get(address, {"format": "pdf"}).status_code == 400
    assert other.get(address).status_code == 404
