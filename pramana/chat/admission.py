"""Admission of a question: a free slot, what it may be answered from, and a saved turn."""

import logging
from dataclasses import dataclass, replace
from uuid import uuid4

from django.conf import settings
from django.db import DatabaseError, InterfaceError

from pramana.chat.contracts.questions import ChatQuestion, MemoryFilter
from pramana.chat.errors import TooManyAtOnce
from pramana.chat.selectors import EarlierExchanges, earlier_exchanges
from pramana.chat.services import SavedTurn, save_question
from pramana.documents.errors import CollectionNotFound
from pramana.documents.selectors import OutsideFilter, allowed_document_ids, get_collection
from pramana.kit.errors import NotFound
from pramana.kit.scope import Scope, ScopeContext
from pramana.memory.selectors.groups import check_group_known
from pramana.retrieval.contracts import Filters
from pramana.tenancy.errors import CaseNotFound
from pramana.tenancy.selectors import run_scope

logger = logging.getLogger(__name__)


class AnswerSlots:
    """How many questions this process answers at once; a question without a slot is refused.

    Slots are counted on the event loop, so no lock is needed. A slot is held until the answer is
    complete, even if nobody listens any more.
    """

    def __init__(self) -> None:
        self.taken = 0

    def take(self) -> None:
        if self.taken >= settings.PRAMANA.chat_concurrency:
            raise TooManyAtOnce(settings.PRAMANA.chat_concurrency)
        self.taken += 1

    def release(self) -> None:
        self.taken -= 1


ANSWER_SLOTS = AnswerSlots()


@dataclass(frozen=True)
class AdmittedQuestion:
    """A question that will be answered: where it is saved, and what it may be answered from."""

    question: ChatQuestion
    context: ScopeContext
    saved: SavedTurn | None
    filters: Filters
    earlier: EarlierExchanges
    started_at: float
    """By `time.perf_counter`."""

    @property
    def memory(self) -> MemoryFilter | None:
        """The named memory group, unless the passage filter excludes facts."""
        return self.question.memory if self.question.passages.allows_memory else None


def admit_question(scope: Scope, question: ChatQuestion, started_at: float) -> AdmittedQuestion:
    """Check what the asker may use and save the question.

    Raises when the session, collection, memory group or case is not the asker's.
    """
    filters = search_filters(scope, question)
    _check_memory_group(scope, question)
    if question.asker.key_id is not None and question.matter.is_named:
        raise CaseNotFound()  # visitors of an embedded chat have no cases
    saved = _save(scope, question)
    context = replace(
        _run_context(scope, question, saved), collection_id=question.passages.collection_id
    )
    stands_alone = question.is_new or bool(question.selected_text)
    earlier = EarlierExchanges()
    if not stands_alone:
        earlier = earlier_exchanges(scope, question.asker, question.session_id)
    return AdmittedQuestion(question, context, saved, filters, earlier, started_at)


def search_filters(scope: Scope, question: ChatQuestion) -> Filters:
    """What was asked for, within what the asker may see.

    A publishable key sees only its own collections; with none it sees nothing. A collection that
    does not exist, or is not the asker's, is refused rather than ignored.
    """
    wanted, allowed = question.passages, question.asker.collections
    collections = allowed
    if wanted.collection_id is not None:
        if allowed is not None and wanted.collection_id not in allowed:
            raise CollectionNotFound()
        collections = frozenset({get_collection(scope, wanted.collection_id).id})
    documents = allowed_document_ids(scope, OutsideFilter(wanted.outside), tag=wanted.tag)
    if wanted.document_ids is not None:
        named = wanted.document_ids
        documents = named if documents is None else documents & named
    return Filters(
        collection_ids=collections,
        parent_ids=documents,
        source_url_prefix=wanted.source_url_prefix,
        section=wanted.section,
        date_from=wanted.date_from,
        date_to=wanted.date_to,
    )


def _check_memory_group(scope: Scope, question: ChatQuestion) -> None:
    """Raise when the group does not exist. A publishable key sees collections and no groups."""
    if question.memory is None:
        return
    if question.asker.collections is not None:
        raise NotFound("There is nothing of this group.")
    check_group_known(scope, question.memory.group_id)


def _save(scope: Scope, question: ChatQuestion) -> SavedTurn | None:
    """Save the question; None when the database fails, which must not cost the answer."""
    try:
        return save_question(scope, question)
    except (DatabaseError, InterfaceError) as error:
        logger.warning("A question could not be saved to the history.", exc_info=error)
        return None


def _run_context(scope: Scope, question: ChatQuestion, saved: SavedTurn | None) -> ScopeContext:
    """The scope inside the turn's run; a question that was not saved belongs to no case."""
    if saved and question.matter.is_named:
        return run_scope(scope, saved.run_id)
    return ScopeContext(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        run_id=saved.run_id if saved else uuid4(),
    )
