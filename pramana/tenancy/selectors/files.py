from collections.abc import Iterator

from django.db.models import Sum

from pramana.kit.scope import Scope
from pramana.tenancy.models import StoredFile


def stored_files() -> Iterator[tuple[str, int]]:
    """Key and size of every tenant's files, for backup."""
    rows = StoredFile.objects.unscoped("a backup holds every tenant's files")
    return ((row.key, row.size) for row in rows.iterator())


def bytes_kept(scope: Scope) -> int:
    """What the tenant's files come to."""
    return int(StoredFile.objects.in_scope(scope).aggregate(kept=Sum("size"))["kept"] or 0)
