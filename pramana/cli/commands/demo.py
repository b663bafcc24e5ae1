"""Fill an empty product with a story of our own writing."""

import argparse
from functools import partial

from pramana.cli.commands.ingest import read_now
from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say

NEXT = (
    "Now start Pramana with ./run and open the link it prints; where it runs, load its page anew.",
    "The home page leads through the story. An admin removes it there, in one click.",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(_: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        from pramana.demo.services import load_demo
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope("default")
        for sentence in load_demo(scope, partial(read_now, scope)):
            say(sentence)
    say("", *NEXT)
