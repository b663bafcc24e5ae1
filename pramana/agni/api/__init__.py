from ninja import Router

from pramana.agni.api import changes, entities, sessions

router = Router()
router.add_router("", sessions.router)
router.add_router("", entities.router)
router.add_router("", changes.router)

__all__ = ["router"]
