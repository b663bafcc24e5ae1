"""Bytes that a crash left behind without a row."""

import re
from collections.abc import Iterator
from datetime import timedelta

from django.core.files.storage import default_storage

from pramana.kit.clock import utcnow
from pramana.tenancy.services.files import erase_unless_known

KEPT = timedelta(hours=1)
"""Younger bytes may belong to a transaction that has not committed yet."""

KEY = re.compile(r"[0-9a-f-]{36}/[0-9a-f]{2}/[0-9a-f]{64}")


def sweep_files() -> int:
    """Remove old bytes that no row names, and return how many."""
    before = utcnow() - KEPT
    return sum(
        erase_unless_known(key)
        for key in _keys("")
        if KEY.fullmatch(key) and default_storage.get_modified_time(key) < before
    )


def _keys(folder: str) -> Iterator[str]:
    try:
        folders, files = default_storage.listdir(folder)
    except FileNotFoundError:  # nothing was ever stored
        return
    for name in files:
        yield f"{folder}{name}"
    for name in folders:
        yield from _keys(f"{folder}{name}/")
