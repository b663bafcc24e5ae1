"""Passwords that are short, common, or given away by the name are refused."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError

from pramana.tenancy.models import User

PERSON = User(username="sitadevi", email="sita@example.org")


@pytest.mark.parametrize(
    "password", ["sitadevi123", "SitaDevi2081", "ivedatis12", "xx-sitadevi-9", "sitadevi20812082"]
)
def test_a_password_like_the_name_is_refused(password: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(password, PERSON)


@pytest.mark.parametrize(
    ("password", "said"), [("q7!vX-2pz", "too_short"), ("1234567890", "too_common")]
)
def test_a_short_or_a_common_password_is_refused(password: str, said: str) -> None:
    with pytest.raises(ValidationError) as refused:
        validate_password(password, PERSON)
    assert said in "".join(str(each.code) for each in refused.value.error_list)


@pytest.mark.parametrize("password", ["correct horse battery", "sitadevi and the quiet river"])
def test_a_password_of_its_own_is_accepted(password: str) -> None:
    validate_password(password, PERSON)
