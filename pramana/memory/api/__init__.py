"""Memory over HTTP: messages in, facts and episodes out, with the paths and shapes that clients of
the public graph memory server know."""

from ninja import Router

from pramana.memory.api import (
    communities,
    deleting,
    facts,
    ingesting,
    inspecting,
    searching,
    settings,
    undoing,
)

router = Router(tags=["memory"])
PARTS = (ingesting, inspecting, searching, facts, deleting, settings, communities, undoing)
for part in PARTS:
    router.add_router("", part.router)

__all__ = ["router"]
