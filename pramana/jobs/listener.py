"""One LISTEN connection, and what to do where there can be none."""

import asyncio
import logging
from collections.abc import Callable

import psycopg

from pramana.jobs.connection import KEEPALIVES, connection_parameters
from pramana.jobs.events import JOBS_CHANNEL, RUN_CHANNEL

CHECK_EVERY_S = 15.0
POLL_S = 0.5
POLLS_BEFORE_TRYING = 4
logger = logging.getLogger(__name__)

Told = Callable[[str | None, str], None]


async def listen(told: Told) -> None:
    """Call `told(channel, subject)` for each notification, for ever.

    `told(None, "")` means that anything may have happened: after connecting, from time to time,
    and every half second while there is no connection or behind a pooler that cannot listen.
    """
    while True:
        try:
            await _listen(told)
        except (psycopg.Error, OSError) as error:
            logger.warning("cannot listen (%s): polling", type(error).__name__)
        for _ in range(POLLS_BEFORE_TRYING):
            told(None, "")
            await asyncio.sleep(POLL_S)


async def _listen(told: Told) -> None:
    parameters = connection_parameters() | KEEPALIVES | {"application_name": "pramana events"}
    async with await psycopg.AsyncConnection.connect(**parameters, autocommit=True) as connection:
        await connection.execute(f"LISTEN {RUN_CHANNEL}")
        await connection.execute(f"LISTEN {JOBS_CHANNEL}")
        while True:
            told(None, "")
            async for news in connection.notifies(timeout=CHECK_EVERY_S):
                told(news.channel, news.payload)
            await connection.execute("SELECT 1")
