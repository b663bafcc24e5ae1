"""Filters, bookmarks, saved views, and edits of many records."""

import pytest

from pramana.kit.errors import InvalidRequest
from pramana.registry import selectors, services
from pramana.registry.contracts import RecordFilter, RecordType
from pramana.registry.errors import RecordNotFound
from pramana.registry.services.curation import BulkEdit
from pramana.registry.services.records import erase_author
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.registry.sample_records import a_district, a_party, a_person
from tests.registry.test_api import ENTITIES, send


@pytest.fixture
def filled(scope):
    kaski = a_person(attributes={"district": "Kaski"}, tags=["engineer"])
    return [
        services.create_record(scope, each).record_id
        for each in (kaski, a_person("Hari Tamang", "", attributes={"district": "Ilam"}), a_party())
    ]


def titles(scope, query="", **chosen):
    page = selectors.search_records(scope, query, RecordFilter(**chosen))
    return [each.title() for each in page.records]


def test_tags_attributes_and_bookmarks_narrow_the_list_and_the_search(scope, filled):
    services.set_bookmark(scope, filled[1], is_set=True)

    assert titles(scope, tag="engineer") == ["Sunita Rai"]
    assert titles(scope, attribute="district=kas") == ["Sunita Rai"]
    assert titles(scope, attribute="district") == ["Hari Tamang", "Sunita Rai"]
    assert titles(scope, is_bookmarked=True) == ["Hari Tamang"]
    for odd in ("=Kaski", "99999999999999999999", "-1=x", "%", "no_such_key"):
        assert titles(scope, attribute=odd) == []
    assert titles(scope, "Sunita", attribute="district=Ilam") == []
    assert titles(scope, "Sunita", tag="engineer", entity_type=RecordType.PERSON) == ["Sunita Rai"]


def test_a_bookmark_is_its_owners(scope, filled):
    services.set_bookmark(scope, filled[0], is_set=True)
    services.set_bookmark(scope, filled[0], is_set=True)
    other = make_member(scope, Role.VIEWER)

    assert [selectors.is_bookmarked(scope, each) for each in filled] == [True, False, False]
    assert not selectors.is_bookmarked(other, filled[0])
    services.set_bookmark(scope, filled[0], is_set=False)
    assert not selectors.is_bookmarked(scope, filled[0])


def test_a_bookmark_follows_a_merge_and_its_undoing(scope, filled):
    kept, other, _party = filled
    services.set_bookmark(scope, other, is_set=True)
    services.merge_records(scope, kept, other)

    assert titles(scope, is_bookmarked=True) == ["Sunita Rai"]
    assert selectors.is_bookmarked(scope, kept)
    services.undo_merge(scope, other)
    assert titles(scope, is_bookmarked=True) == ["Hari Tamang"]
    services.merge_records(scope, kept, other)
    services.set_bookmark(scope, kept, is_set=False)
    assert titles(scope, is_bookmarked=True) == []


def test_a_view_is_saved_replaced_and_deleted_by_its_owner(scope):
    services.save_view(scope, "Engineers", {"tag": "engineer"})
    view = services.save_view(scope, " Engineers ", {"tag": "bridge"})
    other = make_member(scope, Role.VIEWER)

    assert selectors.saved_views(scope) == [view] and view.filters == {"tag": "bridge"}
    assert selectors.saved_views(other) == [] and not services.delete_view(other, view.id)
    assert services.delete_view(scope, view.id) and selectors.saved_views(scope) == []
    with pytest.raises(InvalidRequest):
        services.save_view(scope, "  ", {})


def test_many_records_are_edited_together_or_not_at_all(scope, filled):
    edit = BulkEdit(
        ("checked",), ("engineer",), {"district": None, "party": "Terrace"}, "Together."
    )

    assert services.edit_records(scope, filled[:2], edit, author="hari") == 2

    record = selectors.get_record(scope, filled[0])
    assert record.data.tags == ("checked",) and record.data.attributes == {"party": "Terrace"}
    assert (record.version, record.description) == (2, "Together.")
    assert services.edit_records(scope, filled[:2], edit) == 0
    place = services.create_record(scope, a_district())
    with pytest.raises(RecordNotFound):
        services.edit_records(scope, [place.record_id, "person_99"], edit)
    assert selectors.get_record(scope, place.record_id).version == 1


def test_erasing_a_person_erases_their_bookmarks_and_views(scope, filled):
    services.set_bookmark(scope, filled[0], is_set=True)
    services.save_view(scope, "Mine", {})

    erase_author(scope.actor_id, "hari")

    assert selectors.saved_views(scope) == []
    assert not selectors.is_bookmarked(scope, filled[0])


def test_all_of_it_over_http(scope, filled, admin):
    mark = {"entity": "person_1"}
    assert send(admin, "post", "/api/registry/bookmarks", mark).status_code == 204
    page = admin.get(ENTITIES, {"bookmarked": "true"}).json()
    assert [each["nes_id"] for each in page["entities"]] == ["person_1"]
    view = {"name": "Ilam", "filters": {"attribute": "district=Ilam"}}
    made = send(admin, "post", "/api/registry/views", view)
    assert made.status_code == 201
    assert [each["name"] for each in admin.get("/api/registry/views").json()["views"]] == ["Ilam"]
    address = f"/api/registry/views/{made.json()['id']}"
    assert admin.delete(address).status_code == 204 and admin.delete(address).status_code == 404
    edit = {
        "ids": ["person_1", "person_2"],
        "add_tags": ["checked"],
        "attributes": {"district": None},
    }
    assert send(admin, "post", "/api/registry/edit", edit).json() == {"changed": 2}
    assert admin.get(ENTITIES, {"tag": "checked"}).json()["total"] == 2
    assert send(admin, "post", "/api/registry/edit", {"ids": []}).status_code == 400
