"""Documents over HTTP: upload, list, read, details, trash, files, pages, search, collections."""

from ninja import Router

from pramana.documents.api import documents, library, pages

router = Router(tags=["documents"])
for part in (
    documents.router,
    library.details_router,
    pages.files_router,
    pages.router,
    library.collections_router,
    documents.sources_router,
    library.search_router,
):
    router.add_router("", part)

__all__ = ["router"]
