"""Trust comes from what was checked: words, form, sums and order, a second reading, a person."""

from pramana.extraction.contracts.fields import FieldSpec, FieldType, Signal
from pramana.extraction.domain.evidence import EvidenceSource
from pramana.extraction.domain.trust import (
    assess_trust,
    check_consistency,
    count_low_trust,
    trust_from_signals,
)
from tests.extraction.samples import FIELDS, INVOICE

PAPER = EvidenceSource(INVOICE)


def trust(fields, **given):
    return assess_trust(fields, PAPER.tree(fields, {}), **given)


def test_an_invoice_that_adds_up_is_trusted_more_than_one_that_does_not() -> None:
    right, wrong = trust(FIELDS), trust({**FIELDS, "total": 11500})

    assert right["total"]["signals"] == {
        "quote_found": True, "format_valid": True, "consistent": True,
    }  # fmt: skip
    assert wrong["total"]["signals"] == {
        "quote_found": False, "format_valid": True, "consistent": False,
    }  # fmt: skip
    assert right["total"]["score"] > 0.8 > 0.5 > wrong["total"]["score"]
    assert wrong["subtotal"]["signals"]["consistent"] is False
    assert count_low_trust(FIELDS, right) == 0
    assert count_low_trust({**FIELDS, "total": 11500}, wrong) >= 1


def test_rows_and_their_products_are_added_up() -> None:
    verdicts = check_consistency(FIELDS)

    assert all(verdicts.values())
    assert ("items", 0, "amount") in verdicts
    broken = {**FIELDS, "items": [{**FIELDS["items"][0], "quantity": 11}, FIELDS["items"][1]]}
    assert check_consistency(broken)[("items", 0, "quantity")] is False
    assert check_consistency(broken)[("items", 1, "quantity")] is True


def test_a_discount_is_taken_off_and_rounding_is_forgiven() -> None:
    fields = {"subtotal": 100, "discount": 10, "tax": 11.7, "total": 101.72}

    assert check_consistency(fields)[("total",)] is True


def test_what_begins_comes_before_what_ends() -> None:
    assert check_consistency({"start_date": "2024-05-01", "end_date": "2024-06-01"})[("end_date",)]
    late = check_consistency({"invoice_date": "2024-05-01", "due_date": "2024-04-01"})
    assert late == {("invoice_date",): False, ("due_date",): False}
    assert check_consistency({"a": {"start": "2024-05-01"}, "b": {"end": "2023-01-01"}}) == {}


def test_a_value_of_the_wrong_form_is_trusted_less() -> None:
    specs = [FieldSpec(name="when", type=FieldType.DATE)]

    assert trust({"when": "soon"}, specs=specs)["when"]["signals"]["format_valid"] is False
    assert trust({"date": "31 May 2024"})["date"]["signals"]["format_valid"] is False
    assert "format_valid" not in trust({"vendor": "Himal"})["vendor"]["signals"]


def test_a_second_reading_counts_at_the_same_place_only() -> None:
    at = INVOICE.index("11,300.00")
    same = [{"value": 11300, "start": at, "end": at + 9}]
    elsewhere = [{"value": 11300, "start": 0, "end": 5}]

    assert trust({"total": 11300}, second=same)["total"]["signals"]["readings_agree"] is True
    other = trust({"total": 11300}, second=elsewhere)["total"]["signals"]
    assert other["readings_agree"] is False


def test_a_second_reading_that_calls_it_a_quantity_does_not_bear_out_a_price() -> None:
    at = INVOICE.index("11,300.00")
    place = {"value": 11300, "start": at, "end": at + 9}
    counted, priced = ([{**place, "path": f"items[0].{name}"}] for name in ("quantity", "amount"))

    assert trust({"price": 11300}, second=counted)["price"]["signals"]["readings_agree"] is False
    assert trust({"price": 11300}, second=priced)["price"]["signals"]["readings_agree"] is True


def test_what_a_person_wrote_needs_no_other_proof() -> None:
    found = trust({"vendor": {"name": "Nobody"}}, by_hand=[("vendor",)])

    assert found["vendor"]["name"]["score"] == 1.0
    assert found["vendor"]["name"]["signals"]["by_hand"] is True


def test_a_missing_value_has_no_trust() -> None:
    assert trust({"fax": None}) == {"fax": None}


def test_each_signal_moves_trust_in_its_own_direction() -> None:
    for signal in (Signal.QUOTE, Signal.FORMAT, Signal.CONSISTENT, Signal.AGREES):
        assert (
            trust_from_signals({signal: True}).score
            > trust_from_signals({}).score
            > trust_from_signals({signal: False}).score
        )
    assert trust_from_signals(dict.fromkeys(Signal, False)).score == 0
    everything = {signal: True for signal in Signal if signal is not Signal.PERSON}
    assert trust_from_signals(everything).score == 1.0


def test_service_charge_and_several_taxes_are_part_of_the_sum() -> None:
    bill = {"subtotal": 2000, "service_charge": 200, "tax": 286, "total": 2486}
    indian = {"subtotal": 1000, "cgst": 90, "sgst": 90, "rounding": 0.4, "total": 1180.4}

    assert check_consistency(bill)[("service_charge",)] is True
    assert check_consistency(indian)[("total",)] is True
    assert check_consistency({**bill, "total": 2586})[("total",)] is False


def test_a_subtotal_may_be_written_after_the_discount() -> None:
    fields = {"subtotal": 90, "discount": 10, "shipping": 5, "tax": 18, "total": 113}

    assert check_consistency(fields)[("discount",)] is True


def test_the_chance_of_a_reading_is_its_trust_and_checks_move_it() -> None:
    plain = {Signal.QUOTE: True, Signal.FORMAT: True}

    assert trust_from_signals(plain, 0.8).score == 0.8
    assert trust_from_signals({**plain, Signal.CONSISTENT: True}, 0.8).score > 0.8
    assert trust_from_signals({**plain, Signal.CONSISTENT: False}, 0.8).score < 0.6
    assert trust_from_signals({Signal.QUOTE: False}, 0.8).score < 0.8
    assert trust_from_signals({Signal.PERSON: True}, 0.1).score == 1.0


def test_chances_are_looked_up_by_path() -> None:
    fields = {"total": 11300, "vendor": None}

    trusted = trust(fields, chances={"total": 0.4, "vendor": 0.0})

    assert trusted["total"]["score"] == 0.4
    assert trusted["vendor"] is None
