from pramana.evals.models.link import EntityLink

__all__ = ["EntityLink"]
