"""Asking as the chat asks, without a conversation: nothing is written to any history."""

from collections.abc import Sequence
from uuid import UUID

from pramana.chat.contracts.composing import ComposeInput, Material
from pramana.chat.domain.grounding import Checker
from pramana.chat.domain.lines import Lines
from pramana.chat.domain.strength import above_floor
from pramana.chat.golden.judging import FoundSource, Outcome
from pramana.chat.prompts.compose import compose_prompt
from pramana.chat.tools import PASSAGES
from pramana.documents.contracts import Hit
from pramana.documents.search import search
from pramana.documents.selectors import documents_by_id
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.retrieval.filters import Filters


def ask(scope: Scope, question: str, *, collection_id: UUID | None = None) -> Outcome:
    """What the chat finds and whether it answers, with the engine that is configured."""
    within = None if collection_id is None else frozenset({collection_id})
    filters = Filters(collection_ids=within)
    hits = above_floor(search(scope, question, filters=filters, limit=PASSAGES))
    if not hits:
        return Outcome((), answered=False)
    return Outcome(_sources(scope, hits), answered=_is_answered(scope, question, hits))


def _sources(scope: Scope, hits: Sequence[Hit]) -> tuple[FoundSource, ...]:
    documents = documents_by_id(scope, {hit.document_id for hit in hits})
    names = {document.id: document.filename for document in documents}
    return tuple(
        FoundSource(hit.source_url, names.get(hit.document_id, ""), hit.strength) for hit in hits
    )


def _is_answered(scope: Scope, question: str, hits: Sequence[Hit]) -> bool:
    """Whether a sentence is written whose words stand in its source."""
    materials = tuple(
        Material(number, hit.text, hit.title, hit.section) for number, hit in enumerate(hits, 1)
    )
    lines, checker = Lines(), Checker(materials)
    prompt = compose_prompt(ComposeInput(question, materials))
    written = [*lines.heard(gateway(scope).complete(prompt)), *lines.ended()]
    return any(checker.check(sentence) for sentence in written)
