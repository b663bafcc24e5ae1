"""Records by name in either script, also while a person is still typing."""

import pytest

from pramana.registry import selectors, services
from pramana.registry.contracts import RecordFilter, RecordType
from tests.registry.sample_records import a_district, a_party, a_person


@pytest.fixture
def filled(scope):
    services.create_record(scope, a_person())
    services.create_record(scope, a_person("Ram Bahadur Gurung", "राम बहादुर गुरुङ"))
    services.create_record(scope, a_district())
    services.create_record(scope, a_party())
    return scope


def titles(page):
    return [record.title() for record in page.records]


@pytest.mark.parametrize("query", ["Sunita Rai", "सुनिता राई", "Suneeta Rai", "sunita", "Sun"])
def test_a_person_is_found_in_either_script_and_before_the_name_is_whole(filled, query):
    assert titles(selectors.search_records(filled, query))[0] == "Sunita Rai"


def test_an_id_finds_its_record(filled):
    for query in ("person_2", "entity:person/ram-bahadur-gurung"):
        assert titles(selectors.search_records(filled, query))[0] == "Ram Bahadur Gurung"


def test_nothing_asked_gives_everything_by_title(filled):
    page = selectors.search_records(filled, "  ", limit=2, offset=1)
    assert titles(page) == ["Ram Bahadur Gurung", "Sunita Rai"]
    assert page.total == 4


def test_filters_hold_for_names_too(filled):
    found = selectors.search_records(filled, "Kaski", RecordFilter(entity_type=RecordType.LOCATION))
    assert titles(found) == ["Kaski"]
    assert (
        titles(
            selectors.search_records(filled, "Kaski", RecordFilter(entity_type=RecordType.PERSON))
        )
        == []
    )
    assert titles(
        selectors.search_records(filled, "", RecordFilter(sub_type="political_party"))
    ) == ["Terrace Party"]
    assert (
        titles(selectors.search_records(filled, "Kaski", RecordFilter(sub_type="province"))) == []
    )


def test_what_nobody_is_called_finds_nothing(filled):
    page = selectors.search_records(filled, "Zbigniew Brzezinski")
    assert (page.records, page.total) == ([], 0)


def test_a_candidate_comes_with_reasons_a_person_can_check(filled):
    [first, *_] = selectors.candidates_for(filled, "राम बहादुर गुरुङ", entity_type=RecordType.PERSON)
    assert first.record.nes_id == "person_2"
    assert first.score > 0.9
    assert first.reasons


def test_misspelled_names_lead_to_the_record(scope):
    wrong = [{"kind": "ALIAS", "en": {"full": "Xanthippe Quux"}}]
    services.create_record(scope, a_person(misspelled_names=wrong))
    assert titles(selectors.search_records(scope, "Xanthippe Quux")) == ["Sunita Rai"]
