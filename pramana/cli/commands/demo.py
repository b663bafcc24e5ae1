"""Fill an empty product with small material of our own writing."""

import argparse

from pramana.cli.commands.migrate import migrate
from pramana.cli.product import read_environment, ready_product, say
from pramana.cli.reading import read_now
from pramana.kit.errors import Conflict
from pramana.kit.scope import Scope


def arguments(parser: argparse.ArgumentParser) -> None:
    """None of its own."""


def run(_: argparse.Namespace) -> None:
    with ready_product(read_environment()):
        migrate()
        from pramana.agni import demo as review
        from pramana.chat import demo as chat
        from pramana.documents import demo as library
        from pramana.documents.selectors import document_count
        from pramana.external import demo as research
        from pramana.extraction import demo as extraction
        from pramana.extraction import stack_demo as bids
        from pramana.memory import demo as memory
        from pramana.tenancy.selectors import owner_scope

        scope = owner_scope("default")
        if document_count(scope):
            raise Conflict(
                "The library already holds documents; the demonstration is for an empty one."
            )
        papers = library.scene(scope)
        review.scene(scope)
        said = memory.scene(scope)
        say(f"{len(papers)} papers of a municipality that does not exist are in the library.")
        invoice = extraction.bring(scope)
        bids.scene(scope)
        read_now(scope, lambda: _are_read(scope))
        extraction.scene(scope, invoice)
        read_now(scope, lambda: extraction.is_done(scope) and bids.is_read(scope))
        bids.settle(scope)
        research.scene(scope)
        answers = chat.scene(scope)
    say(f"They are read, and a conversation of {len(answers)} questions about them is waiting.")
    say("A press release waits for you under Review, with people and offices to decide about.")
    say("An invoice waits for your approval under Extract; its total does not add up.")
    say("Six bids stand in one table under Stacks, with cells that want a look.")
    say("A question to the web waits under Research, with pages to let in or refuse.")
    say(f"{said} messages of a news desk are under Memory, where offices and jobs change.")


def _are_read(scope: Scope) -> bool:
    """Whether nothing is left to do; a paper that could not be read says so on its page."""
    from pramana.agni.contracts.states import SessionStatus
    from pramana.agni.selectors import sessions_page
    from pramana.documents.contracts import Status
    from pramana.documents.selectors import documents_page
    from pramana.memory import demo as memory

    ended = (SessionStatus.AWAITING_REVIEW, SessionStatus.FAILED)
    return (
        memory.is_read(scope)
        and all(
            paper.status in (Status.COMPLETED, Status.FAILED) for paper in documents_page(scope)
        )
        and all(session.status in ended for session in sessions_page(scope))
    )
