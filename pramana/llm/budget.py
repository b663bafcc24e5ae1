"""Whether the tenant may still spend on models."""

from collections.abc import Callable
from decimal import Decimal

from django.db import connection

from pramana.kit.scope import Scope
from pramana.llm.errors import BudgetSpent
from pramana.tenancy.contracts import Quota
from pramana.tenancy.errors import OverQuota
from pramana.tenancy.quotas import within

Budget = Callable[[Scope], None]
"""Raises `BudgetSpent` where a model may not be asked."""

LEAST = Decimal("0.00000001")
"""The smallest amount the ledger writes: what a call costs is known only afterwards."""


def monthly(scope: Scope) -> None:
    """As a model's error, so that whoever may answer in a model's place still does.

    The connection goes back before the model is asked: answers take long, and connections are few.
    """
    try:
        within(scope, Quota.COST_PER_MONTH, adding=LEAST)
    except OverQuota as over:
        raise BudgetSpent(over.message, retry_after=over.retry_after) from None
    finally:
        if not connection.in_atomic_block:
            connection.close()
