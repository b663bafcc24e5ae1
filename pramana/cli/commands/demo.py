"""Fill an empty product with small material of our own writing."""

import argparse

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.kit.errors import Conflict


def arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(_: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        from pramana.documents.demo import scene
        from pramana.documents.selectors import document_count
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope("default")
        if document_count(scope):
            raise Conflict(
                "The library already holds documents; the demonstration is for an empty one."
            )
        papers = scene(scope)
    say(f"{len(papers)} papers of a municipality that does not exist are in the library.")
    say("They are read in the background as soon as `./run` is running.")
