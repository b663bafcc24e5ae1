"""Records are created, changed, restored and deleted; every change is a version."""

import pytest
from django.db import connection

from pramana.registry import selectors, services
from pramana.registry.errors import (
    InvalidRecord,
    PatchDoesNotFit,
    RecordChanged,
    RecordNotFound,
    SlugTaken,
    VersionNotFound,
)
from pramana.registry.models import Counter, NameEntry, Record, RecordVersion
from pramana.tenancy.selectors import audit_page
from tests.registry.sample_records import a_district, a_party, a_person

RENAME = [{"op": "replace", "path": "/names/0/en/full", "value": "Sunita Rai Limbu"}]


def test_a_record_has_both_ids_and_is_found_by_either(scope):
    made = services.create_record(scope, a_person(), author="hari", description="From a letter.")
    assert (made.nes_id, made.entity_id, made.number) == ("person_1", "entity:person/sunita-rai", 1)
    for asked in ("person_1", "entity:person/sunita-rai", str(made.record_id), made.record_id):
        assert selectors.get_record(scope, asked).id == made.record_id
    assert services.create_record(scope, a_person("Ram Rai")).nes_id == "person_2"
    assert services.create_record(scope, a_party()).nes_id == "org_1"


def test_ids_that_are_not_known_are_not_found(scope):
    services.create_record(scope, a_district())
    for asked in ("location_2", "person_1", "entity:location/kaski", "nonsense", "\x00"):
        with pytest.raises(RecordNotFound):
            selectors.get_record(scope, asked)


def test_several_ids_are_found_at_once(scope):
    services.create_record(scope, a_person())
    services.create_record(scope, a_district())
    asked = ["person_1", "entity:location/district/kaski", "org_9", "nonsense"]
    found = selectors.find_records(scope, asked)
    assert {text: each.nes_id for text, each in found.items()} == {
        "person_1": "person_1",
        "entity:location/district/kaski": "location_1",
    }


def test_namesakes_get_slugs_of_their_own_and_a_taken_slug_is_refused(scope):
    services.create_record(scope, a_person())
    assert services.create_record(scope, a_person()).entity_id == "entity:person/sunita-rai-2"
    with pytest.raises(SlugTaken, match="sunita-rai"):
        services.create_record(scope, a_person(slug="sunita-rai"))
    assert Record.objects.in_scope(scope).count() == 2


def test_a_name_in_devanagari_alone_gives_a_readable_slug(scope):
    made = services.create_record(scope, a_person(en=""))
    assert made.entity_id == "entity:person/sunita-rai"


def test_a_change_is_a_version_with_who_and_why(scope):
    made = services.create_record(scope, a_person(), author="hari", description="First.")
    changed = services.update_record(
        scope, made.nes_id, RENAME, author="gita", description="Married."
    )
    assert changed.number == 2
    versions, total = selectors.versions_of(scope, "person_1")
    assert total == 2
    assert [(each.author, each.description) for each in versions] == [
        ("hari", "First."),
        ("gita", "Married."),
    ]
    assert versions[0].snapshot["names"][0]["en"]["full"] == "Sunita Rai"
    assert versions[1].author_id == scope.actor_id
    [difference] = selectors.version_differences(scope, "person_1", 1, 2)
    assert (difference.before, difference.after) == ("Sunita Rai", "Sunita Rai Limbu")


def test_a_patch_may_not_touch_what_a_record_is(scope):
    services.create_record(scope, a_person())
    for path in ("/id", "/slug", "/type", "/sub_type", "/created_at"):
        with pytest.raises(PatchDoesNotFit):
            services.update_record(
                scope, "person_1", [{"op": "replace", "path": path, "value": "x"}]
            )


def test_a_patch_that_would_leave_no_record_changes_nothing(scope):
    services.create_record(scope, a_person())
    both = [*RENAME, {"op": "replace", "path": "/names/0/kind", "value": "ALIAS"}]
    with pytest.raises(PatchDoesNotFit, match="PRIMARY"):
        services.update_record(scope, "person_1", both)
    record = selectors.get_record(scope, "person_1")
    assert (record.version, record.title()) == (1, "Sunita Rai")


def test_a_change_that_changes_nothing_leaves_no_version(scope):
    services.create_record(scope, a_person())
    services.update_record(scope, "person_1", RENAME)
    assert services.update_record(scope, "person_1", RENAME).number == 2


def test_the_same_key_has_its_effect_once(scope):
    first = services.create_record(scope, a_person(), source_key="change-1")
    again = services.create_record(scope, a_person(), source_key="change-1")
    assert again == first
    assert Record.objects.in_scope(scope).count() == 1
    patch = [{"op": "add", "path": "/tags/-", "value": "minister"}]
    once = services.update_record(scope, "person_1", patch, source_key="change-2")
    twice = services.update_record(scope, "person_1", patch, source_key="change-2")
    assert once == twice
    assert selectors.get_record(scope, "person_1").data.tags == ("minister",)


def test_a_stale_version_is_refused(scope):
    services.create_record(scope, a_person())
    services.update_record(scope, "person_1", RENAME, expected_version=1)
    with pytest.raises(RecordChanged) as caught:
        services.update_record(
            scope, "person_1", [{"op": "remove", "path": "/names/0/ne"}], expected_version=1
        )
    assert caught.value.newer == 2
    assert caught.value.details["record"]["names"][0]["en"]["full"] == "Sunita Rai Limbu"


def test_an_earlier_version_comes_back_as_a_new_one(scope):
    services.create_record(scope, a_person())
    services.update_record(scope, "person_1", RENAME)
    back = services.restore_version(scope, "person_1", 1, author="gita")
    assert (back.number, back.description) == (3, "Back to version 1.")
    assert selectors.get_record(scope, "person_1").title() == "Sunita Rai"
    with pytest.raises(VersionNotFound):
        services.restore_version(scope, "person_1", 9)


def test_a_record_is_found_by_the_names_it_has_now(scope):
    services.create_record(scope, a_person())
    services.update_record(
        scope,
        "person_1",
        [
            {
                "op": "replace",
                "path": "/names/0",
                "value": {"kind": "PRIMARY", "en": {"full": "Gita"}},
            }
        ],
    )
    texts = NameEntry.objects.in_scope(scope).values_list("text", flat=True)
    assert list(texts) == ["Gita"]


def test_a_deleted_record_leaves_nothing_but_an_audit_entry(scope):
    made = services.create_record(scope, a_person(identifiers=[{"scheme": "x", "value": "1"}]))
    services.delete_record(scope, "person_1")
    with pytest.raises(RecordNotFound):
        selectors.get_record(scope, made.record_id)
    assert not RecordVersion.objects.in_scope(scope).exists()
    assert not NameEntry.objects.in_scope(scope).exists()
    assert audit_page(scope)[0].action == "record.deleted"
    assert services.create_record(scope, a_person()).nes_id == "person_2"


def test_what_is_no_record_takes_no_serial(scope):
    with pytest.raises(InvalidRecord):
        services.create_record(scope, {"type": "person", "names": []})
    assert not Counter.objects.in_scope(scope).exists()


def test_the_gazetteer_holds_every_name_and_its_stamp_grows_with_each_change(scope):
    before = selectors.gazetteer_stamp(scope)
    services.create_record(scope, a_person())
    stamps = [before, selectors.gazetteer_stamp(scope)]
    services.update_record(scope, "person_1", RENAME)
    stamps.append(selectors.gazetteer_stamp(scope))
    services.delete_record(scope, services.create_record(scope, a_district()).nes_id)
    stamps.append(selectors.gazetteer_stamp(scope))
    assert stamps == sorted(set(stamps))
    assert {name.text for name in selectors.gazetteer_names(scope)} == {
        "Sunita Rai Limbu",
        "सुनिता राई",
    }


def test_another_tenant_sees_nothing_and_changes_nothing(scope, other_scope):
    made = services.create_record(scope, a_person())
    assert services.create_record(other_scope, a_district()).nes_id == "location_1"
    for asked in ("person_1", made.entity_id, made.record_id):
        for attempt in (
            lambda asked=asked: selectors.get_record(other_scope, asked),
            lambda asked=asked: selectors.versions_of(other_scope, asked),
            lambda asked=asked: services.update_record(other_scope, asked, RENAME),
            lambda asked=asked: services.restore_version(other_scope, asked, 1),
            lambda asked=asked: services.delete_record(other_scope, asked),
        ):
            with pytest.raises(RecordNotFound):
                attempt()
    assert selectors.find_records(other_scope, ["person_1"]) == {}
    assert selectors.search_records(other_scope, "Sunita Rai").records == []
    assert [name.text for name in selectors.gazetteer_names(other_scope)] == ["Kaski", "कास्की"]
    assert services.create_record(other_scope, a_person()).nes_id == "person_1"
    assert selectors.get_record(scope, "person_1").version == 1


def test_two_at_once_get_serials_and_slugs_of_their_own(transactional_db, scope):
    from concurrent.futures import ThreadPoolExecutor

    def create(number: int) -> str:
        try:
            return services.create_record(scope, a_person(), source_key=f"k{number // 2}").nes_id
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        made = list(pool.map(create, range(8)))
    assert len(set(made)) == 4  # each key was tried twice, side by side
    slugs = Record.objects.in_scope(scope).values_list("slug", flat=True)
    assert sorted(slugs) == ["sunita-rai", "sunita-rai-2", "sunita-rai-3", "sunita-rai-4"]
