"""A message as it was said: its words, who speaks, and to whom."""

import re
from dataclasses import dataclass, field
from datetime import datetime

from pramana.memory.contracts.extraction import MOST_READ, ExtractInput

_BODY = re.compile(r"(?P<role>[^\n]{0,200}?)\((?P<type>user|assistant|system)\): ", re.DOTALL)
NOBODY = frozenset(("assistant", "system", "bot", "ai"))
"""Who says "I" without being anybody the graph should know."""

LOOKED_BACK = 3
"""Earlier messages in which a pronoun may find its person."""


@dataclass(frozen=True)
class Message:
    content: str = field(repr=False)
    speaker: str
    """Empty where what says "I" is nobody."""
    listener: str
    """Empty where it is not known, or could be several."""
    at: datetime
    before: tuple[str, ...] = field(default=(), repr=False)
    """What was said just before, newest first."""


def message_of(asked: ExtractInput) -> Message:
    """The message behind an episode's body `{role}({role_type}): {content}`."""
    body = asked.body[:MOST_READ]
    said = _BODY.match(body)
    content = body[said.end() :] if said else body
    speaker = "" if asked.speaker.strip().lower() in NOBODY else asked.speaker.strip()
    earlier = [_BODY.match(spoken.body) for spoken in asked.previous]
    others = {who["role"].strip() for who in earlier if who} - {"", asked.speaker.strip()}
    before = tuple(
        spoken.body[who.end() if who else 0 :]
        for spoken, who in zip(asked.previous[::-1], earlier[::-1], strict=True)
    )
    listener = next(iter(others)) if len(others) == 1 else ""
    return Message(content, speaker, listener, asked.at, before[:LOOKED_BACK])
