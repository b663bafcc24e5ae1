"""Outlook messages (.msg), read into the same form as other mail."""

from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Any

from pramana.documents.reading.errors import Unreadable, report_damage

MAX_RECIPIENTS = 500
NAMED_HEADERS = ("To", "Cc")


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
