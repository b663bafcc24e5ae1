"""Records over HTTP: read as the public Nepal Entity Service is, and written by reviewers."""

from ninja import Router

from pramana.registry.api import merges, records, relationships, working_sets

router = Router(tags=["registry"])
router.add_router("", relationships.router)  # before the records: ids hold slashes
router.add_router("", merges.router)
router.add_router("", working_sets.router)
router.add_router("", records.router)

__all__ = ["router"]
