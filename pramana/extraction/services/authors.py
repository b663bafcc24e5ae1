"""Who writes a value, and with what."""

from dataclasses import dataclass
from uuid import UUID

HAND = "by_hand"
"""The tool of a person who edits."""


@dataclass(frozen=True)
class Author:
    """A person, or an agent's tool within a run. Who asked for either is the scope's actor."""

    tool: str
    run_id: UUID | None = None
    by_hand: bool = False
    overwrite: bool = False
    """Whether a run may change what a person wrote."""

    @property
    def spares_hands(self) -> bool:
        return not (self.by_hand or self.overwrite)


PERSON = Author(tool=HAND, by_hand=True)
