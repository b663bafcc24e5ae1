"""Memory's scene in the demonstration: a news desk's talk, in which offices and jobs change."""

from collections.abc import Iterator
from datetime import datetime
from importlib.resources import files

from pramana.kit.scope import Scope
from pramana.memory.contracts.messages import Incoming, MessageState, RoleType
from pramana.memory.selectors.inbox import counts_of
from pramana.memory.services.receiving import receive

GROUP = "suryakot-desk"


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
