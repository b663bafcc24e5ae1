"""What waits for a person, over all capabilities: only what this person may decide."""

from pramana.agni.selectors.waiting import waiting as reviews
from pramana.documents.selectors.waiting import waiting as unread
from pramana.external.selectors.waiting import waiting as sources
from pramana.extraction.selectors.waiting import waiting as values
from pramana.jobs.selectors.waiting import waiting as given_up
from pramana.kit.scope import Scope
from pramana.kit.waiting import WaitingPage
from pramana.memory.selectors.waiting import waiting as duplicates
from pramana.tenancy.contracts import Role

READING = "documents.read"
"""A reading that failed is told by its document: read again, that has another job."""


def decisions_waiting(scope: Scope, role: Role, *, limit: int) -> list[WaitingPage]:
    """What goes on when somebody decides, by kind; kinds of which there are none are left out."""
    if not role.includes(Role.REVIEWER):
        return []
    pages = reviews(scope, limit=limit) if role.includes(Role.ADMIN) else []
    pages += sources(scope, limit=limit)
    pages += values(scope, limit=limit)
    pages += duplicates(scope, limit=limit)
    return [page for page in pages if page.items]


def failures_waiting(scope: Scope, role: Role, *, limit: int) -> list[WaitingPage]:
    """What goes on when somebody tries it again, by kind."""
    if not role.includes(Role.REVIEWER):
        return []
    pages = [*unread(scope, limit=limit), *given_up(scope, limit=limit, told_elsewhere=READING)]
    return [page for page in pages if page.items]
