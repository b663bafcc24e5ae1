"""What needs a person, across all capabilities, as far as this person may decide it."""

from pramana.agni.selectors.sessions import pending_work as reviews
from pramana.documents.selectors.documents import unread_documents as unread
from pramana.external.selectors.research import research_to_decide as sources
from pramana.extraction.selectors.listings import pending_pages as values
from pramana.jobs.selectors import failed_work
from pramana.kit.listings import WaitingPage
from pramana.kit.scope import Scope
from pramana.memory.selectors.graph import pending_duplicates as duplicates
from pramana.tenancy.contracts import Role

READING = "documents.read"
"""Failed readings are listed by their documents: reading one again is a new job."""


def decisions_to_make(scope: Scope, role: Role, *, limit: int) -> list[WaitingPage]:
    """What waits for a decision, by kind. Kinds without items are left out."""
    if not role.includes(Role.REVIEWER):
        return []
    pages = reviews(scope, limit=limit) if role.includes(Role.ADMIN) else []
    pages += sources(scope, limit=limit)
    pages += values(scope, limit=limit)
    pages += duplicates(scope, limit=limit)
    return [page for page in pages if page.items]


def failures_to_retry(scope: Scope, role: Role, *, limit: int) -> list[WaitingPage]:
    """What failed and can be retried, by kind."""
    if not role.includes(Role.REVIEWER):
        return []
    pages = [*unread(scope, limit=limit), *failed_work(scope, limit=limit, except_task=READING)]
    return [page for page in pages if page.items]
