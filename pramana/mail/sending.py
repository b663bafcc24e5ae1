"""The words of each e-mail, which quote no document, and handing one to the mail server."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from pramana.kit.errors import Conflict, InvalidRequest, Unavailable
from pramana.kit.listings import WaitingKind, WaitingPage
from pramana.postgres.loans import return_to_pool


class MailRefused(InvalidRequest):
    """The server refuses this message for good. It is not tried again."""

    code = "mail_refused"

    def __init__(self, reason: str) -> None:
        super().__init__(f"The mail server refuses the message: {reason}")


class MailAway(Unavailable):
    """The server cannot be reached, or refuses us for now. The message waits in its job."""

    code = "mail_away"

    def __init__(self, reason: str) -> None:
        super().__init__(f"The mail server does not take the message now: {reason}")


class NoMailAddress(Conflict):
    def __init__(self) -> None:
        super().__init__("Your account has no e-mail address. Ask an admin to invite you with one.")


@dataclass(frozen=True)
class Letter:
    subject: str
    body: str


def invitation(*, person: str, tenant: str, link: str) -> Letter:
    body = (
        _("Hello %(person)s,") % {"person": person},
        _("you were invited to “%(tenant)s” in Pramana.") % {"tenant": tenant},
        _("This link signs you in once, within seven days. Then you choose a password:"),
        link,
        _("If you did not expect this, delete this message. Nothing happens without the link."),
    )
    return Letter(_("Your invitation to “%(tenant)s”") % {"tenant": tenant}, "\n\n".join(body))


def budget_alarm(*, person: str, tenant: str, used: str, most: str, page: str) -> Letter:
    body = (
        _("Hello %(person)s,") % {"person": person},
        _("US dollars spent on models: %(used)s. The alarm is at %(most)s.")
        % {"used": used, "most": most},
        _("See what it was used for, or change the alarm, here: %(address)s") % {"address": page},
    )
    subject = _("Model spending in “%(tenant)s” reached your alarm") % {"tenant": tenant}
    return Letter(subject, "\n\n".join(body))


def waiting_work(
    pages: list[WaitingPage], *, person: str, tenant: str, home: str, account: str
) -> Letter:
    total = sum(page.total for page in pages)
    subject = ngettext(
        "%(count)s decision waits in “%(tenant)s”",
        "%(count)s decisions wait in “%(tenant)s”",
        total,
    )
    body = (
        _("Hello %(person)s,") % {"person": person},
        "\n".join(f"· {_count_text(page)}" for page in pages),
        _("Decide here: %(address)s") % {"address": home},
        _("You can switch these messages off here: %(address)s") % {"address": account},
    )
    return Letter(subject % {"count": total, "tenant": tenant}, "\n\n".join(body))


def _count_text(page: WaitingPage) -> str:
    count = page.total
    texts = {
        WaitingKind.REVIEW: ngettext("%(count)s review", "%(count)s reviews", count),
        WaitingKind.REGISTRY_CHANGE: ngettext(
            "%(count)s change of the registry", "%(count)s changes of the registry", count
        ),
        WaitingKind.SOURCES: ngettext("%(count)s research run", "%(count)s research runs", count),
        WaitingKind.EXTRACTION: ngettext("%(count)s extraction", "%(count)s extractions", count),
        WaitingKind.STACK: ngettext("%(count)s table", "%(count)s tables", count),
        WaitingKind.DUPLICATE: ngettext(
            "%(count)s pair of possible duplicates", "%(count)s pairs of possible duplicates", count
        ),
    }
    other = ngettext("%(count)s other decision", "%(count)s other decisions", count)
    return texts.get(page.kind, other) % {"count": count}


SECONDS = 30
PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


def is_mail_configured() -> bool:
    return bool(settings.PRAMANA.mail_url)


def public_address(path: str) -> str:
    """The address of a page as people outside reach it."""
    return str(settings.PRAMANA.public_url).rstrip("/") + path


def send_letter(letter: Letter, to: str, *, message_id: UUID) -> None:
    """Send it, or raise `MailAway` or `MailRefused`. No database connection is held meanwhile.

    The message id stays the same when a message is sent again, so that mail programs show it once.
    """
    return_to_pool()
    sender = str(settings.PRAMANA.mail_from)
    domain = parseaddr(sender)[1].rpartition("@")[2] or "localhost"
    message = EmailMessage(
        " ".join(letter.subject.split()),
        letter.body,
        sender,
        [to],
        headers={"Message-ID": f"<{message_id}@{domain}>", "Auto-Submitted": "auto-generated"},
        connection=_backend(),
    )
    with _translated_errors():
        message.send()


def _backend() -> EmailBackend:
    parts = urlsplit(settings.PRAMANA.mail_url)
    return EmailBackend(
        host=parts.hostname,
        port=parts.port or PORTS[parts.scheme],
        username=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        use_tls=parts.scheme == "smtp",
        use_ssl=parts.scheme == "smtps",
        timeout=SECONDS,
        fail_silently=False,
    )


@contextmanager
def _translated_errors() -> Iterator[None]:
    """Tell what is refused for good from what may work later. Replies are shortened to one line."""
    try:
        yield
    except smtplib.SMTPRecipientsRefused as error:
        code, reply = next(iter(error.recipients.values()))
        raise _error(code, reply) from None
    except smtplib.SMTPAuthenticationError as error:
        raise MailAway(_line(error.smtp_code, error.smtp_error)) from None
    except smtplib.SMTPResponseException as error:
        raise _error(error.smtp_code, error.smtp_error) from None
    except (UnicodeError, ValueError) as error:  # an address that cannot be written in a header
        raise MailRefused(type(error).__name__) from None
    except (smtplib.SMTPException, ssl.SSLError, OSError) as error:
        raise MailAway(type(error).__name__) from None


def _error(code: int, reply: bytes | str) -> MailAway | MailRefused:
    line = _line(code, reply)
    return MailRefused(line) if 500 <= code < 600 else MailAway(line)


def _line(code: int, reply: bytes | str) -> str:
    text = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return f"{code} {' '.join(text.split())[:200]}"
