"""What a document says of a person or body: position, relatives, home, party, role, numbers."""

from pramana.agni.domain.circumstances.clause import Circumstance
from pramana.agni.domain.circumstances.reading import read_circumstances

__all__ = ["Circumstance", "read_circumstances"]
