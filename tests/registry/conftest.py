"""Callers of the registry's API."""

import pytest
from django.test import Client

from pramana.kit.scope import Scope
from pramana.tenancy.contracts import Role
from pramana.tenancy.testing import make_key


@pytest.fixture
def admin(scope: Scope) -> Client:
    """A client with an administrator's key."""
    return Client(headers={"Authorization": f"Bearer {make_key(scope, Role.ADMIN)}"})
