"""Memory's part of the demonstration: a news desk's messages, in which offices and jobs change."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from importlib.resources import files
from uuid import UUID

from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import IncomingMessage, MessageState, RoleType
from pramana.memory.models import InboxMessage
from pramana.memory.selectors.explorer import find_entities
from pramana.memory.selectors.groups import counts_of
from pramana.memory.services.deletion import delete_group
from pramana.memory.services.inbox import accept_messages

GROUP = "suryakot-desk"
OFFICE = "Suryakot"
"""The place whose mayor changes in the messages."""


def add_demo_messages(scope: Scope) -> int:
    """Add the desk's messages; return how many there are."""
    return accept_messages(scope, list(_demo_messages()))


def is_read(scope: Scope) -> bool:
    """Whether no message is queued. Failed messages count as read; their page shows the error."""
    return not counts_of(scope, GROUP).get(MessageState.QUEUED, 0)


def _demo_messages() -> Iterator[IncomingMessage]:
    log = files(__package__).joinpath(f"{GROUP}.txt").read_text("utf-8")
    for line in log.splitlines():
        moment, speaker, words = line.split(" | ", 2)
        at = datetime.fromisoformat(moment)
        yield IncomingMessage(
            GROUP, words, RoleType.USER, at, role=speaker, source_description="news desk"
        )


def group_exists(scope: Scope, group: str) -> bool:
    """Whether the group still has messages."""
    return InboxMessage.objects.in_scope(scope).filter(group_id=group).exists()


def changed_entity_id(scope: Scope) -> UUID | None:
    """The entity about which one fact ended and another began."""
    matches = [each.id for each in find_entities(scope, GROUP, OFFICE) if each.name == OFFICE]
    return matches[0] if matches else None


def message_ids(scope: Scope, groups: Sequence[str]) -> list[UUID]:
    """The ids of the groups' messages."""
    messages = InboxMessage.objects.in_scope(scope).filter(group_id__in=groups)
    return list(messages.values_list("pk", flat=True))


def remove_groups(scope: Scope, groups: Sequence[str]) -> int:
    """Erase the groups with everything in them; return how many existed."""
    removed = 0
    for group in groups:
        with suppress(NotFound):
            delete_group(scope, group)
            removed += 1
    return removed
