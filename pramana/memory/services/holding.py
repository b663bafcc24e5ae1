"""One at a time in a group: whoever forms communities, and whoever deletes what is in them."""

from pramana.kit.scope import Scope
from pramana.memory.contracts.spaces import group_key
from pramana.memory.postgres import rows

HOLD = "SELECT pg_advisory_xact_lock(hashtextextended(%(group)s, 0)) IS NULL AS held"


def hold_group(scope: Scope, group_id: str) -> None:
    """Wait for whoever holds the group, then hold it until the transaction ends."""
    rows(HOLD, {"group": f"memory {group_key(scope.tenant_id, group_id)}"})
