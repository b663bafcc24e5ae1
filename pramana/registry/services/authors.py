"""Who wrote a version, when that person is erased."""

from uuid import UUID

from pramana.registry.models import Record, RecordVersion

ERASED = "erased"


def forget_author(user_id: UUID, user_name: str) -> None:
    """Versions stay, by nobody in particular."""
    versions = RecordVersion.objects.unscoped("a person is erased")
    versions.filter(author=user_name).update(author=ERASED, author_id=None)
    Record.objects.unscoped("a person is erased").filter(author=user_name).update(author=ERASED)
