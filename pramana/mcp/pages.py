"""Where people decide what agents only list or propose."""

from uuid import UUID

PAGES = {
    "extraction": "/app/extract/{}",
    "review": "/app/review/{}",
    "sources": "/app/research/{}",
}


def page_of(kind: str, id: UUID) -> str:
    """The page's address, from the product's own."""
    return PAGES[kind].format(id)
