"""How much of its log a command shows: a person reads the story, a collector reads everything."""

import os

SERVICES = ("serve", "web", "worker", "mcp")
"""They run on by themselves. Of every other command somebody waits for the end."""


def quieten(command: str, *, at_terminal: bool) -> None:
    """Show warnings only, and those as text, where a person is reading.

    What the environment sets wins, and what we start inherits it. Into a pipe or a file a service
    logs everything: nobody reads along, and someone may want to know later.
    """
    if at_terminal:
        os.environ.setdefault("PRAMANA_LOG_FORMAT", "text")
        os.environ.setdefault("PYDANTIC_AI_NO_BANNER", "1")
    if at_terminal or command not in SERVICES:
        os.environ.setdefault("PRAMANA_LOG_LEVEL", "warning")
