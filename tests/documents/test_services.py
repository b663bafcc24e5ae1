from uuid import uuid4

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage

from pramana.documents import selectors, services, tasks
from pramana.documents.contracts import Status
from pramana.documents.domain import assembly_seconds, opening_seconds, page_seconds
from pramana.documents.errors import DocumentNotFound, FileTooLarge, NothingToRetry
from pramana.documents.models import Document, Passage
from pramana.documents.reading.contracts import FileKind
from pramana.documents.reading.errors import Unreadable
from pramana.documents.search import search
from pramana.jobs.selectors import run_events
from pramana.jobs.testing import drain_jobs
from pramana.tenancy.contracts import RunState
from pramana.tenancy.models import StoredFile
from pramana.tenancy.selectors import get_run

TEXT = "The tender was cancelled by the council. बोलपत्र रद्द गरिएको छ।"


def added(scope, text=TEXT, name="notice.txt"):
    return services.add_file(scope, name, ContentFile(text.encode()))


def test_a_file_is_accepted_and_asked_to_be_read(scope):
    document = added(scope)
    assert document.status is Status.QUEUED
    assert document.title == "notice" and document.run_id


def test_a_read_document_has_its_text_and_passages(transactional_db, scope):
    document = added(scope)
    drain_jobs()
    read = selectors.get_document(scope, document.id)
    assert (read.status, read.passage_count) == (Status.COMPLETED, 1)
    assert selectors.document_text(scope, document.id) == TEXT
    assert get_run(scope, document.run_id).state is RunState.DONE
    assert run_events(scope, document.run_id)[-1].is_terminal


def test_a_reading_has_as_long_as_its_kind_and_size_need(transactional_db, scope, monkeypatch):
    limits = []

    def recorded(call):
        def record_limit(*arguments, timeout, **options):
            limits.append(timeout)
            return call(*arguments, timeout=timeout, **options)

        return record_limit

    for name in ("run_cpu", "stream_cpu"):
        monkeypatch.setattr(tasks, name, recorded(getattr(tasks, name)))
    for text in (TEXT, TEXT * 200):
        added(scope, text)
        drain_jobs()
    assert limits == [
        limit
        for text in (TEXT, TEXT * 200)
        for limit in (
            opening_seconds(FileKind.TEXT, len(text.encode())),
            page_seconds(FileKind.TEXT, len(text.encode())),
            assembly_seconds(len(text)),
        )
    ]
    assert limits[0] < limits[3] < opening_seconds(FileKind.HTML, len(TEXT))


def test_words_are_found_with_their_places(transactional_db, scope):
    document = added(scope)
    drain_jobs()
    for query, word in (("TENDER", "tender"), ("रद्द", "रद्द")):
        [hit] = search(scope, query)
        assert [TEXT[start:end] for start, end in hit.marks] == [word]
        assert hit.document_id == document.id
        assert word in hit.why.lower()


def test_a_rarer_word_counts_more(transactional_db, scope):
    for name, text in (("a", "council council council"), ("b", "council tender"), ("c", "council")):
        added(scope, text, f"{name}.txt")
    drain_jobs()
    assert search(scope, "council tender")[0].text == "council tender"


def test_another_tenant_finds_nothing(transactional_db, scope, other_scope):
    document = added(scope)
    drain_jobs()
    assert search(other_scope, "tender") == []
    assert selectors.newest_documents(other_scope) == []
    for question in (selectors.get_document, selectors.document_text, services.delete_document):
        with pytest.raises(DocumentNotFound):
            question(other_scope, document.id)


def test_a_file_that_is_no_text_fails_with_its_reason_and_can_be_tried_again(
    transactional_db, scope
):
    document = added(scope, "\u00a0\u2003")
    drain_jobs()
    failed = selectors.get_document(scope, document.id)
    assert failed.status is Status.FAILED and "no text" in failed.error
    assert services.retry_document(scope, document.id).status is Status.QUEUED
    with pytest.raises(NothingToRetry):
        services.retry_document(scope, document.id)


def test_a_deleted_document_leaves_nothing(transactional_db, scope):
    document = added(scope)
    drain_jobs()
    key = StoredFile.objects.in_scope(scope).get().key
    services.delete_document(scope, document.id)
    for table in (Document, Passage, StoredFile):
        assert not table.objects.in_scope(scope).exists()
    assert not default_storage.exists(key)


def test_a_document_deleted_while_it_waits_is_not_brought_back(transactional_db, scope):
    document = added(scope)
    services.delete_document(scope, document.id)
    drain_jobs()
    assert not Document.objects.in_scope(scope).exists()
    assert not Passage.objects.in_scope(scope).exists()


@pytest.mark.parametrize("name", ["", "a", "a.exe", "../../etc/passwd", "a.txt.exe", "\x00"])
def test_other_files_are_refused_and_nothing_is_stored(scope, name):
    with pytest.raises(Unreadable):
        added(scope, name=name)
    assert not StoredFile.objects.in_scope(scope).exists()


def test_an_empty_file_is_refused(scope):
    with pytest.raises(Unreadable):
        added(scope, "")


def test_a_file_over_the_limit_is_refused(scope):
    content = ContentFile(b"x")
    content.size = 101 * 1024 * 1024
    with pytest.raises(FileTooLarge):
        services.add_file(scope, "a.txt", content)


def test_a_path_in_a_name_is_only_a_name(scope):
    assert added(scope, name="C:\\papers\\notice.txt").filename == "notice.txt"


def test_several_files_are_taken_together_or_not_at_all(scope):
    with pytest.raises(Unreadable):
        services.add_files(scope, [("a.txt", ContentFile(b"a")), ("b.exe", ContentFile(b"b"))])
    assert selectors.newest_documents(scope) == []


def test_an_unknown_document_is_not_there(scope):
    with pytest.raises(DocumentNotFound):
        selectors.get_document(scope, uuid4())
