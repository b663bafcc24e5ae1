"""The library over HTTP: filters in the address, collections, what is chosen, and what is lost."""

from io import BytesIO
from typing import Any
from uuid import uuid4
from zipfile import ZipFile

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.documents.contracts import DocumentChanges, PropertyKind, Status
from pramana.documents.models import Document, Source
from pramana.documents.selectors import (
    collections_of,
    get_document,
    library_page,
    saved_views,
    sources_of,
    trash_count,
)
from pramana.documents.selectors.documents import LibraryQuery
from pramana.documents.services import (
    add_file,
    change_document,
    create_collection,
    define_property,
    set_status,
)
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from tests.api.sources import make_source
from tests.documents.reading.papers import column, pdf
from tests.web.test_access import signed_in

LIBRARY = "/app/library"


def titles(client: Client, query: str = "") -> list[str]:
    response = client.get(LIBRARY + query)
    assert response.status_code == 200
    return [document.title for document, _job in response.context["rows"]]


def test_the_address_says_what_is_shown_and_in_which_order(scope: Scope) -> None:
    bridges = create_collection(scope, "Bridges")
    for name in ("beta.txt", "alpha.md", "gamma.txt"):
        kept = bridges if name == "beta.txt" else None
        add_file(scope, name, ContentFile(b"Some words.\n\nMore of them."), collection_id=kept)
    rows = Document.objects.in_scope(scope)
    rows.filter(filename="alpha.md").update(kind="markdown", language="en")
    rows.filter(filename="gamma.txt").update(kind="text", language="ne", status=Status.FAILED)
    client = signed_in(scope)

    assert titles(client) == ["gamma", "alpha", "beta"]
    assert titles(client, "?sort=title") == ["alpha", "beta", "gamma"]
    assert titles(client, "?kind=markdown") == ["alpha"]
    assert titles(client, "?language=ne&state=failed") == ["gamma"]
    assert titles(client, f"?collection={bridges}") == ["beta"]
    assert titles(client, "?collection=none&sort=oldest") == ["alpha", "gamma"]
    assert titles(client, "?title=ET") == ["beta"]
    assert titles(client, f"?collection={uuid4()}") == []


def test_the_choice_of_cards_is_remembered_and_pictures_are_small(scope: Scope) -> None:
    document = add_file(scope, "plan.pdf", ContentFile(pdf(column(60, ["Plan of the bridge"]))))
    drain_jobs()
    client = signed_in(scope)

    asked = client.get(f"{LIBRARY}?view=cards").content.decode()
    again = client.get(LIBRARY).content.decode()
    back = client.get(f"{LIBRARY}?view=table").content.decode()

    assert 'class="cards"' in asked
    assert 'class="cards"' in again
    assert 'class="cards"' not in back
    assert f"/api/documents/{document.id}/pages/0/image?small=true" in again


def test_a_collection_is_made_renamed_and_deleted_after_saying_what_goes(scope: Scope) -> None:
    client = signed_in(scope)
    made = client.post(reverse("web:library-collections"), {"name": "Bridges"})
    [collection] = collections_of(scope)
    document = add_file(scope, "a.txt", ContentFile(b"some words"), collection_id=collection.id)
    drain_jobs()
    rename = reverse("web:library-collection-rename", args=[collection.id])
    delete = reverse("web:library-collection-delete", args=[collection.id])

    assert made.headers["Location"] == f"{LIBRARY}?collection={collection.id}"
    client.post(rename, {"name": "Old bridges"})
    asked = client.post(delete).content.decode()
    assert "Delete the collection “Old bridges”?" in asked
    assert "Documents deleted with their files and text: 1. Passages: 1." in asked
    assert library_page(scope, LibraryQuery()).documents[0].id == document.id
    client.post(delete, {"confirmed": "yes"})
    assert collections_of(scope) == library_page(scope, LibraryQuery()).documents == []


def test_a_collection_goes_alone_when_its_documents_are_to_stay(scope: Scope) -> None:
    collection = create_collection(scope, "Passing")
    document = add_file(scope, "a.txt", ContentFile(b"some words"), collection_id=collection)
    make_source(scope)
    Source.objects.in_scope(scope).update(collection_id=collection)
    delete = reverse("web:library-collection-delete", args=[collection])
    client = signed_in(scope)

    assert "Sources no longer fetched: 1." in client.post(delete).content.decode()
    asked = client.post(f"{delete}?keep=documents").content.decode()
    assert "Its documents and sources are kept" in asked
    client.post(f"{delete}?keep=documents", {"confirmed": "yes"})

    [kept] = library_page(scope, LibraryQuery()).documents
    assert (kept.id, kept.collection_id) == (document.id, None)
    assert collections_of(scope) == []
    assert len(sources_of(scope)) == 1


@pytest.mark.parametrize("name", ["", "x" * 201, "Bridges"])
def test_a_name_that_cannot_be_is_refused_with_a_reason(scope: Scope, name: str) -> None:
    create_collection(scope, "Bridges")

    response = signed_in(scope).post(
        reverse("web:library-collections"), {"name": name}, follow=True
    )

    assert 'data-tone="error"' in response.content.decode()
    assert len(collections_of(scope)) == 1


def test_chosen_documents_are_moved_and_put_away_together(scope: Scope) -> None:
    kept, *chosen = [add_file(scope, f"{n}.txt", ContentFile(b"some words")) for n in range(3)]
    collection = create_collection(scope, "Bridges")
    drain_jobs()
    client = signed_in(scope)
    picked: dict[str, Any] = {"document": [str(each.id) for each in chosen]}

    moved = client.post(
        reverse("web:library-move"), {**picked, "collection": str(collection)}, follow=True
    )
    assert "2 documents moved." in moved.content.decode()
    assert collections_of(scope)[0].document_count == 2

    away = client.post(reverse("web:library-trash-many"), picked, follow=True)
    assert "2 documents moved to the trash. They can be restored" in away.content.decode()
    assert [each.id for each in library_page(scope, LibraryQuery()).documents] == [kept.id]
    none = client.post(reverse("web:library-trash-many"), picked, follow=True)
    assert "Select documents first." in none.content.decode()


def test_nothing_of_another_tenant_is_changed(scope: Scope, other_scope: Scope) -> None:
    document = add_file(scope, "a.txt", ContentFile(b"some words"))
    collection = create_collection(scope, "Ours")
    stranger = signed_in(other_scope)
    yes = {"confirmed": "yes", "document": str(document.id), "collection": str(collection)}

    answers = [
        stranger.post(reverse("web:library-collection-delete", args=[collection]), yes),
        stranger.get(reverse("web:library-window", args=[document.id])),
        stranger.get(reverse("web:library-panel", args=[document.id, "reading"])),
    ]
    stranger.post(reverse("web:library-move"), yes)
    stranger.post(reverse("web:library-trash-many"), yes)
    stranger.post(reverse("web:library-collection-rename", args=[collection]), {"name": "Theirs"})

    assert [answer.status_code for answer in answers] == [404] * 3
    assert [each.name for each in collections_of(scope)] == ["Ours"]
    assert library_page(scope, LibraryQuery()).documents[0].collection_id is None


def test_a_failure_says_why_and_offers_another_try(scope: Scope) -> None:
    document = add_file(scope, "a.txt", ContentFile(b"some words"))
    set_status(scope, document.id, Status.FAILED, error="The file holds no text.")

    page = signed_in(scope).get(f"{LIBRARY}?state=failed").content.decode()

    assert "The file holds no text." in page
    assert reverse("web:library-retry", args=[document.id]) in page


def test_the_library_is_filtered_by_tag_property_and_file_name(scope: Scope) -> None:
    first = add_file(scope, "scan_0417.txt", ContentFile(b"Water of the ward"))
    add_file(scope, "other.txt", ContentFile(b"Other words"))
    define_property(scope, "Paid", PropertyKind.BOOLEAN)
    changes = DocumentChanges(title="Water", tags=["ward 4"], properties={"Paid": "yes"})
    change_document(scope, first.id, changes)
    client = signed_in(scope)

    assert titles(client, "?tag=ward+4") == ["Water"]
    assert titles(client, "?property=Paid:yes") == ["Water"]
    assert titles(client, "?title=scan_0417") == ["Water"]
    assert titles(client, "?property=Paid:no") == []
    assert len(titles(client, "?property=Paid:perhaps&property=Colour:red")) == 2
    page = client.get(f"{LIBRARY}?tag=ward+4").content.decode()
    assert "scan_0417.txt" in page
    assert 'href="/app/library?tag=ward%204"' in page


def test_a_view_is_saved_with_what_filters_and_orders_it(scope: Scope, other_scope: Scope) -> None:
    client = signed_in(scope)

    saved = client.post(
        reverse("web:library-view-add"), {"name": "By name", "query": "sort=title&tag=ward+4"}
    )

    assert saved.headers["Location"] == f"{LIBRARY}?sort=title&tag=ward+4"
    [view] = saved_views(scope)
    here = client.get(saved.headers["Location"]).content.decode()
    assert f'href="{LIBRARY}?sort=title&amp;tag=ward+4"' in here
    stranger = signed_in(other_scope)
    assert "By name" not in stranger.get(LIBRARY).content.decode()
    stranger.post(reverse("web:library-view-delete", args=[view.id]))
    assert saved_views(scope) == [view]
    client.post(reverse("web:library-view-delete", args=[view.id]))
    assert saved_views(scope) == []


def test_details_are_saved_part_by_part(scope: Scope, other_scope: Scope) -> None:
    document = add_file(scope, "a.txt", ContentFile(b"Some words"))
    due = define_property(scope, "Due", PropertyKind.DATE)
    address = reverse("web:library-details", args=[document.id])
    client = signed_in(scope)

    client.post(
        address, {"title": "A paper", "tags": "one, two", f"property-{due.id}": "2026-05-01"}
    )
    client.post(address, {"notes": "Seen by Asha."})
    wrong = client.post(address, {f"property-{due.id}": "soon"}, follow=True)

    found = get_document(scope, document.id)
    assert (found.title, found.tags, found.notes) == ("A paper", ("one", "two"), "Seen by Asha.")
    assert found.properties == {"Due": "2026-05-01"}
    assert 'data-tone="error"' in wrong.content.decode()
    assert signed_in(other_scope).post(address, {"title": "Theirs"}).status_code in (302, 404)
    assert get_document(scope, document.id).title == "A paper"


def test_the_trash_lists_restores_and_deletes_for_ever(scope: Scope, other_scope: Scope) -> None:
    first = add_file(scope, "a.txt", ContentFile(b"Some words"))
    second = add_file(scope, "b.txt", ContentFile(b"Other words"))
    client, stranger = signed_in(scope), signed_in(other_scope)
    for each in (first, second):
        client.post(reverse("web:library-delete", args=[each.id]))

    page = client.get(reverse("web:library-trash")).content.decode()
    assert "30 days" in page and page.count("Restore</button>") + page.count("Restore") >= 2
    assert f"document-{first.id}" not in stranger.get(reverse("web:library-trash")).content.decode()
    for name in ("library-restore", "library-erase"):
        post = {"confirmed": "yes"}
        assert stranger.post(reverse(f"web:{name}", args=[first.id]), post).status_code == 404
    assert client.get(reverse("web:library-document", args=[first.id])).status_code == 404

    client.post(reverse("web:library-restore", args=[first.id]))
    assert titles(client) == ["a"]
    asked = client.post(reverse("web:library-erase", args=[second.id])).content.decode()
    assert "for ever?" in asked
    client.post(reverse("web:library-erase", args=[second.id]), {"confirmed": "yes"})
    assert trash_count(scope) == 0
    client.post(reverse("web:library-delete", args=[first.id]))
    client.post(reverse("web:library-trash-empty"), {"confirmed": "yes"})
    assert not Document.objects.with_trash(scope).exists()


def test_selected_documents_are_exported_with_their_details(scope: Scope) -> None:
    first = add_file(scope, "a.txt", ContentFile(b"Some words"))
    second = add_file(scope, "a.txt", ContentFile(b"Other words"))
    change_document(scope, first.id, DocumentChanges(title="=cmd()", tags=["ward 4"]))

    answer = signed_in(scope).post(
        reverse("web:library-export"), {"document": [str(first.id), str(second.id)]}
    )

    assert answer.headers["Content-Type"] == "application/zip"
    archive = ZipFile(BytesIO(answer.getvalue()))
    assert sorted(archive.namelist()) == ["a (2).txt", "a.txt", "documents.csv"]
    assert {archive.read("a.txt"), archive.read("a (2).txt")} == {b"Some words", b"Other words"}
    table = archive.read("documents.csv").decode()
    assert "'=cmd()" in table and "ward 4" in table


def test_work_starts_from_the_selection(scope: Scope, other_scope: Scope) -> None:
    documents = [add_file(scope, f"{n}.txt", ContentFile(b"Total: 40")) for n in range(2)]
    drain_jobs()
    client, picked = signed_in(scope), {"document": [str(each.id) for each in documents]}

    stacked = client.post(reverse("web:library-stack"), picked)
    extracted = client.post(reverse("web:library-extract"), picked, follow=True)

    assert "/app/stacks/" in stacked.headers["Location"]
    assert "2 extractions started." in extracted.content.decode()
    stranger = signed_in(other_scope)
    theirs = stranger.post(reverse("web:library-extract"), picked, follow=True)
    assert "Select documents first." in theirs.content.decode()
