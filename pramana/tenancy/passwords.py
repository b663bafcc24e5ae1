"""Which passwords are refused because their owner's name gives them away."""

from typing import Any

from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ValidationError

SHORTEST_NAME = 3
LEAST_BESIDE = 8
"""How many characters a password needs beside the name it contains, not all of them digits."""


class UnlikeTheName(UserAttributeSimilarityValidator):
    """Refuses what resembles the name or address, and the name with a few characters beside it."""

    def validate(self, password: str, user: Any = None) -> None:
        super().validate(password, user)
        name = str(getattr(user, "username", "") or "")
        if is_name_with_little_beside(password, name):
            message = self.get_error_message()
            raise ValidationError(
                message, code="password_too_similar", params={"verbose_name": "username"}
            )


def is_name_with_little_beside(password: str, name: str) -> bool:
    """Whether a password is little more than the name.

    >>> is_name_with_little_beside("Sita12345678", "sita")
    True
    >>> is_name_with_little_beside("sita-and-the-river", "sita")
    False
    """
    name = name.casefold()
    if len(name) < SHORTEST_NAME or name not in password.casefold():
        return False
    beside = password.casefold().replace(name, "")
    return len(beside) < LEAST_BESIDE or not any(each.isalpha() for each in beside)
