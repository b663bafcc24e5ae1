"""Ask for e-mail: jobs are written with the change that they tell, so none is lost."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils.translation import get_language

from pramana.inbox import decisions_to_make
from pramana.jobs.queue import enqueue
from pramana.kit.clock import utcnow
from pramana.kit.listings import WaitingPage
from pramana.kit.scope import Scope
from pramana.mail.models import MailSubscription
from pramana.mail.sending import NoMailAddress, is_mail_configured
from pramana.tenancy.contracts import Member, NoticeKind, Role
from pramana.tenancy.notices import Notice
from pramana.tenancy.selectors import find_member, members_of
from pramana.tenancy.services import add_member, renew_invitation

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
