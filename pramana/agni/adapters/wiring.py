"""The service with its ports filled."""

from pramana.agni.adapters.changes import QueuedChanges
from pramana.agni.adapters.extractor import GatewayExtractor
from pramana.agni.adapters.registry import RegistrySearch
from pramana.agni.contracts.ports import GenAIService, Persistence
from pramana.agni.domain.service import AgniService
from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope


def agni_service(
    scope: Scope,
    *,
    genai: GenAIService | None = None,
    persistence: Persistence | None = None,
) -> AgniService:
    return AgniService(
        genai=genai or GatewayExtractor(scope),
        search=RegistrySearch(scope),
        persistence=persistence or QueuedChanges(scope),
        now=utcnow,
    )
