"""The entry point of the `pramana` command."""

import signal
import sys
from collections.abc import Sequence
from types import FrameType

from pramana.cli.arguments import parse
from pramana.cli.product import set_log_defaults
from pramana.kit.errors import AppError


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Expected errors are printed as one sentence, without a traceback."""
    arguments = parse(sys.argv[1:] if argv is None else argv)
    set_log_defaults(arguments.command_name, at_terminal=sys.stderr.isatty())
    signal.signal(signal.SIGTERM, _exit_on_signal)
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


def _exit_on_signal(number: int, frame: FrameType | None) -> None:
    """Exit through an exception, so that the processes we started are stopped."""
    sys.exit(128 + number)
