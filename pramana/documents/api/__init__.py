"""Documents over HTTP: upload, list, read, files, pages, search, collections, delete."""

from ninja import Router

from pramana.documents.api import collections, documents, files, pages, search, sources

router = Router(tags=["documents"])
for part in (documents, files, pages, collections, sources, search):
    router.add_router("", part.router)

__all__ = ["router"]
