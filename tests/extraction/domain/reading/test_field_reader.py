import pytest

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.reading.document_reader import infer_columns
from pramana.extraction.domain.reading.field_reader import read_fields
from tests.extraction.domain.reading import samples

DATE, MONEY = FieldType.DATE, FieldType.MONEY


def one(text: str, name: str, kind: FieldType = FieldType.STRING, about: str = "") -> Json:
    found = read_fields(text, [FieldSpec(name=name, type=kind, description=about)])
    assert all(each.path == name and text[each.start : each.end] == each.quote for each in found)
    assert all(0 < each.confidence < 1 for each in found)
    return found[0].value if found else None


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("company", FieldType.STRING, "Himal Suppliers Pvt. Ltd."),
        ("Vendor", FieldType.STRING, "Himal Suppliers Pvt. Ltd."),
        ("invoiceNumber", FieldType.STRING, "HS-2081/045"),
        ("due_date", DATE, "2024-07-30"),
        ("total", MONEY, 12430),
        ("VAT amount", MONEY, 1430),
        ("customer", FieldType.STRING, "Everest Traders"),
        ("supplier_address", FieldType.TEXT, "New Road-22, Kathmandu, Nepal"),
        ("payment terms", FieldType.STRING, "30 days"),
        ("PAN", FieldType.STRING, "301234567"),
    ],
)
def test_a_field_is_found_by_any_of_its_names(name: str, kind: FieldType, value: Json) -> None:
    assert one(samples.INVOICE, name, kind) == value


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("विक्रेता", FieldType.STRING, "श्री गणेश ट्रेडर्स प्रा.लि."),
        ("मिति", DATE, "2024-06-29"),
        ("कुल रकम", MONEY, 12430),
        ("ग्राहक", FieldType.STRING, "सगरमाथा स्टोर"),
        ("pan number", FieldType.STRING, "३०१२३४५६७"),
    ],
)
def test_nepali_and_english_names_meet(name: str, kind: FieldType, value: Json) -> None:
    assert one(samples.NEPALI_INVOICE, name, kind) == value


def test_a_description_says_what_a_name_does_not() -> None:
    assert one(samples.INVOICE, "x1", MONEY, "the grand total to be paid") == 12430


def test_a_party_is_found_by_what_the_contract_calls_it() -> None:
    assert one(samples.CONTRACT, "contractor") == "Sagarmatha Construction Pvt. Ltd."
    assert one(samples.CONTRACT, "employer") == "Department of Roads"


def test_a_date_without_a_label_is_no_surer_than_it_can_be() -> None:
    assert one(samples.CONTRACT, "date", DATE) == "2024-05-12"


def test_a_papers_own_label_is_enough() -> None:
    assert one(samples.RELEASE, "media contact") == "Dilli Ram Pokharel"
    assert one("Vehicle plate: BA 2 PA 1234\nColour: red", "vehicle plate") == "BA 2 PA 1234"


def test_what_is_not_said_is_absent() -> None:
    assert one(samples.INVOICE, "favourite colour") is None
    assert one(samples.LETTER, "bid security", MONEY) is None


def test_a_value_of_the_wrong_type_is_not_taken() -> None:
    assert one("Delivery window: soon", "delivery window", FieldType.NUMBER) is None
    assert one(samples.INVOICE, "due date", MONEY) is None
    assert one("Insured: yes", "insured", FieldType.BOOLEAN) is True
    assert one("Insured: maybe", "insured", FieldType.BOOLEAN) is None


def test_rows_come_under_the_names_that_were_given() -> None:
    spec = FieldSpec(
        name="lines",
        type=FieldType.TABLE,
        children=(FieldSpec(name="item"), FieldSpec(name="line_total", type=MONEY)),
    )

    found = {each.path: each.value for each in read_fields(samples.INVOICE, [spec])}

    assert found == {
        "lines[0].item": "Printer paper A4",
        "lines[0].line_total": 4500,
        "lines[1].item": "Toner cartridge",
        "lines[1].line_total": 6500,
    }


def test_an_object_is_read_part_by_part() -> None:
    spec = FieldSpec(
        name="vendor",
        type=FieldType.OBJECT,
        children=(FieldSpec(name="name"), FieldSpec(name="tax_id")),
    )

    found = {each.path: each.value for each in read_fields(samples.INVOICE, [spec])}

    assert found == {"vendor.name": "Himal Suppliers Pvt. Ltd.", "vendor.tax_id": "301234567"}


def test_people_and_decisions_are_lists() -> None:
    spec = FieldSpec(name="attendees", type=FieldType.LIST)

    found = [each.value for each in read_fields(samples.MINUTES, [spec])]

    assert found == ["Sita Thapa", "Hari Karki"]


def test_inferred_columns_find_their_values_again() -> None:
    texts = [samples.INVOICE, samples.NEPALI_INVOICE]

    columns = infer_columns(texts)

    assert len(columns) > 5
    for text in texts:
        assert {each.path for each in read_fields(text, columns)} == {c.name for c in columns}


def test_a_number_of_something_else_is_not_any_number():
    text = "TAX INVOICE\nHimal Suppliers Pvt. Ltd.\nInvoice No: INV-2041\nTotal Rs. 12,300.00\n"

    assert read_fields(text, [FieldSpec(name="passport_number", type=FieldType.STRING)]) == []
    [number] = read_fields(text, [FieldSpec(name="invoice_number", type=FieldType.STRING)])
    assert number.value == "INV-2041"
