"""The built-in templates are complete, and their fields are found in papers of their kind."""

from pramana.extraction.contracts.fields import FieldType
from pramana.extraction.domain.reading.field_reader import read_fields
from pramana.extraction.services.templates import starter_template, starter_templates

LEASE = """LEASE
This lease is made on 4 February 2026 between Rowan Estates Limited ("the Landlord") and
Fennel & Thyme Ltd ("the Tenant").
1. The term begins on 1 March 2026 and ends on 28 February 2029.
2. The rent is £9,600 a year.
3. The Tenant has paid a deposit of £2,400.
4. This lease is governed by the law of Scotland.
"""


def test_every_kind_of_paper_has_a_template_of_its_own() -> None:
    keys = [each.key for each in starter_templates()]

    assert len(keys) == len(set(keys))
    assert {"invoice", "receipt", "contract", "lease", "minutes", "bid", "cv"} <= set(keys)
    assert {"bank_statement", "letter"} <= set(keys)
    assert starter_template("no such") is None


def test_tables_of_a_template_name_their_columns() -> None:
    for template in starter_templates():
        for spec in template.fields:
            assert bool(spec.children) is (spec.type is FieldType.TABLE)


def test_a_lease_is_read_with_its_template() -> None:
    template = starter_template("lease")
    assert template is not None

    values = {each.path: each.value for each in read_fields(LEASE, template.fields)}

    assert values["landlord"] == "Rowan Estates Limited"
    assert values["tenant"] == "Fennel & Thyme Ltd"
    assert values["start of term"] == "2026-03-01"
    assert values["deposit"] == 2400
    assert "guarantor" not in values
