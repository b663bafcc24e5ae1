"""Who answers for the registry: our own tables, or the service NES_API_BASE_URL names."""

from django.conf import settings

from pramana.kit.scope import Scope
from pramana.registry.ports import EntityRegistry

__all__ = ["registry_for"]


def registry_for(scope: Scope) -> EntityRegistry:
    """The registry that is configured, as this tenant sees it."""
    if settings.PRAMANA.nes_api_base_url:
        from pramana.registry.adapters.remote import RemoteRegistry

        return RemoteRegistry(
            scope, settings.PRAMANA.nes_api_base_url, timeout=settings.PRAMANA.nes_api_timeout
        )
    from pramana.registry.adapters.own import OwnRegistry

    return OwnRegistry(scope)
