"""Memory's scene in the demonstration: a news desk's talk, in which offices and jobs change."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from importlib.resources import files
from uuid import UUID

from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import Incoming, MessageState, RoleType
from pramana.memory.models import InboxMessage
from pramana.memory.selectors.explorer_graph import find_entities
from pramana.memory.selectors.inbox import counts_of
from pramana.memory.services.deleting import delete_group
from pramana.memory.services.receiving import receive

GROUP = "suryakot-desk"
OFFICE = "Suryakot"
"""Whose mayor changed."""


def scene(scope: Scope) -> int:
    """Take in what was said at the desk; how many messages that is."""
    return receive(scope, list(_said()))


def is_read(scope: Scope) -> bool:
    """Whether nothing waits to be read; a message that failed says so on its page."""
    return not counts_of(scope, GROUP).get(MessageState.QUEUED, 0)


def _said() -> Iterator[Incoming]:
    log = files(__package__).joinpath(f"{GROUP}.txt").read_text("utf-8")
    for line in log.splitlines():
        moment, who, words = line.split(" | ", 2)
        at = datetime.fromisoformat(moment)
        yield Incoming(GROUP, words, RoleType.USER, at, role=who, source_description="news desk")


def is_told(scope: Scope, group: str) -> bool:
    """Whether the group is still there."""
    return InboxMessage.objects.in_scope(scope).filter(group_id=group).exists()


def changed(scope: Scope) -> UUID | None:
    """The entity about which something ended and something else began."""
    met = [each.id for each in find_entities(scope, GROUP, OFFICE) if each.name == OFFICE]
    return met[0] if met else None


def messages(scope: Scope, groups: Sequence[str]) -> list[UUID]:
    """What was told to the groups."""
    told = InboxMessage.objects.in_scope(scope).filter(group_id__in=groups)
    return list(told.values_list("pk", flat=True))


def remove(scope: Scope, groups: Sequence[str]) -> int:
    """Erase the groups with everything that was told to them since."""
    gone = 0
    for group in groups:
        with suppress(NotFound):
            delete_group(scope, group)
            gone += 1
    return gone
