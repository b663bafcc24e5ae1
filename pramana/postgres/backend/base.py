"""The database engine: Django's own, with each connection of the pool entered as a loan."""

import time
from typing import Any

from django.db.backends.postgresql import base

from pramana.postgres.loans import LOANS, is_outside_pool


class DatabaseWrapper(base.DatabaseWrapper):
    """One thread's way to the database."""

    @property
    def pool(self) -> Any:
        """The pool of this process, or None for a thread that has connections of its own."""
        return None if is_outside_pool() else super().pool

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.pool is None:
            return super().get_new_connection(conn_params)
        began = time.monotonic()
        try:
            connection = super().get_new_connection(conn_params)
        finally:
            LOANS.record_wait(time.monotonic() - began)
        LOANS.lend(connection, self)
        return connection

    def close(self) -> None:
        LOANS.give_back(self.connection)
        super().close()
