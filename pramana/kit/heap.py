"""The memory of this process that the C library holds and nobody uses."""

import ctypes
from contextlib import suppress


def trim_heap() -> None:
    """Give free memory back to the system, where the C library can.

    Loading a model takes and frees as much memory as the model; glibc keeps what was freed, because
    small blocks that are still in use lie above it.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
