"""Adds documents and answers questions as the product does, without a model."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from uuid import UUID

from bench import _cpu_time
from bench._asked import Asked, Text
from pramana.chat.domain.grounding import GroundingChecker, SupportChecker
from pramana.chat.domain.passage_selection import relevant_sources
from pramana.chat.domain.passage_sentences import sentences
from pramana.chat.domain.question_shapes import QuestionPlan
from pramana.chat.domain.responses import missing_thing
from pramana.chat.passage_context import SourceInContext
from pramana.chat.prompts.compose import ComposeInput, SentenceParser
from pramana.documents.contracts import PassageHit
from pramana.kit.scope import Scope
from pramana.language.stems import stems
from pramana.llm.contracts import Prompt
from pramana.retrieval.domain.lexical import entry_weights, idf

T = TypeVar("T")


@dataclass(frozen=True)
class Quoted:
    """Words shown as an answer, and the passage they were said to stand in."""

    words: str
    hit: PassageHit


@dataclass(frozen=True)
class Answered:
    asked: Asked
    strength: float
    quotes: list[Quoted]
    unfound: int
    """Quotes that were written and are not in their passage."""
    best_sentence: list[Quoted]
    first_sentence: list[Quoted]
    cpu: dict[str, float]


def take_in(scope: Scope, texts: Sequence[Text]) -> dict[UUID, str]:
    """Read and index the texts; their names by document."""
    from django.core.files.base import ContentFile

    from pramana.documents.services import add_file
    from pramana.jobs.testing import drain_jobs
    from pramana.retrieval.services import settle_counts

    names = {}
    for text in texts:
        file = ContentFile(text.text.encode())
        names[add_file(scope, f"{text.name}.txt", file, title=text.title).id] = text.name
    while drain_jobs():
        pass
    settle_counts(scope)
    return names


def answer(scope: Scope, asked: Asked) -> Answered:
    """Search, read, compose, look the quotes up: each with what it cost."""
    from pramana.chat.domain.question_shapes import plan_question
    from pramana.chat.graph.retrieve import read_and_expand, search_limit
    from pramana.documents.search import search

    cpu: dict[str, float] = {}
    plan = plan_question(asked.question)
    hits = _timed(cpu, "search", lambda: search(scope, asked.question, limit=search_limit(plan)))
    contexts = _timed(cpu, "read", lambda: read_and_expand(scope, plan, hits))
    quotes, unfound = _timed(cpu, "compose", lambda: _composed(plan, contexts))
    kept = relevant_sources(hits)
    return Answered(
        asked=asked,
        strength=hits[0].strength if hits else 0.0,
        quotes=quotes,
        unfound=unfound,
        best_sentence=_best_sentence(asked.question, kept),
        first_sentence=_first_sentence(kept),
        cpu=cpu,
    )


def _composed(plan: QuestionPlan, contexts: Sequence[SourceInContext]) -> tuple[list[Quoted], int]:
    """What the answer quotes, as far as its sources support it."""
    from pramana.chat.graph.compose import numbered_passages
    from pramana.chat.offline import extract_answer
    from pramana.chat.ports import passage_reader

    passages = numbered_passages(contexts)
    if not passages or missing_thing(plan.question, [each.source for each in contexts]):
        return [], 0
    asked = ComposeInput(plan.question, passages)
    prompt = Prompt("chat.compose", 1, system="", user="", output=str, input=asked)
    written = [*(parser := SentenceParser()).feed(extract_answer(prompt)), *parser.finish()]
    checker = GroundingChecker(passages)
    support = SupportChecker(plan.question, passages, passage_reader())
    grounded = [seen for each in written if (seen := checker.check(each))]
    shown = [each for each in grounded if support.objection(each) is None]
    quotes = [
        Quoted(place.words, source)
        for each in shown
        for place in each.quotes
        if isinstance(source := contexts[place.source - 1].source, PassageHit)
    ]
    return quotes, len(written) - len(grounded)


def _timed(cpu: dict[str, float], stage: str, work: Callable[[], T]) -> T:
    began = _cpu_time.all_ms()
    result = work()
    cpu[stage] = _cpu_time.all_ms() - began
    return result


def _first_sentence(hits: Sequence[PassageHit]) -> list[Quoted]:
    """The first sentence of the first passage: what search alone would show."""
    return [Quoted(words, hit) for hit in hits[:1] for words in _sentences(hit)[:1]]


def _best_sentence(question: str, hits: Sequence[PassageHit]) -> list[Quoted]:
    """The sentence that BM25 puts first, among all sentences of the passages."""
    known = [Quoted(words, hit) for hit in hits for words in _sentences(hit)]
    weights = [entry_weights(stems(each.words)) for each in known]
    asked = set(stems(question))
    holding = {stem: sum(stem in each for each in weights) for stem in asked}
    scores = [
        sum(each.get(stem, 0.0) * idf(holding[stem], len(known)) for stem in asked)
        for each in weights
    ]
    best = max(range(len(known)), key=scores.__getitem__, default=None)
    return [] if best is None else [known[best]]


def _sentences(hit: PassageHit) -> list[str]:
    return [hit.text[each.start : each.end] for each in sentences(hit.text)]


def in_one_line(text: str) -> str:
    return re.sub(r"\s+", " ", text).casefold()
