"""Everything at once, for ten minutes, while web, worker and database are killed at random.

PRAMANA_SOAK_SECONDS makes it shorter or longer, PRAMANA_SEED repeats a run.
"""

import os
import time

from pramana.postgres.testing import scratch_data_dir
from tests.soak.fire import target, under_fire
from tests.soak.settled import check_settled

SECONDS = 600.0


def test_what_was_accepted_is_done_once_whatever_is_killed() -> None:
    seconds = float(os.environ.get("PRAMANA_SOAK_SECONDS", SECONDS))
    seed = int(os.environ.get("PRAMANA_SEED", time.time_ns() % 10_000))
    print(f"seed {seed}")
    with scratch_data_dir() as data, target(data, PRAMANA_EMBEDDINGS="none") as product:
        figures = check_settled(product, under_fire(product, seconds, seed=seed))
    print(figures)
    assert figures["documents"] and figures["messages"] and figures["questions answered"]
