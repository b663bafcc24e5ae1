"""Followed sources over HTTP: who may do what, and that secrets stay inside."""

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.test import Client

from pramana.documents.services import delete_collection
from pramana.jobs.testing import drain_jobs
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.sources.models import FollowedItem, FollowedSource
from pramana.sources.services import start_due_syncs
from pramana.tenancy.models import Tenant
from tests.settings import change

pytestmark = pytest.mark.django_db
PLACE = "/api/followed-sources/"


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body or {}, content_type="application/json")


@pytest.fixture
def papers(tmp_path: Path, scope: Scope, settings) -> Path:
    slug = Tenant.objects.get(pk=scope.tenant_id).slug
    change(settings, watch_folders=(f"{slug}:{tmp_path}",))
    (tmp_path / "well.txt").write_text("The well at Bhorle is forty metres deep.")
    return tmp_path


@pytest.fixture
def body(papers: Path, collection_id: UUID) -> dict[str, Any]:
    settings = {"kind": "folder", "path": str(papers)}
    return {"name": "Papers", "settings": settings, "collection_id": str(collection_id)}


@pytest.fixture
def source(admin: Client, body: dict[str, Any]) -> dict[str, Any]:
    answer = post(admin, PLACE, body)
    assert answer.status_code == 202, answer.content
    drain_jobs()
    return admin.get(f"{PLACE}{answer.json()['id']}").json()


def test_a_source_is_followed_listed_synced_and_left(
    admin: Client, viewer: Client, source: dict[str, Any]
) -> None:
    place = f"{PLACE}{source['id']}"
    assert source["status"] == "completed" and source["counts"]["added"] == 1
    assert viewer.get(PLACE).json() == {"sources": [source]}
    [item] = viewer.get(f"{place}/items/").json()["items"]
    assert (item["name"], item["state"]) == ("well.txt", "present")
    assert viewer.get(f"{place}/items/?state=failed").json()["items"] == []

    assert post(admin, f"{place}/sync").status_code == 202
    assert post(admin, f"{place}/confirm").status_code == 409
    drain_jobs()
    assert admin.delete(place).status_code == 204
    assert viewer.get(place).status_code == 404
    assert len(viewer.get("/api/documents/").json()["documents"]) == 1, "its documents stay"


def test_a_source_is_synced_at_its_times_and_not_while_it_is_paused(
    admin: Client, scope: Scope, source: dict[str, Any]
) -> None:
    assert start_due_syncs(utcnow()) == 0
    FollowedSource.objects.in_scope(scope).update(next_at=utcnow())
    assert start_due_syncs(utcnow()) == 1
    assert start_due_syncs(utcnow()) == 0, "it is queued already"
    drain_jobs()

    place = f"{PLACE}{source['id']}"
    paused = admin.patch(place, {"is_paused": True}, content_type="application/json").json()
    assert paused["is_paused"] and paused["next_at"] is None
    assert start_due_syncs(utcnow()) == 0
    admin.patch(place, {"is_paused": False}, content_type="application/json")
    assert start_due_syncs(utcnow()) == 1


def test_only_admins_change_sources(
    reviewer: Client, viewer: Client, body: dict[str, Any], source: dict[str, Any]
) -> None:
    place = f"{PLACE}{source['id']}"
    for client in (reviewer, viewer):
        assert post(client, PLACE, body).status_code == 403
        assert client.delete(place).status_code == 403
        assert post(client, f"{place}/confirm").status_code == 403
    assert post(viewer, f"{place}/sync").status_code == 403
    assert post(reviewer, f"{place}/sync").status_code == 202


def test_an_admin_of_another_tenant_finds_nothing(
    stranger: Client, body: dict[str, Any], source: dict[str, Any]
) -> None:
    place = f"{PLACE}{source['id']}"
    assert stranger.get(PLACE).json() == {"sources": []}
    assert stranger.get(place).status_code == 404
    assert stranger.get(f"{place}/items/").status_code == 404
    assert post(stranger, f"{place}/sync").status_code == 404
    assert stranger.delete(place).status_code == 404
    assert post(stranger, PLACE, body).status_code == 404, "the collection is not theirs"


@pytest.mark.parametrize(
    "changes",
    [
        {"settings": {"kind": "ftp", "path": "/"}},
        {"settings": {"kind": "folder"}},
        {"settings": {"kind": "folder", "path": "/etc"}},
        {"settings": {"kind": "folder", "path": "a\x00b"}},
        {"settings": {"kind": "bucket", "bucket": "UP", "access_key": "k"}},
        {"settings": {"kind": "feed", "url": "file:///etc/passwd"}},
        {"settings": {"kind": "feed", "url": "http://169.254.169.254/latest"}},
        {"settings": {"kind": "mailbox", "host": "127.0.0.1", "user": "u"}},
        {"settings": {"kind": "mailbox", "host": "a b", "user": "u"}},
        {"every_minutes": 1},
        {"name": " "},
        {"more": 1},
    ],
)
def test_a_body_that_breaks_a_rule_is_refused(
    admin: Client, body: dict[str, Any], changes: dict[str, Any]
) -> None:
    assert post(admin, PLACE, {**body, **changes}).status_code in (400, 422)
    assert admin.get(PLACE).json() == {"sources": []}


def test_a_collection_that_is_deleted_takes_its_sources_along(
    scope: Scope, source: dict[str, Any], collection_id: UUID
) -> None:
    delete_collection(scope, collection_id)

    assert not FollowedSource.objects.in_scope(scope).exists()
    assert not FollowedItem.objects.in_scope(scope).exists()
    drain_jobs()
