"""A machine whose clock jumps by a day while it works, and back: what was accepted is done once."""

import os
from pathlib import Path

from tests.soak.fire import target
from tests.soak.load import goes_on, under_load
from tests.soak.settled import check_settled

DAY = 24 * 3600
OFF = """
import datetime, os, pathlib, time
import django.utils.timezone
import pramana.kit.clock

file, now, real = pathlib.Path(os.environ["PRAMANA_TEST_CLOCK"]), time.time, datetime.datetime

def off():
    return float(file.read_text() or 0)

class Moved(real):
    @classmethod
    def now(cls, tz=None):
        return real.now(tz) + datetime.timedelta(seconds=off())

time.time = lambda: now() + off()
pramana.kit.clock.datetime = Moved
django.utils.timezone.now = lambda: Moved.now(tz=datetime.UTC)
"""
"""Python loads this first, so the processes of one product believe in another time; the machine's
own clock, and everyone else's, is left alone."""


def test_a_clock_that_jumps_loses_nothing(own_database: str, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(OFF)
    clock = tmp_path / "clock"
    clock.write_text("0")
    place = {
        "DATABASE_URL": own_database,
        "PRAMANA_EMBEDDINGS": "none",
        "PRAMANA_TEST_CLOCK": str(clock),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), os.getcwd()]),
    }
    with target(tmp_path / "data", **place) as product:
        with under_load(product, seed=0) as load:
            for off in (0, DAY, -DAY, 0):
                clock.write_text(str(off))
                goes_on(load)
        figures = check_settled(product, load, in_order=False)
    print(figures)
    assert figures["tried again by hand"] == 0
