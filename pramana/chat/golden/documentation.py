"""Pramana's own documentation as a small library to ask."""

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.documents.contracts import Status
from pramana.documents.selectors import documents_page
from pramana.documents.services import add_files, create_collection
from pramana.kit.clock import utcnow
from pramana.kit.errors import Misconfigured, Unavailable
from pramana.kit.scope import Scope

NAME = "Pramana documentation"
PLACES = (Path(__file__).parent / "docs", Path(__file__).parents[3] / "docs")
"""Inside an installed package, and in a checkout."""

MOST = 500


def documentation() -> Iterator[tuple[str, bytes]]:
    """Every page, under a file name made of its path: `reference-cli.md`."""
    folder = next((place for place in PLACES if place.is_dir()), None)
    if folder is None:
        raise Misconfigured("The documentation did not come with this package. Name a FILE.")
    for page in sorted(folder.rglob("*.md")):
        yield "-".join(page.relative_to(folder).parts), page.read_bytes()


def take_in_documentation(scope: Scope) -> UUID:
    """Add the documentation to the library, in a collection of its own; return that."""
    collection_id = create_collection(scope, f"{NAME}, {utcnow():%Y-%m-%d %H:%M:%S}")
    pages = [(name, ContentFile(content)) for name, content in documentation()]
    add_files(scope, pages, collection_id=collection_id)
    return collection_id


def is_read(scope: Scope, collection_id: UUID) -> bool:
    """Whether every page can be found; raises when one could not be read."""
    pages = documents_page(scope, collection_id=collection_id, limit=MOST)
    failed = next((page for page in pages if page.status is Status.FAILED), None)
    if failed is not None:
        raise Unavailable(f"{failed.filename} could not be read: {failed.error}")
    return all(page.status is Status.COMPLETED for page in pages)
