"""Memory that was freed below something still in use goes back to the system."""

import os
from pathlib import Path

import pytest

from pramana.kit.heap import trim_heap

BLOCK, BLOCKS = 4096, 20_000
PAGE = os.sysconf("SC_PAGE_SIZE")


def resident() -> int:
    """Bytes of this process that are in memory."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE
    except FileNotFoundError:
        return 0


def test_free_memory_is_given_back() -> None:
    blocks = [bytes(BLOCK) for _ in range(BLOCKS)]
    blocks[:-1] = []
    held = resident()

    trim_heap()

    assert resident() <= held
    if held:
        assert held - resident() > BLOCK * BLOCKS // 2


def test_another_c_library_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pramana.kit.heap.ctypes.CDLL", lambda _: object())

    trim_heap()
