"""The pages of followed sources: follow, look at files, sync, confirm, pause, leave."""

from pathlib import Path
from uuid import UUID

import pytest
from django.core.files.base import ContentFile
from django.test import Client
from django.urls import reverse

from pramana.documents.models import Document
from pramana.documents.services import add_file, create_collection
from pramana.jobs.testing import drain_jobs
from pramana.kit.scope import Scope
from pramana.sources.selectors import followed_sources_of
from pramana.sources.services import lock_source
from pramana.tenancy.models import Tenant
from tests.documents.reading.samples import message
from tests.settings import change
from tests.web.test_every_page import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def papers(tmp_path: Path, scope: Scope, settings) -> Path:
    slug = Tenant.objects.get(pk=scope.tenant_id).slug
    change(settings, watch_folders=(f"{slug}:{tmp_path}",), embeddings="none")
    (tmp_path / "well.txt").write_text("The well at Bhorle is forty metres deep.")
    (tmp_path / "tool.exe").write_bytes(b"MZ")
    return tmp_path


@pytest.fixture
def person(scope: Scope) -> Client:
    return signed_in(scope)


def follow(person: Client, scope: Scope, papers: Path) -> UUID:
    collection = create_collection(scope, "Wells")
    form = {"kind": "folder", "path": str(papers), "collection": str(collection), "every": "15"}
    person.post(reverse("web:library-followed-add"), form)
    drain_jobs()
    [source] = followed_sources_of(scope)
    return source.id


def text(person: Client, name: str, *arguments: object, query: str = "") -> str:
    return person.get(reverse(f"web:library-{name}", args=arguments) + query).content.decode()


def test_an_empty_page_says_what_to_do_first(person: Client, scope: Scope) -> None:
    assert "Create a collection first" in text(person, "followed")
    create_collection(scope, "Wells")
    page = text(person, "followed")
    assert "No followed sources yet" in page and "Mailbox (IMAP)" in page


def test_a_folder_is_followed_and_its_files_are_shown(
    person: Client, scope: Scope, papers: Path
) -> None:
    source_id = follow(person, scope, papers)

    assert "Up to date" in text(person, "followed")
    page = text(person, "followed-one", source_id)
    assert "well.txt" in page and "In the library" in page and "every 15 minutes" in page
    refused = text(person, "followed-one", source_id, query="?state=refused")
    assert "tool.exe" in refused and "well.txt" not in refused


def test_a_refused_form_says_why_and_keeps_what_was_typed(person: Client, scope: Scope) -> None:
    collection = create_collection(scope, "Wells")
    form = {"kind": "folder", "path": "/etc", "collection": str(collection)}
    answer = person.post(reverse("web:library-followed-add"), form)
    assert answer.status_code == 400
    assert "not open to your tenant" in answer.content.decode()
    assert 'value="/etc"' in answer.content.decode()
    secret = {"kind": "mailbox", "host": "127.0.0.1", "user": "u", "password": "do-not-show"}
    answer = person.post(
        reverse("web:library-followed-add"), {**secret, "collection": str(collection)}
    )
    assert answer.status_code == 400 and "do-not-show" not in answer.content.decode()
    for wrong in ({}, {"kind": "feed"}, {"kind": "no"}, {"kind": "folder", "path": "/x"}):
        answer = person.post(reverse("web:library-followed-add"), wrong)
        assert "Fill in every field" in answer.content.decode()


def test_a_source_is_paused_resumed_changed_and_left(
    person: Client, scope: Scope, papers: Path
) -> None:
    source_id = follow(person, scope, papers)
    change_at = reverse("web:library-followed-change", args=[source_id])
    person.post(change_at, {"paused": "yes"})
    assert "Paused" in text(person, "followed-one", source_id)
    person.post(change_at, {"paused": "no"})
    person.post(change_at, {"name": "Deep wells", "every": "1440"})
    [source] = followed_sources_of(scope)
    assert (source.name, source.every_minutes, source.is_paused) == ("Deep wells", 1440, False)
    assert person.post(change_at, {"name": " "}).status_code == 400

    remove = reverse("web:library-followed-remove", args=[source_id])
    assert 'name="confirmed"' in person.post(remove).content.decode()
    person.post(remove, {"confirmed": "yes"})
    assert followed_sources_of(scope) == []


def test_deletions_that_wait_are_shown_and_confirmed(
    person: Client, scope: Scope, papers: Path
) -> None:
    for number in range(12):
        (papers / f"{number}.txt").write_text(f"Paper {number} is about a bridge.")
    source_id = follow(person, scope, papers)
    for number in range(12):
        (papers / f"{number}.txt").unlink()
    person.post(reverse("web:library-followed-sync", args=[source_id]))
    drain_jobs()
    assert "Most of this source has vanished" in text(person, "followed-one", source_id)

    confirm = reverse("web:library-followed-confirm", args=[source_id])
    assert 'name="confirmed"' in person.post(confirm).content.decode()
    person.post(confirm, {"confirmed": "yes"})
    drain_jobs()
    assert "Up to date" in text(person, "followed-one", source_id)


def test_a_failed_sync_is_explained(person: Client, scope: Scope, papers: Path) -> None:
    source_id = follow(person, scope, papers)
    row = lock_source(scope, source_id)
    row.settings = {"kind": "folder", "path": str(papers / "away")}
    row.save()
    person.post(reverse("web:library-followed-sync", args=[source_id]))
    drain_jobs()

    page = text(person, "followed-one", source_id)
    assert "The last sync failed" in page and "not mounted" in page


def test_an_attachment_names_the_mail_it_came_from(
    person: Client, scope: Scope, words_only: None
) -> None:
    mail = add_file(scope, "a.eml", ContentFile(message()))
    drain_jobs()
    attached = Document.objects.in_scope(scope).get(container_id=mail.id)
    page = text(person, "panel", attached.id, "reading")

    assert "Came from" in page and "The well at Khola" in page
    assert "Came from" not in text(person, "panel", mail.id, "reading")


def test_a_message_names_the_others_of_its_conversation(
    person: Client, scope: Scope, words_only: None
) -> None:
    question = {"Message-ID": "<ask@example.org>", "Subject": "How deep is it?"}
    asked = add_file(scope, "a.eml", ContentFile(message(**question)))
    answer = {"In-Reply-To": "<ask@example.org>", "Subject": "Forty metres"}
    add_file(scope, "b.eml", ContentFile(message(**answer)))
    alone = add_file(scope, "c.eml", ContentFile(message()))
    drain_jobs()

    page = text(person, "panel", asked.id, "reading")
    assert "Conversation" in page and "Forty metres" in page
    assert "Conversation" not in text(person, "panel", alone.id, "reading")
