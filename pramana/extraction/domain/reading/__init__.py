"""Business papers read without a model: kind, fields, sums, rows; and corrections in words."""

from pramana.extraction.domain.reading.columns import infer_columns
from pramana.extraction.domain.reading.corrections import Action, Edit, read_correction
from pramana.extraction.domain.reading.document import Reading, read_document
from pramana.extraction.domain.reading.fields import read_fields
from pramana.extraction.domain.reading.kinds import KindRead, read_type
from pramana.extraction.domain.reading.paper import Line, lines_of

__all__ = [
    "Action",
    "Edit",
    "KindRead",
    "Line",
    "Reading",
    "infer_columns",
    "lines_of",
    "read_correction",
    "read_document",
    "read_fields",
    "read_type",
]
