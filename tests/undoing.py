"""Several ways to go on from one beginning, without making the beginning again for each."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def undone() -> Iterator[None]:
    """What the block changes in the database is undone after it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
