"""Where people decide what agents only list or propose."""

from uuid import UUID

PAGES = {
    "duplicate": "/app/memory/{place}?panel=duplicates",
    "extraction": "/app/extract/{id}",
    "registry_change": "/app/review/{id}",
    "review": "/app/review/{id}",
    "sources": "/app/research/{id}",
    "stack": "/app/stacks/{id}",
}


def page_of(kind: str, id: UUID, place: str = "") -> str:
    """The page's address, from the product's own."""
    return PAGES[kind].format(id=id, place=place)
