"""Mail: headers as lines, the words of the message, and the names of the attachments."""

import random
from contextlib import suppress
from email.message import EmailMessage
from pathlib import Path

import pytest

from pramana.documents.reading.archives import unpack_files
from pramana.documents.reading.contracts import ReadOptions
from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_kinds import identify_file
from pramana.documents.reading.file_reader import document_info, read_pages
from pramana.documents.reading.mail import attachments, open_message
from tests.documents.reading.outlook_files import CompoundFile, outlook_message
from tests.documents.reading.papers import doc, saved
from tests.documents.reading.samples import CSV, mailbox, message


def test_the_headers_and_the_words_of_a_message_are_text(tmp_path):
    where = saved(tmp_path, "a.eml", message(Cc="keepers@example.org"))
    assert document_info(*where).title == "The well at Khola"
    (page,) = read_pages(*where)
    assert page.text.split("\n") == [
        "The well at Khola",
        "From: Asha Tamang <asha@example.org>",
        "To: Bir Magar <bir@example.org>",
        "Cc: keepers@example.org",
        "Date: Mon, 02 Mar 2026 09:30:00 +0545",
        "Subject: The well at Khola",
        "Dear Bir,",
        "the pump costs Rs. 84,000.",
        "Attachment: wells.csv",
        "Attachment: run.exe",
    ]


def test_a_message_in_html_alone_keeps_its_lists(tmp_path):
    mail = EmailMessage()
    mail["From"], mail["Subject"] = "a@example.org", "नमस्ते"
    mail.set_content("<p>Bring:</p><ul><li>a rope</li><li>a lamp</li></ul>", subtype="html")
    (page,) = read_pages(*saved(tmp_path, "a.eml", bytes(mail)))
    assert page.text.endswith("Bring:\n• a rope\n• a lamp")
    assert page.headings[0].text == "नमस्ते"


def test_the_attachments_come_with_their_bytes(tmp_path):
    path, _ = saved(tmp_path, "a.eml", message())
    assert [name for name, _ in attachments(open_message(identify_file(path, "m.eml")))] == [
        "wells.csv",
        "run.exe",
    ]
    assert next(attachments(open_message(identify_file(path, "m.eml"))))[1].strip() == CSV.strip()


def test_a_text_without_headers_is_no_message(tmp_path):
    with pytest.raises(Unreadable, match="no mail headers"):
        document_info(*saved(tmp_path, "a.eml", b"Only some words.\n"))


def test_every_message_of_a_mailbox_is_a_page(tmp_path):
    first, second = read_pages(*saved(tmp_path, "a.mbox", mailbox()))
    assert first.text.endswith("What does the pump at Khola cost?")
    assert first.headings[0].text == "A question"
    assert "the pump costs Rs. 84,000." in second.text


def test_the_messages_of_a_conversation_follow_each_other_in_a_mailbox(tmp_path):
    def letter(name: str, subject: str, *before: str) -> bytes:
        headers = f"From: {name}@example.org\nSubject: {subject}\nMessage-ID: <{name}@x.org>\n"
        answered = " ".join(f"<{each}@x.org>" for each in before)
        headers += f"References: {answered}\n" if before else ""
        return f"From a@x.org Mon Mar  2 09:00:00 2026\n{headers}\nWords of {name}.\n\n".encode()

    stored = (
        letter("late", "Re: Pump", "first", "second"),
        letter("first", "Pump"),
        letter("other", "Roof"),
        letter("second", "Re: Pump", "first"),
    )
    where = saved(tmp_path, "a.mbox", b"".join(stored))

    pages = list(read_pages(*where))

    assert [page.text.rsplit(" ", 1)[-1] for page in pages] == [
        *("first.", "second.", "late."),
        "other.",
    ]
    assert [page.headings[0].level for page in pages] == [1, 2, 2, 1]
    assert document_info(*where).thread == (
        "first@x.org",
        "second@x.org",
        "late@x.org",
        "other@x.org",
    )


def test_a_file_without_messages_is_no_mailbox(tmp_path):
    with pytest.raises(Unreadable, match="not a mailbox"):
        list(read_pages(*saved(tmp_path, "a.mbox", b"Only some words.\n")))


BODY = "Dear Bir,\r\nthe pump costs Rs. 84,000."
TABLE = ("wells.csv", b"name,depth\nKhola,40\n" * 400)


def test_the_headers_and_the_words_are_those_of_a_mail(tmp_path):
    where = saved(tmp_path, "a.msg", outlook_message("The well at Khola", BODY, TABLE))
    assert document_info(*where).title == "The well at Khola"
    (page,) = read_pages(*where)
    assert page.text.split("\n") == [
        "The well at Khola",
        "From: Asha Tamang <asha@example.org>",
        "To: Bir Magar <bir@example.org>",
        "Date: Mon, 02 Mar 2026 08:30:00 +0000",
        "Subject: The well at Khola",
        "Dear Bir,",
        "the pump costs Rs. 84,000.",
        "Attachment: wells.csv",
    ]


def test_a_message_in_html_alone_and_in_nepali(tmp_path):
    html = "<p>ल्याउनुहोस्:</p><ul><li>डोरी</li></ul>".encode("cp1252", "xmlcharrefreplace")
    where = saved(tmp_path, "a.msg", outlook_message("नमस्ते", "", html=html))
    (page,) = read_pages(*where)
    assert page.headings[0].text == "नमस्ते"
    assert page.text.endswith("ल्याउनुहोस्:\n• डोरी")


def test_the_attachments_are_unpacked(tmp_path):
    content = outlook_message("Two", BODY, TABLE, ("पुल.txt", "पुल".encode()), ("run.exe", b"MZ"))
    path, name = saved(tmp_path, "a.msg", content)
    folder = tmp_path / "out"
    folder.mkdir()
    found = list(unpack_files(path, name, str(folder), options=ReadOptions()))

    assert [each.filename for each in found] == ["wells.csv", "पुल.txt"]
    assert Path(found[0].path).read_bytes() == TABLE[1]


def test_other_compound_files_are_no_messages(tmp_path):
    for content in (doc("A Word document."), CompoundFile({"a": b"b"}).to_bytes()):
        with pytest.raises(Unreadable):
            document_info(*saved(tmp_path, "a.msg", content))
    with pytest.raises(Unreadable):
        document_info(*saved(tmp_path, "a.msg", b"Subject: words\n"))


def test_damaged_messages_are_read_or_refused(tmp_path):
    whole, chance = outlook_message("The well", BODY, TABLE), random.Random(7)
    for _ in range(150):
        content = bytearray(whole[: chance.randrange(600, len(whole))])
        for _ in range(chance.randrange(8)):
            content[chance.randrange(512, len(content))] ^= 1 << chance.randrange(8)
        where = saved(tmp_path, "a.msg", bytes(content))
        with suppress(Unreadable):
            document_info(*where)
            list(read_pages(*where))
