"""A uvicorn that ends its streams when it is told to stop, as `pramana serve` does."""

from types import FrameType

import uvicorn

from pramana.jobs.streams import stop_streams


class StoppingServer(uvicorn.Server):
    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        stop_streams()
        super().handle_exit(sig, frame)
