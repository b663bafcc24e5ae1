"""Records over HTTP: read as the public Nepal Entity Service is, and written by reviewers."""

from ninja import Router

from pramana.registry.api import curation, records, relationships

router = Router(tags=["registry"])
router.add_router("", relationships.router)  # before the records: ids hold slashes
router.add_router("", curation.merges_router)
router.add_router("", curation.working_sets_router)
router.add_router("", records.router)

__all__ = ["router"]
