"""Search over HTTP: filters, recipes, why each passage is here, and what is said of none."""

import pytest
from django.core.files.base import ContentFile
from django.test import Client

from pramana.documents.services import add_file, create_collection
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from tests.web.test_access import signed_in

SHIP = b"The keeper of the lighthouse saw the quixotic ship pass the harbour in the storm."
SOUP = b"A recipe for onion soup with bread and cheese, cooked slowly in a large pot."


@pytest.fixture
def client(scope: Scope) -> Client:
    harbour = create_collection(scope, "Harbour")
    add_file(scope, "ship.txt", ContentFile(SHIP), collection_id=harbour)
    add_file(scope, "soup.md", ContentFile(SOUP))
    drain_jobs()
    return signed_in(scope)


def shown(client: Client, query: str) -> list[str]:
    response = client.get(f"/app/search?{query}")
    assert response.status_code == 200
    return [each.hit.text.split()[1] for each in response.context["strong"]]


def test_a_hit_marks_its_words_and_says_why_it_is_here(client: Client) -> None:
    page = client.get("/app/search?q=quixotic+ship").content.decode()

    assert "<mark>quixotic</mark>" in page
    labels = ("Matching words", "Keyword score (BM25)", "Combined score", "Relevance")
    for words in (*labels, "quixotic, ship"):
        assert words in page
    assert "q=quixotic+ship&amp;start=0&amp;end=" in page


def test_filters_narrow_what_is_found_and_show_on_their_chips(client: Client, scope: Scope) -> None:
    from pramana.documents.selectors import collections_of

    harbour = collections_of(scope)[0].id

    assert shown(client, f"q=quixotic+ship&collection={harbour}") == ["keeper"]
    assert shown(client, f"q=onion+soup&collection={harbour}") == []
    assert shown(client, "q=onion+soup&kind=markdown") == ["recipe"]
    assert shown(client, "q=onion+soup&kind=text") == []
    assert shown(client, "q=onion+soup&from=2020-01-01") == ["recipe"]
    assert shown(client, "q=onion+soup&to=2020-01-01") == []
    page = client.get("/app/search?q=onion&to=2020-01-01&recipe=fast").content.decode()
    assert page.count("data-chosen") == 2
    assert "Search without filters" in page


@pytest.mark.parametrize("recipe", ["fast", "balanced", "thorough"])
def test_every_recipe_finds_it(client: Client, recipe: str) -> None:
    assert shown(client, f"q=quixotic+ship&recipe={recipe}") == ["keeper"]


def test_a_weak_match_is_called_one(client: Client) -> None:
    response = client.get("/app/search?q=parliament+budget+of+the+lighthouse+ministry+cheese+law")
    page = response.content.decode()

    assert response.context["strong"] == []
    assert ("No good match for" in page) == bool(response.context["weak"])


def test_what_is_not_found_says_what_to_try(client: Client) -> None:
    assert (
        "No passage contains these words with these filters."
        in client.get("/app/search?q=zebra&kind=pdf").content.decode()
    )


def test_an_empty_library_is_told_from_an_empty_question(
    client: Client, other_scope: Scope
) -> None:
    assert "Nothing to search yet" in (signed_in(other_scope).get("/app/search").content.decode())
    assert "Press <kbd>/</kbd> and type." in client.get("/app/search").content.decode()


def test_nothing_of_another_tenant_is_found(client: Client, other_scope: Scope) -> None:
    page = signed_in(other_scope).get("/app/search?q=quixotic+ship").content.decode()

    assert "lighthouse" not in page
    assert "Harbour" not in page
