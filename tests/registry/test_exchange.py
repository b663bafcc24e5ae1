"""Import and export: nothing is lost or duplicated, and no decision is overwritten."""

import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from pramana.kit.errors import InvalidRequest
from pramana.registry import selectors, services
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.registry.errors import InvalidRecord
from pramana.registry.exchange import (
    FileFormat,
    export_records,
    format_of,
    import_content,
    import_records,
    seed_nepal,
)
from pramana.registry.exchange.formats import read_json_list
from pramana.registry.models import Record, RecordVersion, Relationship
from tests.registry.sample_records import a_district, a_party, a_person


def take(scope, text, format=FileFormat.JSONL, **options):
    said = {"author": "import", "description": "A file.", **options}
    return import_records(scope, io.StringIO(text), format, **said)


def given(scope, format):
    file = io.StringIO()
    export_records(scope, file, format)
    return file.getvalue()


@pytest.fixture
def filled(scope):
    services.create_record(
        scope,
        a_person(
            identifiers=[{"scheme": "wikidata", "value": "Q42"}],
            misspelled_names=[{"kind": "ALIAS", "en": {"full": "Suneeta Rai"}}],
            contacts=[{"type": "EMAIL", "value": "rai@example.org"}],
            tags=["engineer"],
            description={"en": {"value": "Signed the report."}},
        ),
    )
    services.create_record(scope, a_party())
    services.create_record(scope, a_district())
    services.add_relationship(
        scope, "person_1", NewRelationship(RelationshipType.MEMBER_OF, "org_1")
    )
    return scope


@pytest.mark.parametrize(
    "format", [FileFormat.JSONL, FileFormat.NES, FileFormat.CSV, FileFormat.FTM]
)
def test_an_export_can_be_imported_elsewhere_and_a_second_time_changes_nothing(
    filled, other_scope, format
):
    text = given(filled, format)
    assert take(other_scope, text, format).created == 3
    person = selectors.search_records(other_scope, "सुनिता राई").records[0]
    assert person.title() == "Sunita Rai"
    assert [name.en.full for name in person.data.misspelled_names] == ["Suneeta Rai"]
    versions = RecordVersion.objects.in_scope(other_scope).count()

    again = take(other_scope, text, format)
    assert (again.created, again.updated, again.refused) == (0, 0, 0)
    assert RecordVersion.objects.in_scope(other_scope).count() == versions
    with_relations = format in (FileFormat.JSONL, FileFormat.FTM)
    assert Relationship.objects.in_scope(other_scope).count() == int(with_relations)


@pytest.mark.parametrize("format", list(FileFormat))
def test_our_own_file_changes_nothing_where_it_came_from(filled, format):
    tally = take(filled, given(filled, format), format)
    assert (tally.created, tally.updated, tally.linked, tally.refused) == (0, 0, 0, 0)
    assert Record.objects.in_scope(filled).count() == 3


def test_nothing_is_lost_between_two_registries(filled, other_scope):
    take(other_scope, given(filled, FileFormat.JSONL))
    for here in selectors.records_page(filled).records:
        there = selectors.get_record(other_scope, here.entity_id)
        assert there.data == here.data


def test_an_import_updates_imported_records_and_leaves_what_people_decided(scope):
    line = {"id": "entity:person/ram-rai", "names": [{"kind": "PRIMARY", "en": {"full": "Ram"}}]}
    newer = {**line, "tags": ["minister"]}
    newest = {**line, "tags": ["former minister"]}
    assert take(scope, json.dumps(line)).created == 1
    assert take(scope, json.dumps(newer)).updated == 1
    services.update_record(
        scope, "person_1", [{"op": "add", "path": "/tags/-", "value": "checked"}], author="gita"
    )
    assert take(scope, json.dumps(newest)).kept == 1
    assert selectors.get_record(scope, "person_1").data.tags == ("minister", "checked")


def test_unreadable_lines_are_listed_and_the_others_are_imported(scope):
    good = json.dumps({"id": "entity:person/ram-rai", "names": a_person("Ram")["names"]})
    tally = take(scope, f'{good}\nnot json\n\n{{"id": "entity:person/gita"}}\n[1]\n')
    assert (tally.created, tally.refused) == (1, 3)
    assert [problem.split(":")[0] for problem in tally.problems] == ["2", "4", "5"]


def test_the_same_record_twice_in_a_file_is_one(scope):
    line = json.dumps({"id": "entity:person/ram-rai", "names": a_person("Ram")["names"]})
    tally = take(scope, f"{line}\n{line}\n")
    assert (tally.created, tally.unchanged) == (1, 1)


def test_a_record_is_recognised_by_an_identifier(scope):
    services.create_record(scope, a_person(identifiers=[{"scheme": "wikidata", "value": "Q42"}]))
    ftm = {
        "id": "x-1",
        "schema": "Person",
        "properties": {"name": ["Sunita R."], "wikidataId": ["Q42"]},
    }
    assert take(scope, json.dumps(ftm), FileFormat.FTM).kept == 1
    assert Record.objects.in_scope(scope).count() == 1


def test_a_longer_foreign_id_still_finds_its_record(scope):
    record = {
        "entity_prefix": "organization/government/commission",
        "slug": "water-commission",
        "names": a_person("Water Commission", "")["names"],
    }
    take(scope, json.dumps([record]), FileFormat.NES)
    found = selectors.get_record(
        scope, "entity:organization/government/commission/water-commission"
    )
    assert found.entity_id == "entity:organization/government_body/water-commission"
    long_id = "entity:organization/government/commission/water-commission"
    assert selectors.find_records(scope, [long_id])[long_id].id == found.id


def test_a_slug_that_a_file_gives_is_not_taken_by_a_name_before_it(scope):
    text = "type,slug,en\nperson,,Ram Rai\nperson,ram-rai,Ram Prasad Rai\n"
    assert take(scope, text, FileFormat.CSV).created == 2
    assert selectors.get_record(scope, "entity:person/ram-rai").title() == "Ram Prasad Rai"
    assert selectors.get_record(scope, "entity:person/ram-rai-2").title() == "Ram Rai"


def test_namesakes_in_a_csv_stay_two_people_and_reading_it_again_adds_nobody(scope):
    text = "type,en,ne,district\nperson,Ram Rai,राम राई,Kaski\nperson,Ram Rai,राम राई,Kaski\n"
    assert take(scope, text, FileFormat.CSV).created == 2
    assert take(scope, text, FileFormat.CSV).unchanged == 2
    slugs = Record.objects.in_scope(scope).values_list("slug", flat=True)
    assert sorted(slugs) == ["ram-rai", "ram-rai-2"]
    assert selectors.get_record(scope, "person_1").data.attributes == {"district": "Kaski"}


def test_rows_of_one_slug_are_one_record(scope):
    text = "slug,kind,en\nram-rai,,Ram Rai\nram-rai,ALIAS,Ramu\nram-rai,MISSPELLED,Raam\n"
    take(scope, text, FileFormat.CSV, type="person")
    record = selectors.get_record(scope, "entity:person/ram-rai")
    assert [name.kind for name in record.data.names] == ["PRIMARY", "ALIAS"]
    assert len(record.data.misspelled_names) == 1


@pytest.mark.parametrize(
    ("text", "format"),
    [
        ("", FileFormat.CSV),
        ("a,b\n1,2\n", FileFormat.CSV),
        ("7", FileFormat.NES),
        ("[1", FileFormat.NES),
    ],
)
def test_a_file_that_is_something_else_is_refused_as_a_whole(scope, text, format):
    with pytest.raises(InvalidRecord):
        take(scope, text, format)
    assert not Record.objects.in_scope(scope).exists()


def test_a_relation_may_stand_before_its_records(scope):
    lines = [
        {
            "id": "m",
            "schema": "Membership",
            "properties": {"member": ["p"], "organization": ["o"], "startDate": ["2020-01-02"]},
        },
        {"id": "p", "schema": "Person", "properties": {"name": ["Ram Rai"]}},
        {"id": "o", "schema": "Organization", "properties": {"name": ["Terrace Party"]}},
        {"id": "v", "schema": "Vessel", "properties": {"name": ["Ship"]}},
    ]
    tally = take(scope, "\n".join(map(json.dumps, lines)), FileFormat.FTM)
    assert (tally.created, tally.linked, tally.skipped) == (2, 1, 1)
    [relation], _ = selectors.relationships_of(scope, "person_1")
    assert (relation.type, str(relation.start_date)) == ("MEMBER_OF", "2020-01-02")


def test_what_openaleph_reads_has_its_shape(filled):
    entities = [json.loads(line) for line in given(filled, FileFormat.FTM).splitlines()]
    by_schema = {each["schema"]: each["properties"] for each in entities}
    assert set(by_schema) == {"Person", "Organization", "Address", "Membership"}
    assert by_schema["Person"]["name"] == ["Sunita Rai", "सुनिता राई"]
    assert by_schema["Person"]["wikidataId"] == ["Q42"]
    assert by_schema["Organization"]["topics"] == ["pol.party"]
    ids = {each["schema"]: each["id"] for each in entities}
    assert by_schema["Membership"]["member"] == [ids["Person"]]
    assert by_schema["Membership"]["organization"] == [ids["Organization"]]
    for each in entities:
        assert set(each) == {"id", "schema", "properties"}
        for values in each["properties"].values():
            assert values and all(isinstance(value, str) for value in values)


def test_a_list_longer_than_what_is_read_at_once_is_read_whole(monkeypatch):
    monkeypatch.setattr("pramana.registry.exchange.formats.CHUNK", 7)
    whole = [{"name": f"राम {number}", "n": [1.5, 12, number]} for number in range(40)]
    text = json.dumps(whole, ensure_ascii=False, indent=1)
    assert [value for _, value in read_json_list(io.StringIO(f"\ufeff {text} "))] == whole
    lines = "\n".join(json.dumps(each) for each in whole)
    assert [value for _, value in read_json_list(io.StringIO(lines))] == whole


@pytest.mark.parametrize("name", ["registry", "registry.txt", "a.xml"])
def test_a_file_name_without_a_known_extension_is_refused(name):
    with pytest.raises(InvalidRequest, match="--format"):
        format_of(name)


def test_nepal_can_be_seeded_and_seeded_again(scope, other_scope):
    tally = seed_nepal(scope)
    assert (tally.created, tally.linked) == (7 + 77 + 6 + 11, 77 + 6 + 11)
    again = seed_nepal(scope)
    assert (again.created, again.unchanged, again.linked) == (0, 101, 0)
    kaski = selectors.get_record(scope, "entity:location/district/kaski")
    related, _ = selectors.relationships_of(scope, kaski.id)
    assert {(each.source.title(), each.target.title()) for each in related} == {
        ("Kaski", "Gandaki Province"),
        ("Pokhara Metropolitan City", "Kaski"),
    }
    assert selectors.search_records(scope, "काठमाडौं महानगरपालिका").records[0].title() == (
        "Kathmandu Metropolitan City"
    )
    assert not Record.objects.in_scope(other_scope).exists()


def test_a_preview_says_what_an_import_would_do_and_does_nothing(scope):
    people = "person,asha-rai,Asha Rai,Ilam\nperson,bina-rai,Bina Rai,Jumla\n"
    table = f"type,slug,en,district\n{people}road,x,,\n"
    import_content(scope, "people.csv", table.encode(), author="hari")
    patch = [{"op": "replace", "path": "/attributes/district", "value": "Kaski"}]
    services.update_record(scope, "person_1", patch)
    changed = table.replace("Jumla", "Mugu") + "person,gita-rai,Gita Rai,Doti\n"

    tally = import_content(scope, "people.csv", changed.encode(), author="hari", is_preview=True)

    assert (tally.created, tally.updated, tally.kept, tally.refused) == (1, 1, 1, 1)
    [conflict] = tally.conflicts
    assert conflict.nes_id == "person_1"
    assert conflict.lines == ("attributes › district: Kaski → Ilam",)
    assert selectors.records_page(scope).total == 2
    assert selectors.get_record(scope, "person_2").data.attributes["district"] == "Jumla"


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"x" * (10 * 1024 * 1024 + 1), b"", b"\xef\xbb\xbf \n"]
)
def test_bytes_that_are_no_text_and_files_too_large_or_empty_are_refused(scope, content):
    for name in ("people.csv", "people.jsonl"):
        with pytest.raises(InvalidRequest):
            import_content(scope, name, content, author="hari")


def test_a_file_is_previewed_and_imported_over_http(scope, admin):
    table = "type,en\nperson,Asha Rai\n"

    def send_file(**fields):
        file = SimpleUploadedFile("people.csv", table.encode())
        return admin.post("/api/registry/import", {"file": file, **fields})

    assert send_file(preview="true").json()["created"] == 1
    assert selectors.records_page(scope).total == 0
    assert send_file().json()["is_preview"] is False
    assert selectors.records_page(scope).total == 1
    assert send_file(format="ftm").json()["refused"] == 2
