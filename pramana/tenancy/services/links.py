"""A link that signs one person in, once, for a short while."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction

from pramana.kit.clock import utcnow
from pramana.tenancy.domain.secrets import digest, fresh_link
from pramana.tenancy.errors import LinkRefused
from pramana.tenancy.models import SignInLink, User

LIFETIME = timedelta(hours=1)


def create_sign_in_link(user_id: UUID) -> str:
    """The secret part of a new link."""
    fresh = fresh_link()
    SignInLink(digest=fresh.digest, user_id=user_id, expires_at=utcnow() + LIFETIME).save()
    return fresh.plain


@transaction.atomic
def use_sign_in_link(plain: str) -> User:
    """Spend the link and say whom it signs in; of two who try together one is refused."""
    now = utcnow()
    spent = SignInLink.objects.filter(
        digest=digest(plain), used_at=None, expires_at__gt=now, user__is_active=True
    ).update(used_at=now)
    if not spent:
        raise LinkRefused()
    return User.objects.get(
        pk=SignInLink.objects.values_list("user_id").get(digest=digest(plain))[0]
    )
