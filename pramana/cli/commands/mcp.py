"""Serve an agent over a pipe."""

import argparse
import os

from pramana.cli.product import read_environment, ready_product
from pramana.kit.errors import Misconfigured

KEY = "PRAMANA_KEY"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--key", metavar="KEY", help=f"an API key ({KEY}); it says who asks")


def run(asked: argparse.Namespace) -> None:
    """The key decides what the agent sees and may do, as it does over HTTP."""
    key = asked.key or os.environ.get(KEY, "")
    if not key:
        raise Misconfigured(
            f"An agent needs a key: give --key KEY or set {KEY}. "
            "`pramana key create NAME --role viewer` makes one."
        )
    with ready_product(read_environment()):
        from pramana.mcp.server import serve_stdio

        serve_stdio(key)
