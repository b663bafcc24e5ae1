"""The library over HTTP: filters in the address, collections, what is chosen, and what is lost."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.documents.contracts import Status
from pramana.documents.models import Document, Source
from pramana.documents.selectors import collections_of, library_page, sources_of
from pramana.documents.selectors.documents import LibraryQuery
from pramana.documents.services import add_file, create_collection, set_status
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


def test_chosen_documents_are_moved_and_deleted_together(scope: Scope) -> None:
    kept, *chosen = [add_file(scope, f"{n}.txt", ContentFile(b"some words")) for n in range(3)]
    collection = create_collection(scope, "Bridges")
    drain_jobs()
    client = signed_in(scope)
    picked: dict[str, Any] = {"document": [str(each.id) for each in chosen]}

    moved = client.post(
        reverse("web:library-move"), {**picked, "collection": str(collection)}, follow=True
    )
    asked = client.post(reverse("web:library-delete-many"), picked)
    assert "2 documents moved." in moved.content.decode()
    assert collections_of(scope)[0].document_count == 2
    assert "Delete 2 documents?" in asked.content.decode()
    assert "text and 2 passages are deleted." in asked.content.decode()
    assert asked.content.decode().count('name="document"') == 2  # a yes names them again

    client.post(reverse("web:library-delete-many"), {**picked, "confirmed": "yes"})
    assert [each.id for each in library_page(scope, LibraryQuery()).documents] == [kept.id]
    none = client.post(reverse("web:library-delete-many"), picked, follow=True)
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
    stranger.post(reverse("web:library-delete-many"), yes)
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
