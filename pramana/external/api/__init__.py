"""Research runs over HTTP."""

from ninja import Router

from pramana.external.api.policies import router as policies
from pramana.external.api.research import router as research

router = Router()
router.add_router("", policies)
router.add_router("", research)

__all__ = ["router"]
