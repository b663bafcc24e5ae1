"""A whole product on a disk that fills up under load: told so, and well again with more room."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pramana.postgres.testing import scratch_data_dir
from tests.soak.fire import target
from tests.soak.load import PATIENCE, goes_on, under_load
from tests.soak.settled import check_settled
from tests.waiting import wait_until

SIZE = "480m"
FULL_S = 15.0


def test_a_full_disk_loses_nothing() -> None:
    with small_disk() as disk, target(disk / "data", PRAMANA_EMBEDDINGS="none") as product:
        with under_load(product, seed=0) as load:
            goes_on(load)
            with filled(disk):
                time.sleep(FULL_S)
                assert load.counts["answered 503"]
            wait_until(product.is_healthy, PATIENCE)
            goes_on(load)
        figures = check_settled(product, load)
    print(figures)


@contextmanager
def small_disk() -> Iterator[Path]:
    """A file system of its own, where the database, its log and the files are."""
    with scratch_data_dir() as folder:
        folder.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=711", "tmpfs", str(folder)]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
            pytest.skip("A small disk can only be made by root who may mount; this was NOT tried.")
        try:
            yield folder
        finally:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


@contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Not a byte free, whatever others delete meanwhile."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        while room := shutil.disk_usage(disk).free:
            file.write(bytes(min(room, 1 << 20)))
    try:
        yield
    finally:
        filler.unlink()
