"""Background work of e-mail. A server that is away is tried again for three days."""

from uuid import UUID

from django.utils.translation import override

from pramana.jobs.registry import JobContext, doubling, periodic, task
from pramana.kit.clock import utcnow
from pramana.mail.services import (
    SEND_BUDGET_ALARM,
    SEND_INVITATION,
    SEND_WAITING_WORK,
    budget_alarm,
    invitation,
    is_mail_configured,
    is_subscribed,
    public_address,
    queue_waiting_work,
    send_letter,
    waiting_pages,
    waiting_work,
)
from pramana.tenancy.selectors import find_member, tenant_name
from pramana.tenancy.services.sign_in import INVITATION, create_sign_in_link

ATTEMPTS = 45
WAITS = doubling(30, 2 * 3600)
"""Half a minute at first, two hours at most: 45 attempts take three days."""
LINK = "/app/sign-in/link/"
HOME = "/app/"
ACCOUNT = "/app/password"
USAGE = "/app/settings/usage"


@task(SEND_INVITATION, attempts=ATTEMPTS, backoff=WAITS)
def send_invitation(job: JobContext, user_id: UUID, language: str) -> None:
    """Send an invited member a fresh link. One who can sign in by now, or was removed, gets none.

    A link whose message was not sent is known to nobody, and expires.
    """
    member = find_member(job.scope, user_id)
    if member is None or not member.is_invited or not member.email or not is_mail_configured():
        return
    link = public_address(LINK + create_sign_in_link(user_id, INVITATION))
    with override(language):
        letter = invitation(person=member.user_name, tenant=tenant_name(job.scope), link=link)
    send_letter(letter, member.email, message_id=job.id)


@task(SEND_WAITING_WORK, attempts=ATTEMPTS, backoff=WAITS)
def send_waiting_work(job: JobContext, user_id: UUID, language: str) -> None:
    """Tell a subscriber what waits now. If it was decided meanwhile, nothing is sent."""
    member = find_member(job.scope, user_id)
    if member is None or not member.email or not is_mail_configured():
        return
    pages = waiting_pages(job.scope, member)
    if not pages or not is_subscribed(job.scope, user_id):
        return
    with override(language):
        letter = waiting_work(
            pages,
            person=member.user_name,
            tenant=tenant_name(job.scope),
            home=public_address(HOME),
            account=public_address(ACCOUNT),
        )
    send_letter(letter, member.email, message_id=job.id)


@task(SEND_BUDGET_ALARM, attempts=ATTEMPTS, backoff=WAITS)
def send_budget_alarm(job: JobContext, user_id: UUID, language: str, used: str, most: str) -> None:
    """Tell an admin that the amount of the tenant's alarm is spent."""
    member = find_member(job.scope, user_id)
    if member is None or not member.email or not is_mail_configured():
        return
    with override(language):
        letter = budget_alarm(
            person=member.user_name,
            tenant=tenant_name(job.scope),
            used=used,
            most=most,
            page=public_address(USAGE),
        )
    send_letter(letter, member.email, message_id=job.id)


@periodic("mail.queue_waiting_work", cron="17 * * * *")
def queue_new_work() -> None:
    """Once an hour, so that a busy hour is one message."""
    queue_waiting_work(utcnow())
