"""A folder's day: new, changed, renamed, deleted and restored files, and a disk that is away."""

import os
from pathlib import Path
from uuid import UUID

import pytest

from pramana.documents.search import search
from pramana.documents.services.deletion import restore_documents, trash_documents
from pramana.kit.scope import Scope
from pramana.sources import sync
from pramana.sources.contracts import FolderSettings, ItemState, SourceKind, SyncCounts, SyncStatus
from pramana.sources.errors import BadSource, FollowedSourceNotFound, NothingToConfirm
from pramana.sources.services import confirm_deletions, follow_source, start_sync, stored_connector
from pramana.sources.sync import SourceSync
from pramana.tenancy.models import Tenant
from tests.settings import change
from tests.sources.following import Followed
from tests.transactions import transactions_around_checks

pytestmark = pytest.mark.django_db


def settings_of(path: Path) -> FolderSettings:
    return FolderSettings(kind=SourceKind.FOLDER, path=str(path))


@pytest.fixture
def papers(tmp_path: Path, scope: Scope, settings) -> Path:
    folder = tmp_path / "papers"
    folder.mkdir()
    slug = Tenant.objects.get(pk=scope.tenant_id).slug
    change(settings, watch_folders=(f"{slug}:{folder}",))
    (folder / "well.txt").write_text("The well at Bhorle is forty metres deep.")
    (folder / "2081").mkdir()
    (folder / "2081" / "roads.txt").write_text("The road to Tipling was closed in June.")
    return folder


@pytest.fixture
def followed(papers: Path, scope: Scope, collection_id: UUID) -> Followed:
    return Followed(
        scope, follow_source(scope, "Papers", settings_of(papers), collection_id=collection_id)
    )


def test_files_become_documents_of_the_collection(
    followed: Followed, scope: Scope, collection_id: UUID
) -> None:
    assert followed.source.status is SyncStatus.COMPLETED
    assert followed.source.counts == SyncCounts(added=2)
    assert {each.collection_id for each in followed.documents.values()} == {collection_id}
    assert sorted(item.name for item in followed.items()) == ["2081/roads.txt", "well.txt"]
    assert search(scope, "how deep is the well at Bhorle")[0].title == "well"


def test_what_has_not_changed_is_left_alone(followed: Followed) -> None:
    before = followed.document_ids()

    assert followed.sync() == SyncCounts(unchanged=2)
    assert followed.document_ids() == before


def test_files_are_checked_before_their_transaction(
    followed: Followed, papers: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    depths = transactions_around_checks(monkeypatch, sync)
    (papers / "well.txt").write_text("The well at Bhorle is sixty metres deep since August.")
    (papers / "school.txt").write_text("The school has nine rooms.")

    assert followed.sync() == SyncCounts(added=1, changed=1, unchanged=1)
    assert depths == [0, 0]


def test_a_new_file_is_added_and_a_changed_one_read_again(
    followed: Followed, papers: Path, scope: Scope
) -> None:
    before = followed.document_ids()
    (papers / "well.txt").write_text("The well at Bhorle is sixty metres deep since August.")
    (papers / "school.txt").write_text("The school has nine rooms.")

    assert followed.sync() == SyncCounts(added=1, changed=1, unchanged=1)
    assert followed.document_ids()["well.txt"] == before["well.txt"]
    assert "sixty" in search(scope, "how deep is the well at Bhorle")[0].text


def test_a_file_that_was_only_touched_is_not_read_again(followed: Followed, papers: Path) -> None:
    os.utime(papers / "well.txt", (1, 1))

    assert followed.sync() == SyncCounts(unchanged=2)


def test_a_renamed_file_keeps_its_document(followed: Followed, papers: Path) -> None:
    before = followed.document_ids()
    (papers / "well.txt").rename(papers / "2081" / "well of Bhorle.txt")

    assert followed.sync() == SyncCounts(renamed=1, unchanged=1)
    after = followed.documents
    assert after["well of Bhorle.txt"].id == before["well.txt"]
    assert after["well of Bhorle.txt"].title == "well of Bhorle"
    assert followed.sync() == SyncCounts(unchanged=2)


def test_a_deleted_file_goes_to_the_trash_and_comes_back(
    followed: Followed, papers: Path, scope: Scope
) -> None:
    before, words = followed.document_ids(), (papers / "well.txt").read_text()
    (papers / "well.txt").unlink()
    assert followed.sync() == SyncCounts(deleted=1, unchanged=1)
    assert set(followed.documents) == {"roads.txt"}
    assert [item.name for item in followed.items(ItemState.DELETED)] == ["well.txt"]
    assert search(scope, "how deep is the well at Bhorle") == []

    (papers / "well.txt").write_text(words)
    assert followed.sync() == SyncCounts(added=1, unchanged=1)
    assert followed.document_ids() == before
    assert search(scope, "how deep is the well at Bhorle")


def test_a_document_that_a_person_removed_does_not_come_back(
    followed: Followed, papers: Path, scope: Scope
) -> None:
    trash_documents(scope, [followed.document_ids()["well.txt"]])
    (papers / "well.txt").write_text("The well is dry.")
    followed.sync()

    assert set(followed.documents) == {"roads.txt"}
    assert [item.name for item in followed.items(ItemState.REMOVED)] == ["well.txt"]
    followed.sync()
    assert set(followed.documents) == {"roads.txt"}


def test_a_file_that_cannot_be_read_is_named_and_tried_when_it_changes(
    followed: Followed, papers: Path
) -> None:
    (papers / "tool.exe").write_bytes(b"MZ\x00\x01")
    (papers / "empty.txt").write_bytes(b"")
    assert followed.sync() == SyncCounts(failed=2, unchanged=2)
    refused = followed.items(ItemState.REFUSED)
    assert {item.name for item in refused} == {"tool.exe", "empty.txt"}
    assert all(item.error for item in refused)

    assert followed.sync() == SyncCounts(unchanged=4)
    (papers / "empty.txt").write_text("Now there are words.")
    assert followed.sync() == SyncCounts(added=1, unchanged=3)


def test_hidden_and_unfinished_files_are_passed_over(followed: Followed, papers: Path) -> None:
    for name in (".hidden.txt", "~$lock.docx", "film.txt.part", "a.crdownload"):
        (papers / name).write_text("words")
    (papers / ".git").mkdir()
    (papers / ".git" / "note.txt").write_text("words")

    assert followed.sync() == SyncCounts(unchanged=2)


def test_a_disk_that_is_away_deletes_nothing(followed: Followed, papers: Path) -> None:
    papers.rename(papers.with_name("elsewhere"))
    assert "not mounted" in followed.fail()
    assert set(followed.documents) == {"well.txt", "roads.txt"}

    papers.with_name("elsewhere").rename(papers)
    assert followed.sync() == SyncCounts(unchanged=2)


def test_a_person_confirms_when_most_of_a_source_has_vanished(
    followed: Followed, papers: Path, scope: Scope
) -> None:
    for number in range(12):
        (papers / f"{number}.txt").write_text(f"Paper {number} is about a bridge.")
    followed.sync()
    with pytest.raises(NothingToConfirm):
        confirm_deletions(scope, followed.id)
    for number in range(12):
        (papers / f"{number}.txt").unlink()

    followed.sync()
    assert followed.source.status is SyncStatus.CONFIRM and followed.source.to_confirm == 12
    assert len(followed.documents) == 14

    confirm_deletions(scope, followed.id)
    followed.sync()
    assert set(followed.documents) == {"well.txt", "roads.txt"}
    assert followed.source.status is SyncStatus.COMPLETED


def test_a_sync_that_was_interrupted_goes_on(
    papers: Path, scope: Scope, collection_id: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a kill: some files are stored and the job was not finished."""

    for number in range(6):
        (papers / f"{number}.txt").write_text(f"Paper {number} is about a bridge.")
    real, calls = SourceSync.handle, []

    def broken(self, item) -> None:
        if len(calls) == 4:
            calls.append("broken")
            raise RuntimeError("the machine stopped")
        calls.append(item.key)
        real(self, item)

    monkeypatch.setattr(SourceSync, "handle", broken)
    source = follow_source(scope, "Papers", settings_of(papers), collection_id=collection_id)
    followed = Followed(scope, source)

    assert "broken" in calls
    assert followed.source.counts == SyncCounts(added=4, unchanged=4)
    assert len(followed.documents) == 8


def test_only_folders_that_are_open_to_the_tenant_can_be_followed(
    papers: Path, scope: Scope, other_scope: Scope, tmp_path: Path, collection_id: UUID
) -> None:
    (tmp_path / "secret").mkdir()
    (papers / "way-out").symlink_to(tmp_path / "secret")
    for path in (tmp_path, tmp_path / "secret", papers / ".." / "secret", papers / "way-out"):
        with pytest.raises(BadSource, match="not open"):
            follow_source(scope, "Out", settings_of(path), collection_id=collection_id)
    for path in (Path("/etc"), Path("relative"), tmp_path / "papers-too"):
        with pytest.raises(BadSource):
            follow_source(scope, "Out", settings_of(path), collection_id=collection_id)


def test_links_inside_a_folder_are_not_followed(
    followed: Followed, papers: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "plan.txt").write_text("A secret plan.")
    (papers / "plan.txt").symlink_to(tmp_path / "secret" / "plan.txt")
    (papers / "inner").symlink_to(tmp_path / "secret")

    assert followed.sync() == SyncCounts(unchanged=2)


def test_another_tenant_neither_sees_nor_reads_it(
    followed: Followed, other_scope: Scope, papers: Path, collection_id: UUID
) -> None:
    from pramana.documents.errors import CollectionNotFound
    from pramana.documents.services import create_collection

    with pytest.raises(FollowedSourceNotFound):
        start_sync(other_scope, followed.id)
    with pytest.raises(FollowedSourceNotFound):
        stored_connector(other_scope, followed.id)
    theirs = create_collection(other_scope, "Theirs")
    with pytest.raises(BadSource, match="not open"):
        follow_source(other_scope, "Papers", settings_of(papers), collection_id=theirs)
    with pytest.raises(CollectionNotFound):
        follow_source(other_scope, "Papers", settings_of(papers), collection_id=collection_id)


def test_a_restored_document_is_followed_again(
    followed: Followed, papers: Path, scope: Scope
) -> None:
    document_id = followed.document_ids()["well.txt"]
    (papers / "well.txt").unlink()
    followed.sync()
    restore_documents(scope, [document_id])

    assert followed.sync() == SyncCounts(unchanged=1)
    assert set(followed.documents) == {"well.txt", "roads.txt"}
