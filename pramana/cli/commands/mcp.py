"""`pramana mcp`: serve an agent over stdin and stdout."""

import argparse
import os

from pramana.cli.product import read_environment, ready_product
from pramana.kit.errors import Misconfigured

KEY = "PRAMANA_KEY"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--key", metavar="KEY", help=f"the API key that the agent acts with ({KEY})"
    )


def run(options: argparse.Namespace) -> None:
    """Serve until stdin ends. The key decides what the agent may see and do, as over HTTP."""
    key = options.key or os.environ.get(KEY, "")
    if not key:
        raise Misconfigured(
            f"An agent needs a key: give --key KEY or set {KEY}. "
            "`pramana key create NAME --role viewer` creates one."
        )
    with ready_product(read_environment()):
        from pramana.mcp.server import serve_stdio

        serve_stdio(key)
