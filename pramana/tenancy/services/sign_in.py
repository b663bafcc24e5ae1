"""Sign in with a password, with a limit on failed attempts, or with a one-time link."""

from datetime import timedelta
from uuid import UUID

from django.contrib.auth import authenticate
from django.db import transaction
from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.errors import Unauthorized
from pramana.kit.texts import storable
from pramana.tenancy.domain import digest, fresh_link
from pramana.tenancy.errors import LinkRefused, TooManyAttempts
from pramana.tenancy.models import FailedSignIn, SignInLink, User

WINDOW = timedelta(minutes=15)
PER_NAME, PER_ADDRESS = 5, 30
"""How many failures in the window are allowed for one name, and for one address."""


class WrongPassword(Unauthorized):
    def __init__(self) -> None:
        super().__init__("The name or the password is not right.")


def sign_in(user_name: str, password: str, *, address: str) -> User:
    """The person, or `WrongPassword`. Raises `TooManyAttempts` before checking the password."""
    name = attempt_name(user_name)
    _refuse_after_failures(name, address)
    user = authenticate(username=storable(user_name).strip(), password=password)
    if not isinstance(user, User):
        FailedSignIn(name=name, address=address).save()
        raise WrongPassword()
    FailedSignIn.objects.filter(name=name).delete()
    return user


def attempt_name(user_name: str) -> str:
    """The name under which failures are counted, whatever its case or surrounding spaces."""
    return storable(user_name).strip().casefold()[:150]


def _refuse_after_failures(name: str, address: str) -> None:
    recent = FailedSignIn.objects.filter(at__gt=utcnow() - WINDOW)
    named = recent.filter(name=name).count()
    addressed = recent.filter(address=address).count()
    if named >= PER_NAME or addressed >= PER_ADDRESS:
        raise TooManyAttempts(retry_after=int(WINDOW.total_seconds()))
    FailedSignIn.objects.filter(
        Q(name=name) | Q(address=address), at__lt=utcnow() - WINDOW
    ).delete()


LIFETIME = timedelta(hours=1)


def create_sign_in_link(user_id: UUID) -> str:
    """Create a one-time link for this person and return its secret part."""
    fresh = fresh_link()
    SignInLink(digest=fresh.digest, user_id=user_id, expires_at=utcnow() + LIFETIME).save()
    return fresh.plain


@transaction.atomic
def use_sign_in_link(plain: str) -> User:
    """Use up the link and return the person. Of two simultaneous attempts one is refused."""
    now = utcnow()
    spent = SignInLink.objects.filter(
        digest=digest(plain), used_at=None, expires_at__gt=now, user__is_active=True
    ).update(used_at=now)
    if not spent:
        raise LinkRefused()
    return User.objects.get(
        pk=SignInLink.objects.values_list("user_id").get(digest=digest(plain))[0]
    )
