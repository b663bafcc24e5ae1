"""Everything under /api/stack."""

from ninja import Router

from pramana.extraction.api import stack_cells, stack_tables, stacks

router = Router()
for part in (stacks, stack_tables, stack_cells):
    router.add_router("", part.router)
