"""Telling the story: scene after scene, and writing down what each one brought."""

from collections.abc import Callable, Iterable, Iterator

from pramana.agni import demo as review
from pramana.agni.contracts.states import SessionStatus
from pramana.agni.selectors import sessions_page
from pramana.chat import demo as chat
from pramana.demo.contracts import PropKind
from pramana.demo.models import Prop
from pramana.documents import demo as library
from pramana.documents.contracts import Status
from pramana.documents.selectors import document_count, documents_page
from pramana.external import demo as research
from pramana.external.selectors import get_research
from pramana.extraction import demo as extraction
from pramana.extraction import stack_demo as bids
from pramana.extraction.selectors.stacks import stacked_documents
from pramana.kit.errors import Conflict
from pramana.kit.scope import Scope
from pramana.memory import demo as memory

Reading = Callable[[Callable[[], bool]], None]
"""Has what waits be read until the answer is yes."""


def tell(scope: Scope, read: Reading) -> Iterator[str]:
    """Fill an empty place, scene by scene; each sentence says what is there now."""
    if document_count(scope):
        raise Conflict(
            "The library already holds documents; the demonstration is for an empty one."
        )
    papers = _library(scope)
    yield f"{papers} papers of a municipality that does not exist are in the library."
    _review(scope)
    yield "A press release waits for you under Review, with people and offices to decide about."
    bring(scope, PropKind.GROUP, [memory.GROUP])
    said = memory.scene(scope)
    yield f"{said} messages of a news desk are under Memory, where offices and jobs change."
    invoice = extraction.bring(scope)
    bring(scope, PropKind.DOCUMENT, [invoice])
    _stack(scope)
    read(lambda: _are_read(scope))
    bring(scope, PropKind.ENTITY, filter(None, [memory.changed(scope)]))
    bring(scope, PropKind.EXTRACTION, [extraction.scene(scope, invoice).id])
    read(lambda: extraction.is_done(scope) and bids.is_read(scope))
    yield "A scanned invoice waits for your approval under Extract; its total does not add up."
    bids.settle(scope)
    yield "Six bids stand in one table under Stacks, with cells that want a look."
    _research(scope)
    yield "A question to the web waits under Research, with pages to let in or refuse."
    answers = chat.scene(scope)
    bring(scope, PropKind.CONVERSATION, {each.session_id for each in answers})
    yield f"They are read, and a conversation of {len(answers)} questions about them is waiting."


def bring(scope: Scope, kind: PropKind, things: Iterable[object]) -> None:
    """Write down what was brought, to take it away again."""
    rows = [Prop(tenant_id=scope.tenant_id, kind=kind, thing=str(thing)) for thing in things]
    Prop.objects.bulk_create(rows, ignore_conflicts=True)


def _library(scope: Scope) -> int:
    papers = library.scene(scope)
    bring(scope, PropKind.DOCUMENT, [paper.id for paper in papers])
    opening = [paper.id for paper in papers if paper.filename == library.OPENING]
    bring(scope, PropKind.RELEASE, opening)
    return len(papers)


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
