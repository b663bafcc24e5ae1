"""A field gets another name by a person's hand: its value goes along."""

from uuid import UUID

from django.db import transaction

from pramana.extraction.domain.paths import format_path, parse_path
from pramana.extraction.domain.tree import MISSING, value_at
from pramana.extraction.errors.extractions import BadPath, PathNotThere
from pramana.extraction.selectors.extractions import get_extraction
from pramana.extraction.services.authors import PERSON
from pramana.extraction.services.rows import paper_of
from pramana.extraction.services.writing import remove_field, set_field
from pramana.kit.scope import Scope


@transaction.atomic
def rename_field(scope: Scope, extraction_id: UUID, written: str, name: str) -> str:
    """Put the value under its new name, take the old one away; return the new path."""
    found = get_extraction(scope, extraction_id)
    path = parse_path(written)
    value = value_at(found.extracted_fields, path)
    if value is MISSING:
        raise PathNotThere(written)
    new = (*path[:-1], name)
    if isinstance(path[-1], int):
        raise BadPath(written, "an item of a list has no name")
    if value_at(found.extracted_fields, new) is not MISSING:
        raise BadPath(format_path(new), "there is a field of that name already")
    paper = paper_of(scope, found.document_id)
    set_field(scope, extraction_id, PERSON, paper, format_path(new), value, 1.0)
    remove_field(scope, extraction_id, PERSON, written)
    return format_path(new)
