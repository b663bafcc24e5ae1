"""E-mail: the words of each letter, which quote no document, asking for one, and sending it."""

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from email.utils import parseaddr
from urllib.parse import unquote, urlsplit
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.smtp import EmailBackend
from django.db import transaction
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from pramana.inbox import decisions_to_make
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.errors import Conflict, InvalidRequest, Unavailable
from pramana.kit.listings import WaitingKind, WaitingPage
from pramana.kit.scope import Scope
from pramana.mail.models import MailSubscription
from pramana.postgres.loans import return_to_pool
from pramana.tenancy.contracts import Member, NoticeKind, Role
from pramana.tenancy.selectors import find_member, members_of
from pramana.tenancy.services import add_member, renew_invitation
from pramana.tenancy.services.notices import Notice


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


SEND_INVITATION = "mail.send_invitation"
SEND_WAITING_WORK = "mail.send_waiting_work"
SEND_BUDGET_ALARM = "mail.send_budget_alarm"
MOST_ITEMS = 1
"""Pages count all of a kind; of the items we look at the newest only."""


@dataclass(frozen=True)
class Invitation:
    """A member who was added or invited again."""

    user_id: UUID
    secret: str | None
    """Of a one-time link; None for a person who has an account elsewhere."""
    sent_to: str = ""
    """The address that a message with another link is on its way to."""


@transaction.atomic
def invite_member(scope: Scope, user_name: str, role: Role, *, email: str = "") -> Invitation:
    """Add a member and, in the same transaction, ask for the message that tells a new person."""
    user_id, secret = add_member(scope, user_name, role, email=email)
    if secret is None:
        return Invitation(user_id, None)
    return Invitation(user_id, secret, _queue_invitation(scope, user_id))


@transaction.atomic
def invite_again(scope: Scope, user_id: UUID) -> Invitation:
    """A new link for a member who has not signed in; earlier links end."""
    secret = renew_invitation(scope, user_id)
    return Invitation(user_id, secret, _queue_invitation(scope, user_id))


def _queue_invitation(scope: Scope, user_id: UUID) -> str:
    """The address it is sent to, if any. The job holds ids; the link is made when it is sent."""
    member = find_member(scope, user_id)
    if not is_mail_configured() or member is None or not member.email:
        return ""
    enqueue(scope, SEND_INVITATION, user_id=user_id, language=get_language() or "en")
    return member.email


@transaction.atomic
def subscribe(scope: Scope, user_id: UUID) -> None:
    """Tell this member by e-mail about work that comes from now on."""
    member = find_member(scope, user_id)
    if member is None or not member.email:
        raise NoMailAddress()
    MailSubscription.objects.in_scope(scope).update_or_create(
        tenant_id=scope.tenant_id,
        user_id=user_id,
        defaults={"language": get_language() or "en", "told_at": utcnow()},
    )


def unsubscribe(scope: Scope, user_id: UUID) -> None:
    MailSubscription.objects.in_scope(scope).filter(user_id=user_id).delete()


def is_subscribed(scope: Scope, user_id: UUID) -> bool:
    return MailSubscription.objects.in_scope(scope).filter(user_id=user_id).exists()


def queue_waiting_work(now: datetime) -> int:
    """Queue a message for each subscriber of any tenant who has new work; return how many."""
    if not is_mail_configured():
        return 0
    rows = MailSubscription.objects.unscoped("subscribers of every tenant are told")
    return sum(
        _queue_if_new(Scope(tenant_id=tenant_id), row_id, now)
        for tenant_id, row_id in list(rows.values_list("tenant_id", "pk"))
    )


@transaction.atomic
def _queue_if_new(scope: Scope, row_id: UUID, now: datetime) -> bool:
    rows = MailSubscription.objects.in_scope(scope).select_for_update()
    row = rows.filter(pk=row_id).first()
    member = find_member(scope, row.user_id) if row else None
    if row is None or member is None:
        return False
    pages = waiting_pages(scope, member)
    if not any(item.since > row.told_at for page in pages for item in page.items):
        return False
    row.told_at = now
    row.save(update_fields=["told_at"])
    enqueue(scope, SEND_WAITING_WORK, user_id=row.user_id, language=row.language)
    return True


def queue_budget_alarm(scope: Scope, notice: Notice) -> None:
    """Tell the admins, where mail is configured. Runs in the transaction of the alarm."""
    if notice.kind is not NoticeKind.BUDGET_ALARM or not is_mail_configured():
        return
    admins = [each for each in members_of(scope) if each.role is Role.ADMIN and each.email]
    for member in admins:
        enqueue(
            scope,
            SEND_BUDGET_ALARM,
            user_id=member.user_id,
            language=get_language() or "en",
            used=notice.about["used"],
            most=notice.about["most"],
        )


def waiting_pages(scope: Scope, member: Member) -> list[WaitingPage]:
    """What this member could decide now. Some of it is their own, so they must be the actor."""
    theirs = replace(scope, actor_id=member.user_id)
    return decisions_to_make(theirs, member.role, limit=MOST_ITEMS)
