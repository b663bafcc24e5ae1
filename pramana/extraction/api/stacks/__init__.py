"""Everything under /api/stack."""

from ninja import Router

from pramana.extraction.api.stacks import cells, stack, tables

router = Router()
for part in (stack, tables, cells):
    router.add_router("", part.router)

__all__ = ["router"]
