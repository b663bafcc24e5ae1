from pramana.registry.models.counter import Counter
from pramana.registry.models.name_entry import NameEntry
from pramana.registry.models.record import Record, RecordIdentifier, RecordVersion
from pramana.registry.models.relationship import Relationship

__all__ = ["Counter", "NameEntry", "Record", "RecordIdentifier", "RecordVersion", "Relationship"]
