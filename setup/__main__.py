"""The Python part of `./run`."""

import signal
import sys
from types import FrameType

from pramana.kit.errors import AppError
from setup.commands import dispatch
from setup.console import say

INTERRUPTED = 130
TERMINATED = 143


def main() -> int:
    signal.signal(signal.SIGTERM, _exit_on_signal)
    try:
        return dispatch(sys.argv[1:])
    except AppError as error:
        say(error.message)
    except KeyboardInterrupt:
        say("Stopped. Run it again to continue from here.")
        return INTERRUPTED
    return 1


def _exit_on_signal(number: int, frame: FrameType | None) -> None:
    """Exit through an exception, so that the programs we started are stopped first."""
    sys.exit(TERMINATED)


if __name__ == "__main__":
    sys.exit(main())
