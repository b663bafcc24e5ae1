"""A question is let in: what it may be answered from is settled, and it is kept."""

import logging
from dataclasses import dataclass, replace
from uuid import uuid4

from django.db import DatabaseError, InterfaceError

from pramana.chat.contracts.asking import Ask
from pramana.chat.selectors import earlier_exchanges
from pramana.chat.services import Saved, save_question
from pramana.chat.turns.narrowing import check_matter, check_memory, filters_for
from pramana.kit.scope import Scope, ScopeContext
from pramana.retrieval.filters import Filters
from pramana.tenancy.selectors import within_run

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Begun:
    """A question that was let in: where it is kept, and what it may be answered from."""

    ask: Ask
    context: ScopeContext
    saved: Saved | None
    filters: Filters
    earlier: tuple[tuple[str, str], ...]
    at: float


def let_in(scope: Scope, ask: Ask, at: float) -> Begun:
    """Raises where a session, a collection or a case is not the asker's."""
    filters = filters_for(scope, ask)
    check_memory(scope, ask)
    check_matter(ask)
    saved = _saved(scope, ask)
    context = replace(_within(scope, ask, saved), collection_id=ask.narrowing.collection_id)
    alone = ask.is_new or bool(ask.selected_text)
    earlier = () if alone else earlier_exchanges(scope, ask.asker, ask.session_id)
    return Begun(ask, context, saved, filters, earlier, at)


def _within(scope: Scope, ask: Ask, saved: Saved | None) -> ScopeContext:
    """The scope inside the turn's run; what was named for one that is not kept is nobody's."""
    if saved and ask.matter.is_named:
        return within_run(scope, saved.run_id)
    return ScopeContext(
        tenant_id=scope.tenant_id,
        actor_id=scope.actor_id,
        trace_id=scope.trace_id,
        run_id=saved.run_id if saved else uuid4(),
    )


def _saved(scope: Scope, ask: Ask) -> Saved | None:
    """Where the question is kept; None where it could not be, which must not cost the answer."""
    try:
        return save_question(scope, ask)
    except (DatabaseError, InterfaceError) as error:
        logger.warning("A question could not be written to the history.", exc_info=error)
        return None
