"""Attachments and the files of archives become documents that know where they came from."""

from email.message import EmailMessage

import pytest
from django.core.files.base import ContentFile

from pramana.documents import selectors, services
from pramana.documents.contracts import Status
from pramana.documents.models import Document
from pramana.documents.search import search
from pramana.jobs.testing import drain_jobs
from tests.documents.reading.outlook_files import outlook_message
from tests.documents.reading.papers import zipped
from tests.documents.reading.samples import message

pytestmark = pytest.mark.usefixtures("transactional_db")


def documents_of(scope) -> dict[str, Document]:
    return {row.filename: row for row in Document.objects.in_scope(scope)}


def add(scope, name, content, **options):
    return services.add_file(scope, name, ContentFile(content), **options)


def test_an_attachment_is_a_document_that_knows_its_mail(scope):
    collection = services.create_collection(scope, "Mail")
    mail = add(scope, "a.eml", message(), collection_id=collection)
    drain_jobs()
    attached = documents_of(scope)["wells.csv"]
    view = selectors.get_document(scope, attached.id)
    assert (view.container_id, view.container_path) == (mail.id, "1/wells.csv")
    assert (view.status, view.collection_id) == (Status.COMPLETED, collection)
    assert search(scope, "Danda")[0].document_id == attached.id
    assert search(scope, "pump costs")[0].document_id == mail.id


def test_an_attachment_is_found_by_what_its_mail_is_about(scope):
    def letter(subject, name, content):
        mail = EmailMessage()
        mail["From"], mail["Date"] = "Asha <asha@example.org>", "Mon, 02 Mar 2026 09:30:00 +0545"
        mail["Subject"] = subject
        mail.set_content("Dear Bir,\n\nthe list is attached.\n")
        mail.add_attachment(content, maintype="text", subtype="plain", filename=name)
        return bytes(mail)

    weight = b"List %d\n\nTotal gross weight: %d kg\n"
    add(scope, "a.eml", letter("Filters for Laligurans school", "list-7.txt", weight % (7, 79)))
    packed = zipped({"list-8.txt": weight % (8, 189)})
    add(scope, "b.eml", letter("Benches for Sunakhari school", "lists.zip", packed))
    drain_jobs()

    for school, name, words in (
        ("Laligurans", "list-7.txt", "79"),
        ("Sunakhari", "list-8.txt", "189"),
    ):
        [first, *_] = search(scope, f"total gross weight for {school} school")
        assert (first.filename, words in first.text) == (name, True)
        assert school in first.section
    own = selectors.get_document(scope, documents_of(scope)["list-7.txt"].id)
    assert own.title == "List 7", "the title stays that of the file"


def test_a_message_knows_its_conversation_in_whatever_order_it_comes(scope, other_scope):
    def letter(name, *before, answers=""):
        linked = {"Message-ID": f"<{name}@example.org>"}
        linked |= {"In-Reply-To": f"<{answers}@example.org>"} if answers else {}
        linked |= {"References": " ".join(f"<{each}@example.org>" for each in before)}
        return message(**{key: value for key, value in linked.items() if value})

    third = add(scope, "third.eml", letter("third", "first", "second"))
    stored = "Message-ID: <fourth@example.org>\r\nIn-Reply-To: <third@example.org>\r\n"
    fourth = add(scope, "fourth.msg", outlook_message(headers=stored))
    first = add(scope, "first.eml", letter("first"))
    other = add(scope, "other.eml", letter("other"))
    add(other_scope, "second.eml", letter("second", "first", answers="first"))
    drain_jobs()

    def thread(document):
        return selectors.get_document(scope, document.id).thread

    assert thread(third) == (first.id, fourth.id)
    assert thread(first) == (third.id, fourth.id)
    assert thread(fourth) == (first.id, third.id)
    assert thread(other) == ()
    services.trash_documents(scope, [third.id])
    assert thread(fourth) == thread(first) == ()


def test_a_mailbox_is_named_beside_the_messages_it_shares_a_conversation_with(scope):
    def letter(name, *before):
        linked = {"References": " ".join(f"<{each}@example.org>" for each in before)}
        linked = linked if before else {}
        return message(**linked, **{"Message-ID": f"<{name}@example.org>"})

    mark = b"From bir@example.org Mon Mar  2 09:00:00 2026\n"
    stored = mark + letter("second", "first") + b"\n" + mark + letter("roof")
    box = add(scope, "all.mbox", stored)
    first, roof = (
        add(scope, "first.eml", letter("first")),
        add(scope, "r.eml", letter("ok", "roof")),
    )
    drain_jobs()

    def thread(document):
        return selectors.get_document(scope, document.id).thread

    assert set(thread(box)) == {first.id, roof.id}
    assert thread(first) == thread(roof) == (box.id,)  # two conversations of one mailbox


def test_the_files_of_an_archive_are_documents_at_every_depth(scope):
    inner = zipped({"deep/letter.txt": b"The bridge at Tamor is closed."})
    outer = zipped(
        {"inner.zip": inner, "mail.eml": message(), "broken.pdf": b"%PDF-1.7 and no more"}
    )
    archive = add(scope, "outer.zip", outer)
    drain_jobs()
    rows = documents_of(scope)
    assert set(rows) == {
        "outer.zip",
        "inner.zip",
        "mail.eml",
        "broken.pdf",
        "letter.txt",
        "wells.csv",
    }
    assert rows["inner.zip"].container_id == archive.id
    assert rows["letter.txt"].container_id == rows["inner.zip"].id
    assert rows["broken.pdf"].status == Status.FAILED and rows["broken.pdf"].error
    assert rows["outer.zip"].status == Status.COMPLETED


def test_archives_that_are_too_deep_stay_packed(scope):
    content = zipped({"core.txt": b"core"})
    for number in range(4):
        content = zipped({f"{number}.zip": content})
    add(scope, "outer.zip", content)
    drain_jobs()
    assert set(documents_of(scope)) == {"outer.zip", "3.zip", "2.zip", "1.zip"}


def test_a_second_reading_adds_no_file_twice(scope):
    archive = add(scope, "a.zip", zipped({"a.txt": b"one", "b.txt": b"two"}))
    drain_jobs()
    Document.objects.in_scope(scope).filter(pk=archive.id).update(status=Status.FAILED)
    services.retry_document(scope, archive.id)
    drain_jobs()
    assert Document.objects.in_scope(scope).count() == 3


def test_a_document_outlives_the_archive_it_came_from(scope):
    archive = add(scope, "a.zip", zipped({"a.txt": b"one"}))
    drain_jobs()
    services.delete_document(scope, archive.id)
    (left,) = documents_of(scope).values()
    assert (left.filename, left.container_id) == ("a.txt", None)
