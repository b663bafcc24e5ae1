"""Golden questions: what must be found for a question, and what must not be answered.

They are asked as chat asks, but no history is saved.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from typing import Self
from uuid import UUID

from django.core.files.base import ContentFile
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from pramana.chat.domain.grounding import GroundingChecker, SupportChecker
from pramana.chat.domain.passage_selection import RELEVANCE_FLOOR
from pramana.chat.domain.question_shapes import AnswerShape, plan_question
from pramana.chat.domain.responses import missing_thing
from pramana.chat.domain.romanised import search_text
from pramana.chat.graph.compose import numbered_passages
from pramana.chat.graph.retrieve import read_and_expand, search_limit
from pramana.chat.ports import passage_reader
from pramana.chat.prompts.compose import (
    ComposeInput,
    NumberedPassage,
    SentenceParser,
    compose_prompt,
)
from pramana.documents.contracts import PassageHit, Status
from pramana.documents.search import search
from pramana.documents.selectors import documents_by_id, newest_documents
from pramana.documents.services import add_files, create_collection
from pramana.kit.clock import utcnow
from pramana.kit.errors import InvalidRequest, Misconfigured, Unavailable
from pramana.kit.scope import Scope
from pramana.llm.gateway import gateway
from pramana.retrieval.contracts import Filters


class GoldenQuestion(BaseModel):
    """A question with sources of which one must be found, or a question without an answer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    question: str = Field(min_length=1, max_length=2000)
    urls: tuple[str, ...] = Field(default=(), max_length=50)
    """Patterns with `*` for a source's url, or an upload's file name; one of them is enough."""
    minimum_score: float = Field(default=RELEVANCE_FLOOR, ge=0, le=1)
    """The match strength such a source must have."""
    contains: tuple[str, ...] = Field(default=(), max_length=50)
    """Words that the answer must contain, in whatever case; each of them."""
    kind: str = Field(default="", max_length=40)
    """What kind of question it is, in your own words: results are counted by it."""
    negative: bool = False
    """Whether nothing in the documents answers it, so that chat must not answer."""

    @model_validator(mode="after")
    def expects_something(self) -> Self:
        if self.negative == bool(self.urls):
            raise ValueError("give either urls, or negative: true")
        return self


class GoldenSet(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: tuple[GoldenQuestion, ...] = Field(min_length=1)


class GoldenUnreadable(InvalidRequest):
    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"{name} holds no golden questions: {problem}.")


def read_questions(file: Path) -> Sequence[GoldenQuestion]:
    """Read the questions of a file; raises with the first thing that is wrong with it."""
    try:
        return _parse(file.name, file.read_bytes())
    except OSError as error:
        raise GoldenUnreadable(file.name, f"it cannot be read ({error.strerror})") from None


def packaged_questions() -> Sequence[GoldenQuestion]:
    """The questions about Pramana's own documentation."""
    name = "golden_questions.json"
    return _parse(name, files(__package__).joinpath(name).read_bytes())


def _parse(name: str, content: bytes) -> Sequence[GoldenQuestion]:
    try:
        return TypeAdapter(GoldenSet).validate_json(content).questions
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        problem = first["msg"].removeprefix("Value error, ")
        raise GoldenUnreadable(name, f"{place}: {problem}" if place else problem) from None


@dataclass(frozen=True)
class GoldenSource:
    """A relevant source: its address, the name of its file, and its match strength."""

    url: str
    name: str
    score: float


@dataclass(frozen=True)
class GoldenOutcome:
    """What a question led to; `answered` says whether a sentence of the answer was supported."""

    sources: tuple[GoldenSource, ...]
    answered: bool
    answer: str = ""


@dataclass(frozen=True)
class GoldenVerdict:
    golden: GoldenQuestion
    score: float | None
    """The score of the best expected source; None when none was found."""
    problem: str = ""

    @property
    def passed(self) -> bool:
        return not self.problem


def judge(golden: GoldenQuestion, outcome: GoldenOutcome) -> GoldenVerdict:
    """Compare an outcome with what the question expects.

    >>> golden = GoldenQuestion(question="Ports?", urls=("*settings*",), minimum_score=0.5)
    >>> judge(golden, GoldenOutcome((GoldenSource("/docs/settings", "", 0.4),), True)).problem
    'the best expected source has 0.40, less than 0.50'
    """
    if golden.negative:
        return _judge_negative(golden, outcome)
    scores = [each.score for each in outcome.sources if _is_expected(golden, each)]
    if not scores:
        return GoldenVerdict(golden, None, f"no expected source; found: {_names(outcome.sources)}")
    best = max(scores)
    if best < golden.minimum_score:
        too_low = f"the best expected source has {best:.2f}, less than {golden.minimum_score:.2f}"
        return GoldenVerdict(golden, best, too_low)
    if not outcome.answered:
        return GoldenVerdict(golden, best, "found, but nothing was answered")
    shown = outcome.answer.casefold()
    missing = [words for words in golden.contains if words.casefold() not in shown]
    return GoldenVerdict(golden, best, f"the answer lacks “{missing[0]}”" if missing else "")


def _judge_negative(golden: GoldenQuestion, outcome: GoldenOutcome) -> GoldenVerdict:
    if not outcome.answered:
        return GoldenVerdict(golden, None)
    return GoldenVerdict(
        golden, None, f"answered, though it has no answer: {_names(outcome.sources)}"
    )


def _is_expected(golden: GoldenQuestion, source: GoldenSource) -> bool:
    return any(
        fnmatchcase(place, pattern)
        for pattern in golden.urls
        for place in (source.url, source.name)
    )


def _names(sources: Sequence[GoldenSource]) -> str:
    return ", ".join(dict.fromkeys(each.name or each.url for each in sources)) or "nothing"


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
FOLDERS = (Path(__file__).parent / "golden_docs", Path(__file__).parents[2] / "docs")
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
