"""Memory over HTTP: messages in, facts and episodes out, with the paths and shapes that clients of
the public graph memory server know."""

from ninja import Router

from pramana.memory.api import deleting, facts, ingesting, inspecting, searching

router = Router(tags=["memory"])
for part in (ingesting, inspecting, searching, facts, deleting):
    router.add_router("", part.router)

__all__ = ["router"]
