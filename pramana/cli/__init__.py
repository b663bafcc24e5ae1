"""The `pramana` command."""

import signal
import sys
from collections.abc import Sequence
from types import FrameType

from pramana.cli.arguments import parse
from pramana.cli.product import quieten
from pramana.kit.errors import AppError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. What a person can act on is one sentence on stderr, never a traceback."""
    arguments = parse(sys.argv[1:] if argv is None else argv)
    quieten(arguments.asked, at_terminal=sys.stderr.isatty())
    signal.signal(signal.SIGTERM, _leave)
    try:
        return arguments.command(arguments) or 0
    except AppError as error:
        print(f"pramana: {error}", file=sys.stderr)
    except BrokenPipeError:
        sys.stderr.close()
    except KeyboardInterrupt:
        print("pramana: stopped.", file=sys.stderr)
        return 130
    return 1


def _leave(number: int, frame: FrameType | None) -> None:
    """SIGTERM unwinds like any other way out, so that what we started is stopped."""
    sys.exit(128 + number)
