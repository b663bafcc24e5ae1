"""Documents over HTTP: upload, list, read, details, trash, files, pages, search, collections."""

from ninja import Router

from pramana.documents.api import collections, details, documents, files, pages, search, sources

router = Router(tags=["documents"])
for part in (documents, details, files, pages, collections, sources, search):
    router.add_router("", part.router)

__all__ = ["router"]
