"""The process that runs jobs: as many machines as you like, each with a few jobs at a time."""

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable

from procrastinate import App, PsycopgConnector
from procrastinate.manager import JobManager
from procrastinate.worker import Worker

from pramana.jobs import lanes
from pramana.jobs.company import COMPANY
from pramana.jobs.connection import connection_parameters, quick_parameters
from pramana.jobs.handlers import install
from pramana.jobs.liveness import WorkerLock
from pramana.jobs.sweeper import Sweeper
from pramana.jobs.threads import Threads

GRACE_S = 1.2
"""How long a stopping worker waits for its jobs before it hands them back."""
STOP_WITHIN_S = 2.4
"""After this a stopping worker leaves whatever is left to be rescued."""
POLL_S = 1.0
"""How often to look for jobs whose delay is over; all others are told of at once."""
NEVER_S = 10.0**9
STOPPING = (signal.SIGTERM, signal.SIGINT)
logger = logging.getLogger(__name__)


def run_worker(concurrency: int = 4) -> bool:
    """Run jobs until SIGTERM or SIGINT; return within 3 s of it.

    True when every job had ended. False when threads are still at work: their jobs were handed
    back and what they still write is refused, so the caller may clean up and leave by `os._exit`.
    """
    loop = asyncio.new_event_loop()
    ended = loop.run_until_complete(_Process(concurrency).run())
    if ended:  # otherwise what is left in the loop may wait for a database that never answers
        loop.close()
    for number in STOPPING:  # asking again must not cut the caller's cleaning up short
        signal.signal(number, signal.SIG_IGN)
    return ended


class LockedManager(JobManager):
    """Registers a worker and takes its lock before it fetches anything."""

    def __init__(self, connector: PsycopgConnector, lock: WorkerLock) -> None:
        super().__init__(connector)
        self._lock = lock

    async def register_worker(self) -> int:
        worker_id = await super().register_worker()
        await self._lock.hold(worker_id)
        return worker_id


class _Process:
    def __init__(self, concurrency: int) -> None:
        self._concurrency = concurrency
        self._threads, self._desk = Threads(concurrency), Threads(1)
        self._stopping = asyncio.Event()
        self._worker: Worker | None = None

    async def run(self) -> bool:
        lanes.stopping.clear()
        COMPANY.closing.clear()
        loop = asyncio.get_running_loop()
        for number in STOPPING:
            loop.add_signal_handler(number, self._stop)
        serving = asyncio.create_task(self._serve_on())
        await self._stopping.wait()
        _, unfinished = await asyncio.wait([serving], timeout=STOP_WITHIN_S)
        serving.cancel()
        self._threads.close()
        self._desk.close()
        return not unfinished and not self._threads.busy

    def _stop(self) -> None:
        self._stopping.set()
        lanes.stopping.set()
        COMPANY.closing.set()
        if self._worker:
            stop: Callable[[], None] = self._worker.stop
            stop()

    async def _serve_on(self) -> None:
        """Serve, and begin again whenever the database was away."""
        while not self._stopping.is_set():
            try:
                await self._serve()
            except Exception as error:
                logger.warning("the worker lost its database (%s)", type(error).__name__)
            if not self._stopping.is_set():
                await asyncio.sleep(POLL_S)

    async def _serve(self) -> None:
        lock = WorkerLock(connection_parameters())
        connector = PsycopgConnector(kwargs=quick_parameters(), min_size=1, max_size=2)
        app = App(connector=connector)
        app.job_manager = LockedManager(connector, lock)
        install(app)
        try:
            async with app.open_async():
                if self._stopping.is_set():
                    return
                self._worker = self._make_worker(app)
                sweeping = asyncio.create_task(Sweeper(self._worker, self._desk).run())
                work: Callable[[], Awaitable[None]] = self._worker.run
                try:
                    await work()
                finally:
                    sweeping.cancel()
        finally:
            await lock.release()

    def _make_worker(self, app: App) -> Worker:
        return Worker(
            app,
            name="pramana",
            concurrency=self._concurrency,
            fetch_job_polling_interval=POLL_S,
            shutdown_graceful_timeout=GRACE_S,
            delete_jobs="always",
            install_signal_handlers=False,
            stalled_worker_timeout=NEVER_S,
            additional_context={"threads": self._threads, "desk": self._desk},
        )
