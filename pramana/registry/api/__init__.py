"""Records over HTTP: read as the public Nepal Entity Service is, and written by reviewers."""

from ninja import Router

from pramana.registry.api import entities, relationships, search, versions

router = Router(tags=["registry"])
for part in (versions, relationships, entities, search):
    router.add_router("", part.router)  # ids hold slashes: what follows an id is matched first

__all__ = ["router"]
