"""A second, independent reading: deterministic code reads what the agent reads as well."""

from collections.abc import Sequence
from uuid import UUID

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.evidence import Paper
from pramana.extraction.models import Extraction
from pramana.kit.scope import Scope
from pramana.llm.contracts import OFFLINE

LONGEST = 200_000
"""Characters that are read a second time; what stands after them is read once."""


def keep_second_reading(
    scope: Scope, extraction_id: UUID, paper: Paper, specs: Sequence[FieldSpec], engine: str
) -> None:
    """Keep who reads first, and what the code finds, unless the code is that reader as well."""
    rows = Extraction.objects.in_scope(scope).filter(pk=extraction_id)
    rows.update(engine=engine)
    if engine == OFFLINE:
        return
    from pramana.extraction.domain.reading.document import read_document  # many patterns
    from pramana.extraction.domain.reading.fields import read_fields

    text = paper.text[:LONGEST]
    read = read_fields(text, specs) if specs else read_document(text).found
    found = [
        {"path": each.path, "value": each.value, "start": each.start, "end": each.end}
        for each in read
    ]
    rows.update(second_reading=found)
