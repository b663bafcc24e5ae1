"""What a person wrote is carried from one extraction of a document to the next."""

from uuid import UUID

from pramana.extraction.domain.paths import Path
from pramana.extraction.domain.tree import MISSING, put, value_at
from pramana.extraction.models import Extraction
from pramana.extraction.services.authors import HAND, Author
from pramana.extraction.services.rows import hands, keep, note_changes, stood
from pramana.kit.scope import Scope

TREES = ("extracted_fields", "confidence_scores", "evidence")
CARRIED = Author(tool=f"{HAND}:carried_over", by_hand=True)


def carry_over(scope: Scope, earlier_id: UUID, row: Extraction) -> None:
    """Put the person's values into the new record, where no run will overwrite them.

    An item of a list means nothing without the list, so the whole list goes with it.
    """
    earlier = Extraction.objects.in_scope(scope).get(pk=earlier_id)
    names = {spec["name"] for spec in row.custom_fields}
    paths = dict.fromkeys(_whole(path) for path in hands(scope, earlier))
    carried = [path for path in paths if not names or path[0] in names]
    changes = []
    for path in carried:
        if value_at(earlier.extracted_fields, path) is not MISSING:
            for tree in TREES:
                found = value_at(getattr(earlier, tree), path)
                setattr(row, tree, put(getattr(row, tree), path, found))
        changes.append((path, None, stood(row, path)))
    if changes:
        keep(scope, row, **{tree: getattr(row, tree) for tree in TREES})
        note_changes(scope, row, CARRIED, changes)


def _whole(path: Path) -> Path:
    """The path up to its first index."""
    index = next((at for at, part in enumerate(path) if isinstance(part, int)), len(path))
    return path[:index]
