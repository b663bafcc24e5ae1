"""Whether slow work is done while a transaction is open, which would hold its connection."""

from typing import Any

import pytest
from django.db import connection


def transactions_around_checks(patch: pytest.MonkeyPatch, module: Any) -> list[int]:
    """How many transactions of the product are open at each call of the module's `check_file`."""
    depths: list[int] = []
    outside, check = len(connection.savepoint_ids), module.check_file

    def check_and_look(*arguments: Any) -> Any:
        depths.append(len(connection.savepoint_ids) - outside)
        return check(*arguments)

    patch.setattr(module, "check_file", check_and_look)
    return depths
