"""`./run`, from here on in Python."""

import signal
import sys
from types import FrameType

from pramana.kit.errors import AppError
from setup.commands import dispatch
from setup.console import say

INTERRUPTED = 130
TERMINATED = 143


def main() -> int:
    signal.signal(signal.SIGTERM, _leave)
    try:
        return dispatch(sys.argv[1:])
    except AppError as error:
        say(error.message)
    except KeyboardInterrupt:
        say("Stopped. Run again to go on from here.")
        return INTERRUPTED
    return 1


def _leave(number: int, frame: FrameType | None) -> None:
    """As an exception, so that what we started is stopped first."""
    sys.exit(TERMINATED)


if __name__ == "__main__":
    sys.exit(main())
