"""Mail messages (.eml, .msg) and mailboxes (.mbox): headers, words and attachments."""

import email
import mailbox
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from email.policy import SMTP, default
from email.utils import format_datetime
from pathlib import Path
from typing import Any

from pramana.documents.reading.contracts import FileKind, SourceFile
from pramana.documents.reading.errors import Unreadable, report_damage
from pramana.documents.reading.html import html_page
from pramana.documents.reading.page_builder import PageBuilder
from pramana.documents.reading.text import read_text

MAX_RECIPIENTS = 500
THREAD_HEADERS = ("References", "In-Reply-To", "Message-ID")
NAMED_HEADERS = ("To", "Cc", *THREAD_HEADERS)
MAX_THREAD_IDS = 2_000
"""The most ids that are stored for a mailbox."""

MAX_SORTED = 200
"""A longer conversation stays in the order in which it is stored."""

MESSAGE_ID = re.compile(r"<([^<>\s\x00]{3,250})>")


def open_outlook_message(path: str) -> EmailMessage:
    """The message with its headers, words and attachments."""
    import oxmsg

    with report_damage("Outlook"):
        stored = oxmsg.Message.load(path)
        message = EmailMessage(policy=SMTP.clone(raise_on_defect=False))
        for name, value in _headers(stored).items():
            _set_header(message, name, value)
        _set_body(message, stored)
        for attachment in stored.attachments:
            _attach(message, attachment)
    if not any(message.get(name) for name in ("From", "Subject", "To", "Date")):
        raise Unreadable("The file has no mail headers, so it is not an Outlook message.")
    return message


def _headers(stored: Any) -> dict[str, str]:
    """The usual headers: as the mail had them, or put together from Outlook's own fields."""
    written = {name.lower(): value for name, value in stored.message_headers.items()}
    people = ", ".join(_address(each) for each in stored.recipients[:MAX_RECIPIENTS])
    sent = stored.sent_date
    found = {name: written.get(name.lower(), "") for name in NAMED_HEADERS}
    return {
        **found,
        "From": stored.sender or "",
        "To": found["To"] or people,
        "Date": written.get("date", "") or (format_datetime(sent) if sent else ""),
        "Subject": stored.subject or "",
    }


def _address(recipient: Any) -> str:
    name, address = recipient.name or "", recipient.email_address or ""
    return f'"{name}" <{address}>' if name and address and name != address else name or address


def _set_header(message: EmailMessage, name: str, value: str) -> None:
    """Set a header on one line; one that cannot be parsed is kept as its words."""
    words = " ".join(value.replace("\x00", "").split())
    if not words:
        return
    try:
        message[name] = words
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):
        message[name] = words.encode("ascii", "replace").decode().replace("<", "").replace(">", "")


def _set_body(message: EmailMessage, stored: Any) -> None:
    plain = (stored.body or "").replace("\x00", "")
    if plain.strip():
        message.set_content(plain)
    elif markup := stored.html_body:
        message.set_content(markup.replace("\x00", ""), subtype="html")
    else:
        message.set_content("")


def _attach(message: EmailMessage, attachment: Any) -> None:
    content, name = attachment.file_bytes, (attachment.file_name or "").replace("\x00", "")
    if not content or not name:
        return  # a link, or a message inside the message
    message.add_attachment(
        content, maintype="application", subtype="octet-stream", filename=" ".join(name.split())
    )


SHOWN_HEADERS = ("From", "To", "Cc", "Date", "Subject")
MIN_HEADERS = 2
"""A file with fewer of the usual headers is no message."""

KNOWN_HEADERS = (*SHOWN_HEADERS, "Message-ID", "Received", "MIME-Version", "Content-Type")
MAX_LINE = 4_000


def open_message(source: SourceFile) -> EmailMessage:
    """The message of a file, whether it is stored as mail or by Outlook."""
    if source.kind is FileKind.MSG:
        return open_outlook_message(source.path)
    return _parse_message(source.path)


def _parse_message(path: str) -> EmailMessage:
    message = email.message_from_bytes(Path(path).read_bytes(), policy=default)
    stated = {name.lower() for name in message.keys()}  # noqa: SIM118
    if sum(name.lower() in stated for name in KNOWN_HEADERS) < MIN_HEADERS:
        raise Unreadable("The file has no mail headers, so it is not a message.")
    return message


def open_mailbox(path: str, *, headers_only: bool = False) -> Iterator[EmailMessage]:
    """The messages of a mailbox, one after the other."""
    parser = BytesHeaderParser if headers_only else BytesParser
    with closing(mailbox.mbox(path, create=False)) as box:
        keys = box.keys()
        if not keys:
            raise Unreadable("The file has no line “From ”, so it is not a mailbox.")
        for key in keys:
            yield parser(policy=default).parsebytes(box.get_bytes(key))


def mail_title(source: SourceFile) -> str:
    return _header(open_message(source), "Subject")


def mail_thread(source: SourceFile) -> tuple[str, ...]:
    """The ids of the messages before this one, oldest first, and its own; all of a mailbox's."""
    if source.kind is not FileKind.MBOX:
        return _thread_ids(open_message(source))
    messages = open_mailbox(source.path, headers_only=True)
    ids = dict.fromkeys(each for message in messages for each in _thread_ids(message))
    return tuple(ids)[:MAX_THREAD_IDS]


def _thread_ids(message: EmailMessage) -> tuple[str, ...]:
    headers = " ".join(_header(message, name) for name in THREAD_HEADERS)
    return tuple(dict.fromkeys(MESSAGE_ID.findall(headers)))


def mail_pages(source: SourceFile) -> Iterator[PageBuilder]:
    """The message as one page, with a line for each attachment."""
    yield _message_page(open_message(source))


def mailbox_pages(path: str) -> Iterator[PageBuilder]:
    """A page for each message. Those of a conversation follow its first, under its heading."""
    threads = [_thread_ids(each) for each in open_mailbox(path, headers_only=True)]
    with closing(mailbox.mbox(path, create=False)) as box:
        keys = box.keys()
        for conversation in _conversations(threads):
            for at in conversation:
                message = email.message_from_bytes(box.get_bytes(keys[at]), policy=default)
                yield _message_page(message, level=1 if at == conversation[0] else 2)


def _conversations(threads: Sequence[Sequence[str]]) -> list[list[int]]:
    """The places of the messages that share ids, in the order of the first of each conversation.

    >>> _conversations([("a",), ("b",), ("a", "c"), ()])
    [[0, 2], [1], [3]]
    """
    joined: dict[str, str] = {}

    def root(each: str) -> str:
        while joined.setdefault(each, each) != each:
            joined[each] = each = joined[joined[each]]
        return each

    for ids in threads:
        for each in ids:
            joined[root(each)] = root(ids[0])
    groups: dict[str | int, list[int]] = {}
    for at, ids in enumerate(threads):
        groups.setdefault(root(ids[0]) if ids else at, []).append(at)
    return [_answers_last(places, threads) for places in groups.values()]


def _answers_last(places: list[int], threads: Sequence[Sequence[str]]) -> list[int]:
    """The messages of a conversation, each after those it answers, else as they are stored."""
    if not 1 < len(places) <= MAX_SORTED:
        return places
    ordered, waiting = list[int](), list(places)
    while waiting:
        own = {threads[place][-1] for place in waiting}
        free = (place for place in waiting if not own & set(threads[place][:-1]))
        first = next(free, waiting[0])
        waiting.remove(first)
        ordered.append(first)
    return ordered


def _message_page(message: EmailMessage, level: int = 1) -> PageBuilder:
    page = PageBuilder()
    page.heading(_header(message, "Subject"), level)
    for name in SHOWN_HEADERS:
        if value := _header(message, name):
            page.paragraph(f"{name}: {value}")
    _add_body(page, message)
    for name, _ in attachments(message):
        page.paragraph(f"Attachment: {name}")
    return page


def attachments(message: EmailMessage) -> Iterator[tuple[str, bytes]]:
    """The names and bytes of the attached files; images inside the text have no names of theirs."""
    for part in message.walk():
        name = _filename(part)
        if not name or part.is_multipart() or part.get_content_disposition() == "inline":
            continue
        content = part.get_payload(decode=True)
        if isinstance(content, bytes) and content:
            yield name, content


def _header(message: EmailMessage, name: str) -> str:
    """A header's text on one line; empty where it is missing or cannot be parsed."""
    try:
        value = message.get(name)
    except (ValueError, IndexError, AttributeError, TypeError, KeyError, LookupError):
        value = next((v for key, v in message.raw_items() if key.lower() == name.lower()), "")
    words = " ".join(str(value or "").split())
    return words.encode("utf-8", "replace").decode()[:MAX_LINE]


def _filename(part: EmailMessage) -> str:
    try:
        return part.get_filename() or ""
    except (ValueError, IndexError, AttributeError, TypeError, LookupError):
        return ""


def _add_body(page: PageBuilder, message: EmailMessage) -> None:
    """Add the words as plain text where there are any, otherwise the text of the HTML."""
    body = _body_part(message)
    if body is None:
        return
    content = body.get_payload(decode=True)
    charset = _charset(body)
    if not isinstance(content, bytes) or not content.strip():
        return
    if body.get_content_type() == "text/html":
        page.append(html_page(content, charset)[1])
    else:
        for line in read_text(content.replace(b"\x00", b""), charset).split("\n"):
            page.paragraph(line)


def _body_part(message: EmailMessage) -> EmailMessage | None:
    parts = [
        part
        for part in message.walk()
        if not part.is_multipart()
        and part.get_content_disposition() != "attachment"
        and not _filename(part)
    ]
    for kind in ("text/plain", "text/html"):
        for part in parts:
            content = part.get_payload(decode=True)
            if part.get_content_type() == kind and isinstance(content, bytes) and content.strip():
                return part
    return None


def _charset(part: EmailMessage) -> str:
    try:
        return str(part.get_content_charset() or "")
    except (ValueError, LookupError, AttributeError, TypeError):
        return ""
