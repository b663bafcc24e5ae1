"""Memory over HTTP. Paths and shapes are those of the public graph memory server."""

from ninja import Router

from pramana.memory.api import edits, graph, messages

router = Router(tags=["memory"])
router.add_router("", messages.router)
router.add_router("", graph.router)  # with the operations of `edits`
router.add_router("", graph.transfer_router)

__all__ = ["edits", "router"]
