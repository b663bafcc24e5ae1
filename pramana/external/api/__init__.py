"""Research runs over HTTP."""

from pramana.external.api.research import router

__all__ = ["router"]
