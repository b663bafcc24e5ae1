"""Webhooks: create, change and delete them, and replace their secrets."""

from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.kit.texts import storable
from pramana.tenancy.contracts import NoticeKind
from pramana.tenancy.encryption import encrypt_secret
from pramana.tenancy.locking import lock_row
from pramana.tenancy.services import audit
from pramana.webhooks.contracts import NewWebhook, WebhookView
from pramana.webhooks.errors import NoKinds, TooManyWebhooks, WebhookNotFound
from pramana.webhooks.models import Webhook
from pramana.webhooks.selectors import webhook_view
from pramana.webhooks.sending import check_receiver, new_secret

MOST_WEBHOOKS = 20
LONGEST_DESCRIPTION = 200
OLD_SECRET_KEEPS = timedelta(hours=24)
"""How long requests are also signed with the secret that was replaced."""


def create_webhook(
    scope: Scope, url: str, kinds: Iterable[NoticeKind], *, description: str = ""
) -> NewWebhook:
    """Add a webhook. The returned secret is shown once and stored encrypted.

    The address is checked first, which may take seconds, so no transaction is open meanwhile.
    """
    chosen, address = _in_order(kinds), check_receiver(url)
    secret = new_secret()
    with transaction.atomic():
        if Webhook.objects.in_scope(scope).count() >= MOST_WEBHOOKS:
            raise TooManyWebhooks(MOST_WEBHOOKS)
        row = Webhook(
            tenant_id=scope.tenant_id,
            url=address,
            description=_description(description),
            kinds=chosen,
            secret=encrypt_secret(scope, secret),
            created_by_id=scope.actor_id,
        )
        row.save(force_insert=True)
        audit(scope, "webhook.created", "webhook", row.id)
    return NewWebhook(webhook_view(row), secret)


def change_webhook(
    scope: Scope,
    webhook_id: UUID,
    *,
    url: str | None = None,
    kinds: Iterable[NoticeKind] | None = None,
    description: str | None = None,
    is_active: bool | None = None,
) -> WebhookView:
    """Change what is given and leave the rest. Whoever changes it wants it tried at once."""
    address = check_receiver(url) if url is not None else None
    with transaction.atomic():
        row = lock_webhook(scope, webhook_id)
        row.url = address or row.url
        if kinds is not None:
            row.kinds = _in_order(kinds)
        if description is not None:
            row.description = _description(description)
        if is_active is not None:
            row.is_active = is_active
        row.failures, row.failing_since, row.paused_until = 0, None, None
        row.save()
        audit(scope, "webhook.changed", "webhook", row.id)
    return webhook_view(row)


@transaction.atomic
def rotate_secret(scope: Scope, webhook_id: UUID) -> NewWebhook:
    """Replace the secret. For a day requests carry a signature by each of the two."""
    row, secret = lock_webhook(scope, webhook_id), new_secret()
    row.previous_secret, row.previous_until = row.secret, utcnow() + OLD_SECRET_KEEPS
    row.secret = encrypt_secret(scope, secret)
    row.save()
    audit(scope, "webhook.secret_replaced", "webhook", row.id)
    return NewWebhook(webhook_view(row), secret)


@transaction.atomic
def delete_webhook(scope: Scope, webhook_id: UUID) -> None:
    """Delete a webhook with its log. What still waits is not sent."""
    row = lock_webhook(scope, webhook_id)
    row.delete()
    audit(scope, "webhook.deleted", "webhook", webhook_id)


def lock_webhook(scope: Scope, webhook_id: UUID) -> Webhook:
    return lock_row(Webhook.objects.in_scope(scope).filter(pk=webhook_id), WebhookNotFound())


def _in_order(kinds: Iterable[NoticeKind]) -> list[str]:
    """The kinds without repetition, in the order in which we list them."""
    chosen = set(kinds)
    if not chosen:
        raise NoKinds()
    return [kind.value for kind in NoticeKind if kind in chosen]


def _description(text: str) -> str:
    return storable(text).strip()[:LONGEST_DESCRIPTION]
