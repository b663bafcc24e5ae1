"""Load the demonstration into an empty tenant, and remove it completely."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from uuid import UUID

from django.conf import settings
from django.db import transaction

from pramana.agni import demo as review
from pramana.agni.contracts import SessionStatus
from pramana.agni.selectors import sessions_page
from pramana.chat import demo as chat
from pramana.demo.contracts import Demonstration, PropKind
from pramana.demo.models import Prop
from pramana.demo.selectors import find_demo
from pramana.documents import demo as library
from pramana.documents.contracts import Status
from pramana.documents.selectors import document_count, newest_documents
from pramana.documents.services import erase_documents
from pramana.external import demo as research
from pramana.external.selectors import get_research
from pramana.extraction import demo as extraction
from pramana.extraction.selectors.stacks import documents_of_stack
from pramana.jobs.contracts import JobView
from pramana.jobs.queue import erase_ended_jobs, push
from pramana.jobs.selectors import active_jobs
from pramana.kit.errors import Conflict
from pramana.kit.scope import Scope
from pramana.memory import demo as memory
from pramana.tenancy.services import audit
from pramana.tenancy.services.cases import delete_case_if_empty

RunReading = Callable[[Callable[[], bool]], None]
"""Runs background work until the given function returns True."""


def load_demo(scope: Scope, read: RunReading) -> Iterator[str]:
    """Load the demonstration, scene by scene. Each line says what was loaded and where it is."""
    _require_empty(scope)
    yield "Suryakot is a municipality that does not exist. Its documents are loaded and read."
    invoice, messages = _load_documents(scope), memory.add_demo_messages(scope)
    yield f"{document_count(scope)} documents and {messages} messages; reading takes a minute …"
    read(lambda: _is_everything_read(scope))
    record_props(scope, PropKind.ENTITY, filter(None, [memory.changed_entity_id(scope)]))
    yield _progress_line("Review", "people and offices in a press release, to decide on")
    yield _progress_line("Memory", "a news desk's messages, in which offices and jobs change hands")
    record_props(scope, PropKind.EXTRACTION, [extraction.extract_invoice(scope, invoice).id])
    read(lambda: extraction.is_done(scope) and extraction.is_table_read(scope))
    yield _progress_line("Extract", "a scanned invoice whose total does not add up, to approve")
    extraction.review_table(scope)
    yield _progress_line("Stacks", "six bids in one table, with cells to check")
    _load_research(scope)
    yield _progress_line("Research", "a question to the web, with pages to approve or reject")
    answers = chat.hold_conversation(scope)
    record_props(scope, PropKind.CONVERSATION, {each.session_id for each in answers})
    yield _progress_line("Ask", f"a conversation of {len(answers)} questions about all of it")


LOAD = "demo.load"
WORKERS_NEEDED = 2


@transaction.atomic
def start_demo(scope: Scope) -> None:
    """Load the demonstration in the background. While it is being loaded, this does nothing."""
    if find_loading(scope):
        return
    _require_empty(scope)
    if settings.PRAMANA.worker_concurrency < WORKERS_NEEDED:
        raise Conflict(
            "This installation does one job at a time, so the demonstration cannot be loaded "
            "from here. An operator can load it with `./run demo`."
        )
    push(scope, "demo", LOAD)
    audit(scope, "demo.loaded", "tenant", scope.tenant_id)


def find_loading(scope: Scope) -> JobView | None:
    """The job that loads the demonstration now, if there is one."""
    return next((job for job in active_jobs(scope) if job.name == LOAD), None)


def _require_empty(scope: Scope) -> None:
    if find_demo(scope):
        raise Conflict(
            "The demonstration is already loaded. The home page leads through it; "
            "to load it again, an admin removes it there first."
        )
    if document_count(scope):
        raise Conflict(
            "The library already holds documents; the demonstration needs an empty one. "
            "Give it a data directory of its own: --data DIR, here and for `serve`."
        )


def _progress_line(where: str, what: str) -> str:
    return f"  {where:<9} {what}"


def record_props(scope: Scope, kind: PropKind, things: Iterable[object]) -> None:
    """Record what was created, so that it can be removed again."""
    rows = [Prop(tenant_id=scope.tenant_id, kind=kind, thing=str(thing)) for thing in things]
    Prop.objects.bulk_create(rows, ignore_conflicts=True)


def _load_documents(scope: Scope) -> UUID:
    """Load everything there is to read, and return the invoice, whose fields are read later."""
    _load_library(scope)
    _load_review(scope)
    _load_stack(scope)
    invoice = extraction.add_invoice(scope)
    record_props(scope, PropKind.DOCUMENT, [invoice])
    record_props(scope, PropKind.GROUP, [memory.GROUP])
    return invoice


def _load_library(scope: Scope) -> None:
    papers = library.add_demo_documents(scope)
    record_props(scope, PropKind.DOCUMENT, [paper.id for paper in papers])
    opening = [paper.id for paper in papers if paper.filename == library.OPENING]
    record_props(scope, PropKind.RELEASE, opening)


def _load_review(scope: Scope) -> None:
    record_props(scope, PropKind.RECORD, [review.create_known_record(scope)])
    session = review.open_review(scope)
    record_props(scope, PropKind.DOCUMENT, [session.document_id])
    record_props(scope, PropKind.REVIEW, [session.id])


def _load_stack(scope: Scope) -> None:
    stack = extraction.extract_bids(scope)
    record_props(scope, PropKind.STACK, [stack.id])
    record_props(
        scope,
        PropKind.DOCUMENT,
        [each.document_id for each in documents_of_stack(scope, stack.id)],
    )


def _load_research(scope: Scope) -> None:
    run = get_research(scope, research.create_research(scope))
    record_props(scope, PropKind.RESEARCH, [run.id])
    record_props(scope, PropKind.CASE, filter(None, [run.case_id]))


def _is_everything_read(scope: Scope) -> bool:
    """Whether every document and message was read. An unreadable document says so on its page."""
    over = (Status.COMPLETED, Status.FAILED)
    ended = (SessionStatus.AWAITING_REVIEW, SessionStatus.FAILED)
    return (
        memory.is_read(scope)
        and all(paper.status in over for paper in newest_documents(scope))
        and all(session.status in ended for session in sessions_page(scope))
    )


@transaction.atomic
def delete_demo(scope: Scope) -> Counter[str]:
    """Delete what the demonstration created and what was made from it; return the counts.

    It deletes all of it or nothing, and a second call does nothing. What people added themselves
    stays, including documents they put into its stack.
    """
    held = Prop.objects.in_scope(scope).select_for_update()
    list(held)  # of two simultaneous calls the second waits here and then finds nothing
    story = find_demo(scope)
    if story is None:
        return Counter()
    gone = _delete_everything(scope, story)
    held.delete()
    audit(scope, "demo.removed", "tenant", scope.tenant_id, **gone)
    return gone


def _delete_everything(scope: Scope, story: Demonstration) -> Counter[str]:
    """Delete reviews before their documents, and runs before their case."""
    pages = research.demo_documents(scope, story.ids(PropKind.RESEARCH))
    papers, stacks = [*story.ids(PropKind.DOCUMENT), *pages], story.ids(PropKind.STACK)
    groups = story.props.get(PropKind.GROUP, ())
    worked_on = [
        *papers,
        *extraction.table_ids(scope, stacks),
        *memory.message_ids(scope, groups),
        *groups,
    ]
    erase_ended_jobs(scope, worked_on)
    made = review.delete_reviews(scope, papers)
    return Counter(
        conversations=chat.remove_conversations(scope, story.ids(PropKind.CONVERSATION)),
        research=research.delete_runs(scope, story.ids(PropKind.RESEARCH)),
        stacks=extraction.remove_stacks(scope, stacks),
        documents=erase_documents(scope, papers),
        groups=memory.remove_groups(scope, groups),
        records=made
        + sum(review.delete_if_present(scope, each) for each in story.ids(PropKind.RECORD)),
        cases=sum(delete_case_if_empty(scope, each) for each in story.ids(PropKind.CASE)),
    )
