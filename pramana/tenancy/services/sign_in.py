"""Signing in with a password, with patience for people and none for guessing."""

from datetime import timedelta

from django.contrib.auth import authenticate
from django.db.models import Q

from pramana.kit.clock import utcnow
from pramana.kit.errors import Unauthorized
from pramana.kit.texts import storable
from pramana.tenancy.errors import TooManyAttempts
from pramana.tenancy.models import FailedSignIn, User

WINDOW = timedelta(minutes=15)
PER_NAME, PER_ADDRESS = 5, 30
"""Failures in the window after which a name, or an address, has to wait."""


class WrongPassword(Unauthorized):
    def __init__(self) -> None:
        super().__init__("The name or the password is not right.")


def sign_in(user_name: str, password: str, *, address: str) -> User:
    """The person, or `WrongPassword`; `TooManyAttempts` before the password is looked at."""
    name = counted_as(user_name)
    _refuse_when_guessing(name, address)
    user = authenticate(username=storable(user_name).strip(), password=password)
    if not isinstance(user, User):
        FailedSignIn(name=name, address=address).save()
        raise WrongPassword()
    FailedSignIn.objects.filter(name=name).delete()
    return user


def counted_as(user_name: str) -> str:
    """The name that failures are counted under: however it is written, it is one name."""
    return storable(user_name).strip().casefold()[:150]


def _refuse_when_guessing(name: str, address: str) -> None:
    recent = FailedSignIn.objects.filter(at__gt=utcnow() - WINDOW)
    named = recent.filter(name=name).count()
    addressed = recent.filter(address=address).count()
    if named >= PER_NAME or addressed >= PER_ADDRESS:
        raise TooManyAttempts(retry_after=int(WINDOW.total_seconds()))
    FailedSignIn.objects.filter(
        Q(name=name) | Q(address=address), at__lt=utcnow() - WINDOW
    ).delete()
