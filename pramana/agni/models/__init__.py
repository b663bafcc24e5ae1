from pramana.agni.models.change import ApprovedEntityChange
from pramana.agni.models.session import StoredExtractionSession

__all__ = ["ApprovedEntityChange", "StoredExtractionSession"]
