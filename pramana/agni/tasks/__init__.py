"""Background work on sessions."""

from pramana.agni.tasks import answering, applying, stages

__all__ = ["answering", "applying", "stages"]
