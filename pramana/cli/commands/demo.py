"""`pramana demo`: fill an empty product with the demonstration."""

import argparse
from functools import partial

from pramana.cli.commands.ingest import read_now
from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say

NEXT = (
    "Now start Pramana with ./run and open the link it prints. If it is running, reload the page.",
    "The home page guides you through the demonstration. An admin can remove it there.",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """This command has no arguments of its own."""


def run(_: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        from pramana.demo.services import load_demo
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope("default")
        for sentence in load_demo(scope, partial(read_now, scope)):
            say(sentence)
    say("", *NEXT)
