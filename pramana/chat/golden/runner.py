"""Asks golden questions as chat does, but saves no history; imports the documentation to ask."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import UUID

from django.core.files.base import ContentFile

from pramana.chat.domain.grounding import GroundingChecker
from pramana.chat.domain.question_shapes import AnswerShape, plan_question
from pramana.chat.domain.refusals import missing_thing
from pramana.chat.domain.romanised import search_text
from pramana.chat.domain.sentence_support import SupportChecker
from pramana.chat.golden.questions import GoldenOutcome, GoldenSource
from pramana.chat.graph.compose import numbered_passages
from pramana.chat.graph.retrieve import read_and_expand, search_limit
from pramana.chat.prompts.compose import (
    ComposeInput,
    NumberedPassage,
    SentenceParser,
    compose_prompt,
)
from pramana.chat.reading import passage_reader
from pramana.documents.contracts import PassageHit, Status
from pramana.documents.search import search
from pramana.documents.selectors import documents_by_id, newest_documents
from pramana.documents.services import add_files, create_collection
from pramana.kit.clock import utcnow
from pramana.kit.errors import Misconfigured, Unavailable
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.retrieval.contracts import Filters


def ask_golden_question(
    scope: Scope, question: str, *, collection_id: UUID | None = None
) -> GoldenOutcome:
    """The sources that chat finds and what it answers, with the configured engine."""
    within = None if collection_id is None else frozenset({collection_id})
    plan = plan_question(question)
    filters = Filters(collection_ids=within)
    text, limit = search_text(question), search_limit(plan)
    hits = search(scope, text, filters=filters, limit=limit)
    contexts = read_and_expand(scope, plan, hits)
    sources = [each.source for each in contexts]
    if not contexts:
        return GoldenOutcome((), answered=False)
    found = _sources(scope, [each for each in sources if isinstance(each, PassageHit)])
    if missing_thing(question, sources, [each.head for each in contexts]) is not None:
        return GoldenOutcome(found, answered=False)
    answer = _answer(scope, question, plan.shape, numbered_passages(contexts))
    return GoldenOutcome(found, answered=bool(answer), answer=answer)


def _sources(scope: Scope, hits: Sequence[PassageHit]) -> tuple[GoldenSource, ...]:
    documents = documents_by_id(scope, {hit.document_id for hit in hits})
    names = {document.id: document.filename for document in documents}
    return tuple(
        GoldenSource(hit.source_url, names.get(hit.document_id, ""), hit.strength) for hit in hits
    )


def _answer(
    scope: Scope, question: str, shape: AnswerShape, passages: tuple[NumberedPassage, ...]
) -> str:
    """The sentences of the composer that their sources support."""
    parser, checker = SentenceParser(), GroundingChecker(passages)
    support = SupportChecker(question, passages, passage_reader())
    prompt = compose_prompt(ComposeInput(question, passages, shape=shape.value))
    sentences = [*parser.feed(gateway(scope).complete(prompt)), *parser.finish()]
    grounded = (checker.check(sentence) for sentence in sentences)
    return " ".join(each.text for each in grounded if each and support.objection(each) is None)


COLLECTION_NAME = "Pramana documentation"
FOLDERS = (Path(__file__).parent / "docs", Path(__file__).parents[3] / "docs")
"""Inside an installed package, and in a checkout."""

MAX_PAGES = 500


def documentation() -> Iterator[tuple[str, bytes]]:
    """Every page of the documentation, under a file name made of its path: `reference-cli.md`."""
    folder = next((each for each in FOLDERS if each.is_dir()), None)
    if folder is None:
        raise Misconfigured("The documentation did not come with this package. Name a FILE.")
    for page in sorted(folder.rglob("*.md")):
        yield "-".join(page.relative_to(folder).parts), page.read_bytes()


def import_documentation(scope: Scope) -> UUID:
    """Add the documentation to the library, in a new collection; return its id."""
    collection_id = create_collection(scope, f"{COLLECTION_NAME}, {utcnow():%Y-%m-%d %H:%M:%S}")
    pages = [(name, ContentFile(content)) for name, content in documentation()]
    add_files(scope, pages, collection_id=collection_id)
    return collection_id


def is_imported(scope: Scope, collection_id: UUID) -> bool:
    """Whether every page can be searched; raises when one could not be read."""
    pages = newest_documents(scope, collection_id=collection_id, limit=MAX_PAGES)
    failed = next((page for page in pages if page.status is Status.FAILED), None)
    if failed is not None:
        raise Unavailable(f"{failed.filename} could not be read: {failed.error}")
    return all(page.status is Status.COMPLETED for page in pages)
