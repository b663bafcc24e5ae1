"""Extraction over HTTP: the agent's runs as streams, the records they write, and templates."""

from ninja import Router

from pramana.extraction.api import editing, extractions, runs, templates

router = Router(tags=["extraction"])
for part in (runs, extractions, editing, templates):
    router.add_router("", part.router)

__all__ = ["router"]
