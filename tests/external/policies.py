"""Source policies, for tests that need one to exist."""

from uuid import UUID

from pramana.external.services import add_policy
from pramana.kit.scope import Scope
from pramana.retrieval.scoring.contracts import PolicyEffect


def make_policy(scope: Scope, pattern: str = "rejected.example") -> dict[str, UUID]:
    return {"policy_id": add_policy(scope, pattern, PolicyEffect.REJECT).id}
