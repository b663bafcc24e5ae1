"""Documents, memory groups, records, people and notes in one place."""

import pytest
from django.urls import reverse

from pramana.cases.contracts import ItemKind
from pramana.cases.selectors import documents_of_case, items_of_case, notes_of_case
from pramana.kit.scope import Scope
from pramana.registry.services import create_record
from pramana.tenancy.contracts import Role
from pramana.tenancy.services import open_case
from pramana.tenancy.testing import make_member
from tests.chat.library import put
from tests.registry.sample_records import a_person
from tests.web.test_access import signed_in

pytestmark = pytest.mark.django_db


def test_things_are_added_by_name_once_and_taken_out_again(scope: Scope) -> None:
    case_id = open_case(scope, "The well")
    document = put(scope, "Well survey", "The well is nine metres deep.")
    put(scope, "Well survey draft", "The well is eight metres deep.")
    colleague = make_member(scope, Role.VIEWER, user_name="pasang")
    person, add = signed_in(scope), reverse("web:cases-add", args=[case_id])
    for _ in range(2):
        person.post(add, {"kind": "document", "name": "Well survey"})
        person.post(add, {"kind": "person", "name": "pasang"})
    page = person.post(add, {"kind": "memory", "name": "no-such-group"}, follow=True)

    assert "Nothing is called “no-such-group” here." in page.content.decode()
    found = {(each.kind, each.subject) for each in items_of_case(scope, case_id)}
    assert found == {
        (ItemKind.DOCUMENT, str(document)), (ItemKind.PERSON, str(colleague.actor_id)),
    }  # fmt: skip
    assert [each.document_id for each in documents_of_case(scope, case_id)] == [document]
    several = person.post(add, {"kind": "document", "name": "Well"}, follow=True)
    assert "Several have a name like “Well”." in several.content.decode()
    for item in items_of_case(scope, case_id):
        person.post(reverse("web:cases-remove", args=[case_id, item.id]))
    assert items_of_case(scope, case_id) == []


def test_a_record_is_added_and_leads_to_its_page(scope: Scope) -> None:
    case_id, record = open_case(scope, "The well"), create_record(scope, a_person("Dolma Sherpa"))
    person = signed_in(scope)
    added = person.post(
        reverse("web:cases-add", args=[case_id]), {"kind": "record", "name": "Dolma Sherpa"},
        follow=True,
    )  # fmt: skip
    assert reverse("web:registry-record", args=[record.record_id]) in added.content.decode()


def test_documents_selected_in_the_library_join_a_case(scope: Scope, other_scope: Scope) -> None:
    case_id = open_case(scope, "The well")
    ours, theirs = put(scope, "Ours", "Words."), put(other_scope, "Theirs", "Words.")
    add = reverse("web:cases-add-documents")
    signed_in(scope).post(add, {"case": case_id, "document": [str(ours), str(theirs), "x"]})
    signed_in(other_scope).post(add, {"case": case_id, "document": [str(theirs)]})
    assert [each.document_id for each in documents_of_case(scope, case_id)] == [ours]


def test_notes_say_who_wrote_them_and_are_deleted_by_their_writer(scope: Scope) -> None:
    case_id = open_case(scope, "The well")
    person, other = signed_in(scope), signed_in(make_member(scope, Role.REVIEWER))
    write = reverse("web:cases-note", args=[case_id])
    page = person.post(write, {"text": "Ask the <b>surveyor</b>."}, follow=True).content.decode()
    assert "Ask the &lt;b&gt;surveyor&lt;/b&gt;." in page
    assert (
        "A note needs some text." in person.post(write, {"text": " "}, follow=True).content.decode()
    )
    [note] = notes_of_case(scope, case_id)
    gone = reverse("web:cases-note-delete", args=[case_id, note.id])
    other.post(gone)
    assert len(notes_of_case(scope, case_id)) == 1
    person.post(gone)
    assert notes_of_case(scope, case_id) == []
