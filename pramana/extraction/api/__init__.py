"""Extraction over HTTP: extractions and templates under /api/agent, stacks under /api/stack."""

from ninja import Router

from pramana.extraction.api import extractions, stack_cells, stacks, templates

extraction_router = Router(tags=["extraction"])
for part in (extractions, templates):
    extraction_router.add_router("", part.router)

stack_router = Router()
for part in (stacks, stack_cells):
    stack_router.add_router("", part.router)

__all__ = ["extraction_router", "stack_router"]
