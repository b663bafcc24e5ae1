"""Papers of many kinds, asked about fields in words that are not their labels."""

import pytest

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Json
from pramana.extraction.domain.reading.field_reader import read_fields

LEASE_OF_A_PRESS = """EQUIPMENT HIRE AGREEMENT
No. KP-77
Dated 3 March 2025
Corvane Print Machines Limited, incorporated in Ireland with number
558812, registered office 4 Quay Row, Cork ("the Lender")
and
Saltmarsh Community Press, Reed Road
("the Workshop")
have agreed as follows.
1 Time
1.1 The hire period runs from 1 April 2025 to 31 March 2028.
1.2 The Workshop may end it on 31 March 2026 by giving two
months' notice.
2 Law
2.1 The law of Ireland applies.
"""


def value_of(text: str, name: str, kind: FieldType = FieldType.STRING) -> Json:
    found = read_fields(text, [FieldSpec(name=name, type=kind)])
    return found[0].value if found else None


@pytest.mark.parametrize(
    ("name", "kind", "value"),
    [
        ("Start", FieldType.DATE, "2025-04-01"),
        ("End of the hire", FieldType.DATE, "2028-03-31"),
        ("Lender", FieldType.STRING, "Corvane Print Machines Limited"),
        ("Notice", FieldType.STRING, "two months'"),
    ],
)
def test_a_contract_names_its_parties_its_period_and_its_notice(
    name: str, kind: FieldType, value: str
) -> None:
    assert str(value_of(LEASE_OF_A_PRESS, name, kind)) in (value, value.rstrip("'"))


def test_the_title_of_a_contract_is_no_provider() -> None:
    assert "AGREEMENT" not in str(value_of(LEASE_OF_A_PRESS, "Service provider"))


def test_a_total_with_vat_is_no_total_of_vat() -> None:
    text = (
        "OFFER\nFarrow Roofing\n\n"
        "Works  GBP 4,000.00\nVAT 20 %  GBP 800.00\nTotal to pay  GBP 4,800.00\n"
    )

    assert value_of(text, "Total with VAT", FieldType.MONEY) == 4800
    assert value_of(text, "VAT", FieldType.MONEY) == 800


def test_a_sort_code_does_not_put_the_month_first() -> None:
    text = "INVOICE 12\nDate: 05/02/2026\nPay by: 05/03/2026\nBank: sort code 20-88-14\n"

    assert value_of(text, "Pay by", FieldType.DATE) == "2026-03-05"


def test_a_label_and_its_value_may_stand_on_lines_of_their_own() -> None:
    text = "INVOICE\nTerms Net 30\nPay by\n03/11/2026\nAccount 77\n"

    assert value_of(text, "Due date", FieldType.DATE) == "2026-11-03"


def test_a_number_sign_asks_for_a_code_and_a_code_is_no_customer() -> None:
    text = "FACTURE N° 81\nN° client : K-204\nDate : 04/05/2026\n"

    assert value_of(text, "N° client") == "K-204"
    assert value_of(text, "Customer") is None


def test_a_nepali_letterhead_names_the_seller_and_its_pan() -> None:
    text = (
        "त्रिवेणी कागज उद्योग प्रा. लि.\nबुटवल–७, रुपन्देही\nस्थायी लेखा नं. (PAN) : ३०९८७६५४१\n\n"
        "कर बीजक\n\nबीजक नं. : ०४४\nक्रेताको PAN : ६०१२३४५६७\n\n"
        "जम्मा  १,०००.००\nमू.अ.क. १३ %  १३०.००\nकुल रकम  १,१३०.००\n"
    )

    assert value_of(text, "विक्रेता") == "त्रिवेणी कागज उद्योग प्रा. लि."
    assert value_of(text, "Seller's PAN") == "३०९८७६५४१"
    assert value_of(text, "Tax", FieldType.MONEY) == 130


def test_a_field_called_after_a_trade_is_the_sender_of_the_bill() -> None:
    text = (
        "DEODAR HILL LODGE\nNagarkot Tel 01-555201\nBill No: 12 Date: 2026-01-05\n"
        "Guest: P. Lund Room:4\nTotal 900.00\n"
    )

    assert value_of(text, "Lodge") == "DEODAR HILL LODGE"
    assert value_of(text, "Guest") == "P. Lund"


def test_a_signature_names_the_seller_where_the_letterhead_does_not() -> None:
    text = (
        "TAX INVOICE\n\n12 Dock Road, Kandla 370210\tInvoice No.: 7\n\nTotal\t₹ 90.00\n\n"
        "for Nandi Wire Works LLP\nAuthorised signatory\n"
    )

    assert value_of(text, "Supplier") == "Nandi Wire Works LLP"


def test_the_name_of_a_field_may_be_the_unit_of_its_value() -> None:
    assert value_of("Time needed: 9 working days.\nGuarantee: 4 years.\n", "Working days") in (
        "9 working days",
        "9",
    )


def test_a_column_of_roles_is_read_row_by_row() -> None:
    text = "पद\tनाम\nअध्यक्ष\tमीरा गुरुङ\nसचिव\tरमेश थापा\nकोषाध्यक्ष\tलीला राई\n"

    assert value_of(text, "Treasurer") == "लीला राई"
    assert value_of(text, "Secretary") == "रमेश थापा"


def test_two_columns_hold_a_block_each() -> None:
    text = (
        "TAX INVOICE\n\n"
        "Nandi Wire Works LLP 8 Mill Road, Surat GSTIN: 24AAAFN1111A1Z1\tInvoice No.: 9\n"
        "Buyer Chola Fence Company Ltd. 3 Fort Street, Madurai GSTIN: 33AAACC2222B1Z2\tPlace: TN\n"
    )

    assert value_of(text, "Buyer GSTIN") == "33AAACC2222B1Z2"
    assert value_of(text, "Buyer") == "Chola Fence Company Ltd."


def test_the_name_of_a_bank_ends_before_its_account() -> None:
    text = "INVOICE\nBank: Tarn Valley Bank, sort code 20-11-46, account 85752226\n"

    assert value_of(text, "Bank name") == "Tarn Valley Bank"


def test_the_number_of_the_buyer_is_no_count() -> None:
    text = (
        "TAX INVOICE\nChola Fence Company Ltd.\nGSTIN: 33AAACC2222B1Z2\n\n"
        "Sold to\nNandi Wire Works LLP\n8 Mill Road, Surat 395003\nGSTIN: 24AAAFN1111A1Z1\n"
    )

    assert value_of(text, "Tax number of the buyer") == "24AAAFN1111A1Z1"
    assert value_of(text, "Address of the buyer") == "8 Mill Road, Surat 395003"


def test_a_contract_says_when_it_takes_effect_and_when_it_expires() -> None:
    text = "1. Duration. It takes effect on 4 May 2026 and expires on 3 May 2029.\n"

    assert value_of(text, "Start date", FieldType.DATE) == "2026-05-04"
    assert value_of(text, "End date", FieldType.DATE) == "2029-05-03"
