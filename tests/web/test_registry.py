"""The registry's pages over HTTP."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from pramana.kit.scope import Scope
from pramana.registry import selectors, services
from pramana.registry.contracts import NewRelationship, RelationshipType
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_member
from tests.extraction.samples import add_document
from tests.registry.sample_records import a_district, a_party, a_person
from tests.web.test_access import signed_in

FORM = {
    "name_en": ["Sunita Rai", ""],
    "name_ne": ["सुनिता राई", ""],
    "name_kind": ["PRIMARY", "ALIAS"],
    "tags": "engineer, signed",
    "reason": "From a letter.",
}


def made(scope: Scope, data: dict[str, Any], **options: Any) -> Any:
    return services.create_record(scope, data, **options).record_id


@pytest.fixture
def person(scope: Scope) -> Any:
    return made(
        scope,
        a_person(
            names=[
                {
                    "kind": "PRIMARY",
                    "en": {"full": "Sunita Rai", "given": "Sunita", "family": "Rai"},
                    "ne": {"full": "सुनिता राई"},
                }
            ],
            attributes={"district": "Kaski", "children": 2, "address": {"ward": 4}},
            attributions=[
                {"title": {"en": {"value": "Letter"}}, "details": {"en": {"value": "/app/library"}}}
            ],
        ),
        author="hari",
    )


def test_the_list_finds_in_either_script_and_holds_no_one_elses(
    scope: Scope, other_scope: Scope, person: Any
) -> None:
    made(scope, a_party())
    for query in ("सुनिता", "Suneeta Rai", "person_1"):
        page = signed_in(scope).get(reverse("web:registry"), {"name": query}).content.decode()
        assert str(person) in page
        assert "Terrace Party" not in page
    stranger = signed_in(other_scope)
    assert str(person) not in stranger.get(reverse("web:registry")).content.decode()
    assert stranger.get(reverse("web:registry-record", args=[person])).status_code == 404


@pytest.mark.parametrize(
    "query",
    [
        "?type=animal&sub_type=x&from=x",
        "?name=%00",
        "?from=999999",
        "?type=person&sub_type=district",
    ],
)
def test_an_address_that_makes_no_sense_shows_the_list(scope: Scope, query: str) -> None:
    assert signed_in(scope).get(reverse("web:registry") + query).status_code == 200


def test_a_record_shows_names_facts_relations_sources_and_versions(
    scope: Scope, person: Any
) -> None:
    made(scope, a_party())
    services.add_relationship(scope, person, NewRelationship(RelationshipType.MEMBER_OF, "org_1"))
    page = signed_in(scope).get(reverse("web:registry-record", args=[person])).content.decode()
    for words in ("सुनिता राई", "District", "member of", "Terrace Party", "Letter", "hari"):
        assert words in page
    party = selectors.get_record(scope, "org_1").id
    other = signed_in(scope).get(reverse("web:registry-record", args=[party])).content.decode()
    assert "has member" in other


def test_a_page_asks_the_database_a_few_times(
    scope: Scope, person: Any, django_assert_max_num_queries: Any
) -> None:
    for number in range(12):
        party = made(scope, a_party(f"Party {number}"))
        new = NewRelationship(RelationshipType.MEMBER_OF, str(party))
        services.add_relationship(scope, person, new)
    client = signed_in(scope)
    for name, arguments, most in (
        ("registry", [], 10),
        ("registry-record", [person], 16),
        ("registry-version", [person, 3], 14),
    ):
        with django_assert_max_num_queries(most):
            assert client.get(reverse(f"web:{name}", args=arguments)).status_code == 200


def test_selected_words_begin_a_record_that_names_its_document(
    scope: Scope, other_scope: Scope
) -> None:
    document = add_document(scope)
    address, asked = reverse("web:registry-new"), {"name": " सुनिता\n राई ", "document": document}

    page = signed_in(scope).get(address, asked).content.decode()
    assert 'name="name_ne" value="सुनिता राई"' in page
    assert "Mentioned in “" in page
    strange = signed_in(other_scope).get(address, asked).content.decode()
    assert "Mentioned in “" not in strange


def test_a_record_is_made_from_the_form(scope: Scope) -> None:
    answer = signed_in(scope).post(reverse("web:registry-new"), {"type": "person", **FORM})
    record = selectors.get_record(scope, "person_1")
    assert answer.headers["Location"] == reverse("web:registry-record", args=[record.id])
    assert record.data.tags == ("engineer", "signed")
    assert (record.author, record.description) == ("ours-admin", "From a letter.")


def test_a_refused_form_keeps_what_was_written(scope: Scope) -> None:
    client = signed_in(scope)
    answer = client.post(
        reverse("web:registry-new"), {**FORM, "type": "person", "name_kind": ["ALIAS"]}
    )
    assert answer.status_code == 400
    assert "सुनिता राई" in answer.content.decode()
    assert "PRIMARY" in answer.content.decode()
    assert selectors.record_count(scope) == 0


def test_saving_an_untouched_form_changes_nothing(scope: Scope, person: Any) -> None:
    client = signed_in(scope)
    form = client.get(reverse("web:registry-edit", args=[person])).context["form"]
    sent = {
        "version": 1,
        "name_kind": [row["kind"] for row in form["names"]],
        "name_en": [row["en"] for row in form["names"]],
        "name_ne": [row["ne"] for row in form["names"]],
        "attribute_name": [row["name"] for row in form["attributes"]],
        "attribute_value": [row["value"] for row in form["attributes"]],
    }
    client.post(reverse("web:registry-edit", args=[person]), sent)
    record = selectors.get_record(scope, person)
    assert record.version == 1
    assert record.data.attributes == {"district": "Kaski", "children": 2, "address": {"ward": 4}}
    client.post(reverse("web:registry-edit", args=[person]), {**sent, "tags": "minister"})
    renewed = selectors.get_record(scope, person)
    assert (renewed.version, renewed.data.tags) == (2, ("minister",))
    assert renewed.data.names[0].en and renewed.data.names[0].en.family == "Rai"


def test_someone_who_saw_an_older_version_is_shown_the_newer_first(
    scope: Scope, person: Any
) -> None:
    services.update_record(scope, person, [{"op": "add", "path": "/tags/-", "value": "new"}])
    answer = signed_in(scope).post(
        reverse("web:registry-edit", args=[person]), {**FORM, "version": 1}
    )
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "This record was changed by someone else" in page
    assert "engineer, signed" in page
    assert 'name="version" value="2"' in page


def test_versions_show_what_changed_and_lead_back(scope: Scope, person: Any) -> None:
    services.update_record(
        scope, person, [{"op": "replace", "path": "/attributes/district", "value": "Gorkha"}]
    )
    client = signed_in(scope)
    page = client.get(reverse("web:registry-version", args=[person, 2])).content.decode()
    assert "<del>Kaski</del>" in page and "<ins>Gorkha</ins>" in page
    client.post(reverse("web:registry-restore", args=[person, 1]))
    record = selectors.get_record(scope, person)
    assert (record.version, record.data.attributes["district"]) == (3, "Kaski")
    assert client.get(reverse("web:registry-version", args=[person, 9])).status_code == 404


def test_relations_come_and_go_from_the_page(scope: Scope, person: Any) -> None:
    made(scope, a_district())
    client = signed_in(scope)
    relate = reverse("web:registry-relate", args=[person])
    client.post(relate, {"type": "LOCATED_IN", "target": "location_1", "start": "2020-01-02"})
    [relation], _ = selectors.relationships_of(scope, person)
    assert (relation.type, str(relation.start_date)) == ("LOCATED_IN", "2020-01-02")
    said = client.post(relate, {"type": "x", "target": "nobody"}, follow=True).content.decode()
    assert "There is no such record." in said
    client.post(reverse("web:registry-unrelate", args=[person, relation.id]))
    assert selectors.relationships_of(scope, person)[1] == 0


def test_viewers_see_and_do_not_change_and_only_admins_delete(scope: Scope, person: Any) -> None:
    viewer = signed_in(make_member(scope, Role.VIEWER))
    reviewer = signed_in(make_member(scope, Role.REVIEWER))
    page = viewer.get(reverse("web:registry-record", args=[person])).content.decode()
    assert reverse("web:registry-edit", args=[person]) not in page
    writes = [
        reverse("web:registry-new"),
        reverse("web:registry-edit", args=[person]),
        reverse("web:registry-relate", args=[person]),
        reverse("web:registry-restore", args=[person, 1]),
        reverse("web:registry-delete", args=[person]),
    ]
    assert [viewer.post(address).status_code for address in writes] == [403] * 5
    delete = reverse("web:registry-delete", args=[person])
    assert reviewer.post(delete, {"confirmed": "yes"}).status_code == 403
    admin = signed_in(scope)
    assert "Delete" in admin.post(delete).content.decode()
    assert selectors.record_count(scope) == 1
    admin.post(delete, {"confirmed": "yes"})
    assert selectors.record_count(scope) == 0


def test_words_of_a_record_are_never_markup(scope: Scope) -> None:
    record = made(scope, a_person("<script>alert(1)</script>", attributes={"<b>x": "<img>"}))
    client = signed_in(scope)
    for address in (
        reverse("web:registry"),
        reverse("web:registry-record", args=[record]),
        reverse("web:registry-edit", args=[record]),
        reverse("web:registry-version", args=[record, 1]),
    ):
        page = client.get(address).content.decode()
        assert "<script>alert" not in page and "<img>" not in page and "<b>x" not in page


def test_a_record_shows_its_offices_and_a_drawing_of_its_relations(
    scope: Scope, person: Any
) -> None:
    party, place = made(scope, a_party()), made(scope, a_district())
    client = signed_in(make_member(scope, Role.REVIEWER))
    for target, fields in ((party, {"position": "Treasurer", "start": "2024-05-01"}), (place, {})):
        answer = client.post(
            reverse("web:registry-relate", args=[person]),
            {"type": "MEMBER_OF", "target": str(target), **fields},
        )
        assert answer.status_code == 302

    body = client.get(reverse("web:registry-record", args=[party])).content.decode()
    drawn = client.get(reverse("web:registry-record", args=[person])).content.decode()

    assert "Treasurer" in body and "2024-05-01" in body and "Offices" in body
    assert 'class="drawing"' in drawn and drawn.count("<line ") == 2


def test_duplicates_are_merged_kept_separate_and_taken_apart_on_the_pages(scope: Scope) -> None:
    one = made(scope, a_person("Dil Bahadur Gurung", ""))
    two = made(scope, a_person("", "दिल बहादुर गुरुङ"))
    client = signed_in(make_member(scope, Role.REVIEWER))
    page = reverse("web:registry-duplicates")
    assert "Merge into this one" in client.get(page).content.decode()

    client.post(reverse("web:registry-merge", args=[one]), {"other": str(two)})

    assert client.get(reverse("web:registry-record", args=[two])).url.endswith(str(one))
    kept = client.get(reverse("web:registry-record", args=[one])).content.decode()
    assert "Merged records" in kept and reverse("web:registry-unmerge", args=[two]) in kept
    client.post(reverse("web:registry-unmerge", args=[two]))
    assert client.get(reverse("web:registry-record", args=[two])).status_code == 200
    client.post(reverse("web:registry-separate", args=[one]), {"other": str(two)})
    assert "No likely duplicates" in client.get(page).content.decode()


def test_viewers_see_duplicates_and_cannot_merge(scope: Scope, person: Any) -> None:
    viewer = signed_in(make_member(scope, Role.VIEWER))

    assert viewer.get(reverse("web:registry-duplicates")).status_code == 200
    refused = viewer.post(reverse("web:registry-merge", args=[person]), {"other": "person_2"})
    assert refused.status_code == 403


def test_the_list_is_filtered_saved_as_a_view_and_edited_together(
    scope: Scope, person: Any
) -> None:
    made(scope, a_person("Hari Tamang", ""))
    member = make_member(scope, Role.REVIEWER)
    client = signed_in(member)
    page = reverse("web:registry")
    client.post(reverse("web:registry-bookmark", args=[person]), {"bookmarked": "yes"})
    client.post(
        reverse("web:registry-save-view"), {"view": "From Kaski", "attribute": "district=Kaski"}
    )

    for query in ({"bookmarked": "yes"}, {"attribute": "district=Kaski"}):
        listed = client.get(page, query).content.decode()
        assert "Sunita Rai" in listed and "Hari Tamang" not in listed
    assert "From Kaski" in listed and "attribute=district%3DKaski" in listed

    client.post(reverse("web:registry-edit-selection"), {"record": [str(person)], "tags": "a, b"})
    assert selectors.get_record(scope, person).data.tags == ("a", "b")
    edit = {"record": [str(person)], "key": "district", "remove": "yes"}
    client.post(reverse("web:registry-edit-selection"), edit)
    assert "district" not in selectors.get_record(scope, person).data.attributes
    [view] = selectors.saved_views(member)
    client.post(reverse("web:registry-drop-view", args=[view.id]))
    assert "From Kaski" not in client.get(page).content.decode()


def test_a_file_is_previewed_on_the_page_before_it_is_imported(scope: Scope) -> None:
    table = "type,slug,en\nperson,asha-rai,Asha Rai\n"
    client, page = signed_in(scope), reverse("web:registry-import")
    assert client.get(page).status_code == 200

    preview = client.post(page, {"file": SimpleUploadedFile("people.csv", table.encode())})

    assert "would do" in preview.content.decode() and "Asha Rai" in preview.content.decode()
    assert selectors.records_page(scope).total == 0
    sent = {"filename": "people.csv", "content": table, "import": "yes"}
    assert client.post(page, sent).url == reverse("web:registry")
    assert selectors.records_page(scope).total == 1
    refused = client.post(page, {"file": SimpleUploadedFile("people.txt", b"Asha Rai")})
    assert refused.status_code == 400
    reviewer = signed_in(make_member(scope, Role.REVIEWER))
    assert reviewer.get(page).status_code == 403
