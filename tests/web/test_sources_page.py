"""Sources over HTTP: added, refused with a reason, fetched again, removed."""

from django.urls import reverse

from pramana.documents.contracts import SourceStatus
from pramana.documents.models import Source
from pramana.documents.selectors import sources_of
from pramana.documents.services import create_collection
from pramana.kit.scope import Scope
from tests.api.sources import make_source
from tests.web.test_access import signed_in

SOURCES = "/app/library/sources"
PUBLIC = "http://192.0.2.1/news"


def test_an_address_that_may_not_be_fetched_is_refused_and_stays_in_its_field(
    scope: Scope,
) -> None:
    response = signed_in(scope).post(
        reverse("web:library-source-add"), {"url": "http://127.0.0.1/secret", "site": "yes"}
    )
    page = response.content.decode()

    assert response.status_code == 400
    assert 'role="alert"' in page
    assert 'value="http://127.0.0.1/secret"' in page
    assert '<option value="yes" selected>' in page
    assert sources_of(scope) == []


def test_a_source_shows_how_it_went_who_added_it_and_where_to(scope: Scope) -> None:
    collection = create_collection(scope, "News")
    make_source(scope)
    Source.objects.in_scope(scope).update(
        created_by_id=scope.actor_id,
        collection_id=collection,
        whole_site=True,
        status=SourceStatus.COMPLETED,
        fetched=3,
        unchanged=1240,
        failed=1,
        error="http://192.0.2.1/old: the server answered 410.",
    )

    page = signed_in(scope).get(SOURCES).content.decode()

    for words in ("Entire site", "into “News”", "1,240", "the server answered 410.", "ours-admin"):
        assert words in page


def test_a_source_is_fetched_again_and_removed_after_a_question(scope: Scope) -> None:
    source = make_source(scope)
    client = signed_in(scope)
    remove = reverse("web:library-source-remove", args=[source])

    again = client.post(reverse("web:library-source-fetch", args=[source]), follow=True)
    assert "It will be fetched again" in again.content.decode()
    assert sources_of(scope)[0].status is SourceStatus.QUEUED
    assert "Documents fetched from it are kept." in client.post(remove).content.decode()
    assert len(sources_of(scope)) == 1
    client.post(remove, {"confirmed": "yes"})
    assert sources_of(scope) == []


def test_another_tenants_sources_do_not_exist(scope: Scope, other_scope: Scope) -> None:
    source = make_source(scope)
    stranger = signed_in(other_scope)

    page = stranger.get(SOURCES).content.decode()
    removed = stranger.post(
        reverse("web:library-source-remove", args=[source]), {"confirmed": "yes"}
    )
    stranger.post(reverse("web:library-source-fetch", args=[source]))

    assert "192.0.2.1" not in page
    assert removed.status_code == 404
    assert sources_of(scope)[0].run_id is None
