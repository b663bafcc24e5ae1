"""What a worker looks after beside its jobs: those of dead workers, and what it forgot itself."""

import asyncio
import logging
from uuid import UUID

from procrastinate.worker import Worker

from pramana.jobs.handlers import IN_HAND
from pramana.jobs.perform import RUNNING
from pramana.jobs.rescue import (
    hand_back_row,
    jobs_held_by,
    rescue_stalled,
    tell_untold,
    tokens_held_by,
)
from pramana.jobs.threads import Threads

SWEEP_EVERY_S = 2.0
UNTOLD_EVERY = 15
"""Every how many sweeps to look for jobs without a token, which should never find any."""
logger = logging.getLogger(__name__)


class Sweeper:
    """Sweeps at start and every two seconds, in a thread that no job can block.

    A token or a row counts as forgotten when two sweeps in a row find it in this worker's name
    but not in its hands: the database was away at the moment it should have been ended.
    """

    def __init__(self, worker: Worker, desk: Threads) -> None:
        self._worker, self._desk = worker, desk
        self._tokens: frozenset[int] = frozenset()
        self._jobs: frozenset[UUID] = frozenset()

    async def run(self) -> None:
        sweeps = 0
        while True:
            try:
                await self._desk.run(self._sweep, sweeps % UNTOLD_EVERY == 0)
            except Exception as error:  # the next sweep may do better
                logger.warning("a sweep failed (%s)", type(error).__name__)
            sweeps += 1
            await asyncio.sleep(SWEEP_EVERY_S)

    def _sweep(self, also_untold: bool) -> None:
        worker_id = self._worker.worker_id
        lost = self._forgotten_tokens(worker_id) if worker_id else frozenset[int]()
        revived = rescue_stalled(lost)
        if worker_id:
            self._hand_back_forgotten(worker_id)
        if also_untold:
            revived += tell_untold()
        if revived:
            logger.info("%s pieces of work wait again", revived)

    def _forgotten_tokens(self, worker_id: int) -> frozenset[int]:
        suspects = tokens_held_by(worker_id) - IN_HAND
        lost, self._tokens = suspects & self._tokens, suspects
        return lost

    def _hand_back_forgotten(self, worker_id: int) -> None:
        held = jobs_held_by(worker_id)
        suspects = frozenset(held) - frozenset(RUNNING)
        for job_id in suspects & self._jobs:
            hand_back_row(held[job_id])
        self._jobs = suspects
