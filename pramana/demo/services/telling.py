"""Telling the story: scene after scene, and writing down what each one brought."""

from collections.abc import Callable, Iterable, Iterator
from uuid import UUID

from pramana.agni import demo as review
from pramana.agni.contracts.states import SessionStatus
from pramana.agni.selectors import sessions_page
from pramana.chat import demo as chat
from pramana.demo.contracts import PropKind
from pramana.demo.models import Prop
from pramana.demo.selectors.story import story_of
from pramana.documents import demo as library
from pramana.documents.contracts import Status
from pramana.documents.selectors import document_count, documents_page
from pramana.external import demo as research
from pramana.external.selectors import get_research
from pramana.extraction import demo as extraction
from pramana.extraction.demo import stacks as bids
from pramana.extraction.selectors.stacks.stack import stacked_documents
from pramana.kit.errors import Conflict
from pramana.kit.scope import Scope
from pramana.memory import demo as memory

Reading = Callable[[Callable[[], bool]], None]
"""Has what waits be read until the answer is yes."""


def tell(scope: Scope, read: Reading) -> Iterator[str]:
    """Fill an empty place, scene by scene; each line says what comes, or where something waits."""
    _expect_room(scope)
    yield "Suryakot is a municipality that does not exist. Its papers come in, and are read."
    invoice, said = _papers(scope), memory.scene(scope)
    yield f"{document_count(scope)} papers and {said} messages are in; reading takes a minute …"
    read(lambda: _are_read(scope))
    bring(scope, PropKind.ENTITY, filter(None, [memory.changed(scope)]))
    yield _waits("Review", "people and offices of a press release, to decide about")
    yield _waits("Memory", "a news desk's talk, in which offices and jobs change hands")
    bring(scope, PropKind.EXTRACTION, [extraction.scene(scope, invoice).id])
    read(lambda: extraction.is_done(scope) and bids.is_read(scope))
    yield _waits("Extract", "a scanned invoice whose total does not add up, to approve")
    bids.settle(scope)
    yield _waits("Stacks", "six bids in one table, with cells that want a look")
    _research(scope)
    yield _waits("Research", "a question to the web, with pages to let in or refuse")
    answers = chat.scene(scope)
    bring(scope, PropKind.CONVERSATION, {each.session_id for each in answers})
    yield _waits("Ask", f"a conversation of {len(answers)} questions about all of it")


def _expect_room(scope: Scope) -> None:
    if story_of(scope):
        raise Conflict(
            "The demonstration is here already. The home page leads through it; "
            "to have it told anew, an admin removes it there first."
        )
    if document_count(scope):
        raise Conflict(
            "The library already holds documents; the demonstration is for an empty one. "
            "Give it a place of its own: --data DIR, here and for `serve`."
        )


def _waits(where: str, what: str) -> str:
    return f"  {where:<9} {what}"


def bring(scope: Scope, kind: PropKind, things: Iterable[object]) -> None:
    """Write down what was brought, to take it away again."""
    rows = [Prop(tenant_id=scope.tenant_id, kind=kind, thing=str(thing)) for thing in things]
    Prop.objects.bulk_create(rows, ignore_conflicts=True)


def _papers(scope: Scope) -> UUID:
    """Everything there is to read, in one go; the invoice's fields are asked for later."""
    _library(scope)
    _review(scope)
    _stack(scope)
    invoice = extraction.bring(scope)
    bring(scope, PropKind.DOCUMENT, [invoice])
    bring(scope, PropKind.GROUP, [memory.GROUP])
    return invoice


def _library(scope: Scope) -> None:
    papers = library.scene(scope)
    bring(scope, PropKind.DOCUMENT, [paper.id for paper in papers])
    opening = [paper.id for paper in papers if paper.filename == library.OPENING]
    bring(scope, PropKind.RELEASE, opening)


def _review(scope: Scope) -> None:
    bring(scope, PropKind.RECORD, [review.known_before(scope)])
    session = review.scene(scope)
    bring(scope, PropKind.DOCUMENT, [session.document_id])
    bring(scope, PropKind.REVIEW, [session.id])


def _stack(scope: Scope) -> None:
    stack = bids.scene(scope)
    bring(scope, PropKind.STACK, [stack.id])
    bring(
        scope,
        PropKind.DOCUMENT,
        [each.document_id for each in stacked_documents(scope, stack.id)],
    )


def _research(scope: Scope) -> None:
    run = get_research(scope, research.scene(scope))
    bring(scope, PropKind.RESEARCH, [run.id])
    bring(scope, PropKind.CASE, filter(None, [run.case_id]))


def _are_read(scope: Scope) -> bool:
    """Whether nothing is left to do; a paper that could not be read says so on its page."""
    over = (Status.COMPLETED, Status.FAILED)
    ended = (SessionStatus.AWAITING_REVIEW, SessionStatus.FAILED)
    return (
        memory.is_read(scope)
        and all(paper.status in over for paper in documents_page(scope))
        and all(session.status in ended for session in sessions_page(scope))
    )
