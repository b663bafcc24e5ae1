from collections.abc import Iterator

from pramana.tenancy.models import StoredFile


def stored_files() -> Iterator[tuple[str, int]]:
    """Key and size of every tenant's files, for backup."""
    rows = StoredFile.objects.unscoped("a backup holds every tenant's files")
    return ((row.key, row.size) for row in rows.iterator())
