"""RetrieveNode: complete the question, find the sources that belong to it, and read around them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

from pramana.chat.contracts.answers import RequestState
from pramana.chat.contracts.passages import AnswerSource, RememberedFact
from pramana.chat.domain.compared_values import attribute_question
from pramana.chat.domain.document_identity import kind_words
from pramana.chat.domain.follow_ups import leans_on_conversation
from pramana.chat.domain.hurried_questions import correct_slips, write_out
from pramana.chat.domain.named_things import (
    ANNEX,
    ThingKind,
    find_named_things,
    is_in,
    sibling_identifiers,
    unknown_words,
    without_things,
)
from pramana.chat.domain.passage_selection import (
    RELEVANCE_FLOOR,
    hits_by_document,
    merge_facts,
    order_by_reading,
    relevant_sources,
    shares_loan_word,
)
from pramana.chat.domain.question_analysis import ATTRIBUTE_FORMS
from pramana.chat.domain.question_shapes import (
    PARTY_WORDS,
    AnswerShape,
    QuestionPlan,
    families_like,
    kinds_from,
    plan_question,
    spans_documents,
)
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.romanised import devanagari_spellings, in_devanagari, respell
from pramana.chat.errors import SearchNotAnswering
from pramana.chat.passage_context import CLAUSE_LINE, ContextReader, SourceInContext
from pramana.chat.ports import ChatDeps, passage_reader, run_in_thread
from pramana.chat.prompts.rewrite import RewriteInput, rewrite_prompt
from pramana.chat.selectors import EarlierExchanges
from pramana.chat.tools import recall_facts, search_book_content
from pramana.documents.contracts import PassageHit
from pramana.kit.scope import Scope, ToolContext
from pramana.language.glossary import latin_words, translated_words
from pramana.language.scripts import Script, contains_devanagari, latin_language, main_script
from pramana.language.stems import content_stems, stems
from pramana.language.tokens import terms
from pramana.llm.errors import ModelError
from pramana.observability.tracing import span

TASKS = pattern_of("TASKS")
OTHER_ONE = re.compile(r"\bthe other(?: (?:one|model|version|type|variant|size))?\W*\Z", re.I)
MAX_QUESTION = 2_000
REWRITE_TIMEOUT_S = 10.0
"""A follow-up that cannot be rewritten in this time is searched for as it was asked."""

CANDIDATES, WIDE = 10, 40
"""Passages that are searched for and read; a question across documents looks at more of them."""

MOST_NAMED, NAMED_PASSAGES = 2, 3
"""How many names that no hit holds are searched for by themselves, and for how many passages."""

MOST_MEANT, PARTS = 4, 2
"""Documents that begin with what a question names, and the passages that are looked for in them."""

MOST_WORDS = 8
"""How many other words for a compared value are searched for."""

FOREIGN_PASSAGES = 3
"""How many passages in the other script are read with those that search brings."""

CLAUSES = 3
"""How many of the first hits are looked at for clauses of an agreement."""

KEPT, ACROSS, ALWAYS_KEPT = 6, 14, 2
"""Sources that an answer is composed from, those of a question across documents, and the first
hits of the search, which are among them whatever the reading model makes of them."""


@dataclass(frozen=True)
class RetrievedSources:
    """What the search brought for a question."""

    searched_for: str
    """The question as it was searched for, complete without the conversation."""
    nearest: list[AnswerSource]
    """Everything the search brought, best first."""
    relevant: list[AnswerSource]
    """Those that belong to the question; the answer calls them 1, 2, …"""
    contexts: list[SourceInContext] = field(default_factory=list)
    """The relevant sources with what stands around each, in the same order."""


async def run(deps: ChatDeps, question: str, earlier: EarlierExchanges) -> RetrievedSources:
    """Find the sources. Raises `SearchNotAnswering` when nothing can be searched at all."""
    with span("chat.retrieve", deps.context):
        deps.listener.set_state(RequestState.RETRIEVING)
        complete = await complete_question(deps, question, earlier)
        if earlier.searched_for and OTHER_ONE.search(question):
            complete = await _about_the_other(deps, earlier.searched_for[-1]) or complete
        if not leans_on_conversation(question):
            deps = replace(deps, cited=frozenset())
        return await retrieve(deps, complete)


async def _about_the_other(deps: ChatDeps, before: str) -> str:
    """The question before about the other model of the two that the cited papers name; empty where
    they do not name two."""
    things = [each for each in find_named_things(before) if each.kind is ThingKind.IDENTIFIER]
    if len(things) != 1 or not deps.cited:
        return ""
    hits = await _parts_of_cited(deps, ToolContext(**vars(deps.context)), before)
    texts = [f"{hit.title}\n{hit.lead}\n{hit.text}" for hit in hits]
    others = [
        each
        for each in sibling_identifiers(things[0].text, texts)
        if each.casefold() != things[0].text.casefold()
    ]
    return before.replace(things[0].text, others[0]) if len(others) == 1 else ""


async def retrieve(deps: ChatDeps, question: str) -> RetrievedSources:
    """Search, read, order and look around; the question is complete already. What was typed in a
    hurry is searched for as it was meant."""
    context = ToolContext(**vars(deps.context))
    typed = write_out(question)
    found = await _search(deps, context, typed)
    question = correct_slips(typed, [f"{hit.title} {hit.section} {hit.text}" for hit in found])
    if question != typed:
        found = await _search(deps, context, question)
    plan = plan_question(question)
    hits = await _with_other_languages(deps, context, question, found)
    hits = await _with_named(deps, context, question, hits)
    parts = await _parts_of_named(deps, context, question, hits)
    parts = [*parts, *await _parts_of_cited(deps, context, question)]
    hits = _with_parts(hits, parts)
    hits = await _with_compared(deps, context, plan, hits)
    hits = await _with_kind(deps, context, plan, hits)
    hits = await _with_amendments(deps, context, hits)
    question = respell(question, [hit.text for hit in hits])
    kept = [*parts, *found[:ALWAYS_KEPT]]
    contexts = await run_in_thread(read_and_expand, context, plan_question(question), hits, kept)
    facts = await _recall(deps, context, question)
    sources = merge_facts([each.source for each in contexts], facts)
    by_source = {id(each.source): each for each in contexts}
    ordered = [by_source.get(id(source), SourceInContext(source)) for source in sources]
    ordered = [replace(each, cited=each.source.document_id in deps.cited) for each in ordered]
    shown = [each.titled_source for each in ordered]
    return RetrievedSources(question, list(hits), shown, ordered)


async def _search(deps: ChatDeps, context: ToolContext, question: str) -> list[PassageHit]:
    """The passages that a question finds."""
    limit = search_limit(plan_question(question))
    search = await run_in_thread(
        search_book_content, context, question, filters=deps.filters, limit=limit
    )
    deps.listener.add_tool_call(search.call)
    if search.call.status == "error":
        raise SearchNotAnswering()
    return list(search.sources)


async def _with_named(
    deps: ChatDeps, context: ToolContext, question: str, hits: list[PassageHit]
) -> list[PassageHit]:
    """The hits, and before them passages that name what the question names and no hit does; a name
    is looked for as the other script may spell it too."""
    for thing in find_named_things(question)[:MOST_NAMED]:
        naming = {
            hit.passage_id
            for hit in hits
            if is_in(thing, f"{hit.title}\n{hit.section}\n{hit.text}")
        }
        if naming:
            relevant = any(hit.passage_id in naming for hit in relevant_sources(hits))
            rest = without_things(question, [thing])
            raised = [
                _raised(hit) if hit.passage_id in naming and _says_more(hit, rest) else hit
                for hit in hits
            ]
            hits = hits if relevant else raised
            continue
        named = thing.kind is ThingKind.NAME
        text = " ".join([thing.text, *(devanagari_spellings(thing.text) if named else ())])
        search = await run_in_thread(
            search_book_content, context, text, filters=deps.filters, limit=NAMED_PASSAGES
        )
        deps.listener.add_tool_call(search.call)
        known = {hit.passage_id for hit in hits}
        new = [hit for hit in search.sources if hit.passage_id not in known]
        found = [hit for hit in new if is_in(thing, f"{hit.title}\n{hit.text}")]
        hits = [*map(_raised, found), *hits]
    return hits


async def _parts_of_named(
    deps: ChatDeps, context: ToolContext, question: str, hits: list[PassageHit]
) -> list[PassageHit]:
    """Passages of documents that begin with what the question names, found by the rest of it: a
    clause in the lease of a mill does not name the mill again."""
    things = [each for each in find_named_things(question) if each.kind is ThingKind.NAME]
    reader = ContextReader(context)
    if contains_devanagari(question):
        things = await run_in_thread(reader.names_of, unknown_words(question), hits[:CANDIDATES])
    rest = without_things(question, things)
    if not things or not content_stems(stems(rest)):
        return []
    meant = await run_in_thread(reader.documents_about, things, hits[:CANDIDATES])
    if not meant:
        return []
    filters = replace(deps.filters, parent_ids=frozenset(meant[:MOST_MEANT]))
    search = await run_in_thread(search_book_content, context, rest, filters=filters, limit=PARTS)
    parts = [hit for hit in search.sources if hit.strength >= RELEVANCE_FLOOR]
    if {hit.passage_id for hit in parts} - {hit.passage_id for hit in hits}:
        deps.listener.add_tool_call(search.call)
    return parts


async def _parts_of_cited(deps: ChatDeps, context: ToolContext, question: str) -> list[PassageHit]:
    """Passages of the documents that the last answer quotes, for a question that goes on from
    there."""
    allowed = deps.filters.parent_ids
    cited = deps.cited if allowed is None else deps.cited & allowed
    if not cited:
        return []
    filters = replace(deps.filters, parent_ids=frozenset(sorted(cited)[:MOST_MEANT]))
    search = await run_in_thread(
        search_book_content, context, question, filters=filters, limit=PARTS
    )
    return [_raised(hit) for hit in search.sources]


def _with_parts(hits: list[PassageHit], parts: list[PassageHit]) -> list[PassageHit]:
    """The hits, with those parts at the end of what is read."""
    own = {hit.passage_id for hit in parts}
    others = [hit for hit in hits if hit.passage_id not in own]
    kept = CANDIDATES - len(parts)
    return [*others[:kept], *parts, *others[kept:]]


def _says_more(hit: PassageHit, rest: str) -> bool:
    """Whether a passage has a word of the rest of a question; in another script none is shared."""
    if main_script(hit.text) is not main_script(rest):
        return True
    return not set(content_stems(stems(rest))).isdisjoint(stems(hit.text))


def _raised(hit: PassageHit) -> PassageHit:
    """A hit that belongs to the question, however weak its match is."""
    return replace(hit, strength=max(hit.strength, RELEVANCE_FLOOR))


async def _with_compared(
    deps: ChatDeps, context: ToolContext, plan: QuestionPlan, hits: list[PassageHit]
) -> list[PassageHit]:
    """The hits, and before them passages about the value that is compared: "louder" says noise."""
    asked = attribute_question(plan.question)
    if plan.shape is not AnswerShape.COMPARISON or asked == plan.question:
        return hits
    words = [word for stem in stems(asked) for word in sorted(ATTRIBUTE_FORMS.get(stem, ()))]
    names = [thing.text for thing in find_named_things(plan.question)]
    text = " ".join([asked, *words[:MOST_WORDS], *names])
    search = await run_in_thread(
        search_book_content, context, text, filters=deps.filters, limit=NAMED_PASSAGES
    )
    known = {hit.passage_id for hit in hits}
    new = [hit for hit in search.sources if hit.passage_id not in known]
    if new:
        deps.listener.add_tool_call(search.call)
    return [*new, *hits]


async def _with_kind(
    deps: ChatDeps, context: ToolContext, plan: QuestionPlan, hits: list[PassageHit]
) -> list[PassageHit]:
    """The hits with documents of the kind that the question is about, and these first: "which
    invoices are due" is about each of them, whatever it says."""
    if plan.shape is AnswerShape.SUMMARY:
        return await _with_more(deps, context, " ".join(kind_words(plan.question)), hits)
    if not spans_documents(plan):
        return hits
    parties = PARTY_WORDS.intersection(terms(plan.question))
    kinds = families_like(set(stems(plan.question)))
    kinds = kinds or [kind for party in sorted(parties) for kind in kinds_from(party)]
    if not kinds:
        return hits
    wanted = frozenset().union(*kinds)
    found = await _with_more(deps, context, " ".join(sorted(wanted)), hits)
    alike = [hit for hit in found if not wanted.isdisjoint(stems(f"{hit.title} {hit.text}"))]
    alike_ids = {hit.passage_id for hit in alike}
    return [*map(_raised, alike), *(hit for hit in hits if hit.passage_id not in alike_ids)]


async def _with_amendments(
    deps: ChatDeps, context: ToolContext, hits: list[PassageHit]
) -> list[PassageHit]:
    """The hits, and after them papers that change an agreement which one of the first is from."""
    clause = next((hit for hit in hits[:CLAUSES] if CLAUSE_LINE.search(hit.text)), None)
    if clause is None:
        return hits
    text = " ".join(["amendment addendum variation supplement", clause.title])
    return await _with_more(deps, context, text, hits)


async def _with_more(
    deps: ChatDeps, context: ToolContext, words: str, hits: list[PassageHit]
) -> list[PassageHit]:
    """The hits, and after them what these words find."""
    if not words:
        return hits
    search = await run_in_thread(
        search_book_content, context, words, filters=deps.filters, limit=WIDE
    )
    known = {hit.passage_id for hit in hits}
    new = [hit for hit in search.sources if hit.passage_id not in known]
    if new:
        deps.listener.add_tool_call(search.call)
    return [*hits, *new]


async def _with_other_languages(
    deps: ChatDeps, context: ToolContext, question: str, hits: list[PassageHit]
) -> list[PassageHit]:
    """The hits with some in another language, found by what the question's words mean there. A
    romanised question is Nepali, which its search by Latin letters does not show."""
    spelled = in_devanagari(question)
    words = translated_words(content_stems(stems(spelled)))
    texts: dict[str | None, str] = {}
    if words:
        other = "en" if contains_devanagari(spelled) else "ne"
        texts[other] = f"{' '.join(words)} {spelled}"
    if spelled != question:
        texts["ne"] = spelled
    elif not contains_devanagari(question):
        meant = (latin_words(each) for each in content_stems(stems(question)))
        texts[None] = " ".join(word for words in meant for word in words)
    if deps.filters.language is not None:
        return hits
    strengths = {hit.passage_id: hit.strength for hit in hits}
    found: dict[UUID, PassageHit] = {}
    for language, text in texts.items():
        if not text:
            continue
        filters = replace(deps.filters, language=language)
        search = await run_in_thread(
            search_book_content, context, text, filters=filters, limit=FOREIGN_PASSAGES
        )
        if search.sources:
            deps.listener.add_tool_call(search.call)
        for hit in search.sources:
            if language is None and not _is_foreign(question, hit):
                continue
            stronger = replace(hit, strength=max(hit.strength, strengths.get(hit.passage_id, 0.0)))
            shared = hit.lexical or shares_loan_word(question, hit)
            found[hit.passage_id] = _raised(stronger) if shared else stronger
    others = [hit for hit in hits if hit.passage_id not in found]
    kept = others[: CANDIDATES - len(found)]
    return [*kept, *found.values(), *others[len(kept) :]]


def _is_foreign(question: str, hit: PassageHit) -> bool:
    """Whether a passage in Latin letters is in another language than the question."""
    languages = latin_language(question) or "en", latin_language(hit.text)
    return main_script(hit.text) is Script.LATIN and bool(languages[1]) and len({*languages}) > 1


def search_limit(plan: QuestionPlan) -> int:
    """How many passages to search for."""
    wide = plan.shape is AnswerShape.SUMMARY or spans_documents(plan)
    return WIDE if wide else CANDIDATES


async def search_again(deps: ChatDeps, retrieved: RetrievedSources, words: str) -> RetrievedSources:
    """The sources with those that other words bring; earlier ones keep their numbers."""
    found = await retrieve(deps, words[:MAX_QUESTION])
    places = {(each.source.document_id, each.source.start) for each in retrieved.contexts}
    new = [
        each
        for each in found.contexts
        if (each.source.document_id, each.source.start) not in places
    ]
    contexts = [*retrieved.contexts, *new][: 2 * KEPT]
    return RetrievedSources(
        retrieved.searched_for,
        [*retrieved.nearest, *found.nearest],
        [each.titled_source for each in contexts],
        contexts,
    )


def read_and_expand(
    scope: Scope, plan: QuestionPlan, hits: list[PassageHit], parts: Sequence[PassageHit] = ()
) -> list[SourceInContext]:
    """The relevant hits in the order of their readings, each with its surroundings; these parts of
    what the question names are never left out."""
    across, question = spans_documents(plan), plan.question
    reader = ContextReader(scope)
    if plan.shape is AnswerShape.SUMMARY and (called := reader.document_called(question, hits)):
        return reader.whole_document(called)
    candidates = hits_by_document(hits, ACROSS) if across else _candidates(question, hits)
    read = passage_reader()
    if read is not None and candidates:
        things = find_named_things(question)
        texts = [reader.reading_text(things, hit) for hit in candidates]
        readings = read(question, texts)
        candidates = order_by_reading(question, candidates, readings)
    relevant = relevant_sources(candidates)
    kept = _first(relevant, ACROSS if across else KEPT, parts)
    tasks = reader.tasks(kept) if TASKS.search(question) else []
    listed = plan.shape is AnswerShape.LIST or ANNEX.search(question)
    annexes = reader.annexes(question, kept[:CLAUSES]) if listed else []
    amending = reader.amendments(kept[:CLAUSES], hits)
    return reader.expand([*tasks, *kept, *annexes, *amending], whole=across)


def _candidates(question: str, hits: list[PassageHit]) -> list[PassageHit]:
    """The hits that are read: those in another language do not take the place of others."""
    script = main_script(question)
    foreign = sum(main_script(hit.text) is not script for hit in hits[:CANDIDATES])
    return hits[: CANDIDATES + min(foreign, FOREIGN_PASSAGES)]


def _first(sources: list[PassageHit], count: int, parts: Sequence[PassageHit]) -> list[PassageHit]:
    """The first sources, and these parts instead of the last of them."""
    wanted = {hit.passage_id for hit in parts}
    late = [hit for hit in sources[count:] if hit.passage_id in wanted]
    return [*sources[: count - len(late)], *late]


async def _recall(deps: ChatDeps, context: ToolContext, question: str) -> list[RememberedFact]:
    """The relevant facts of the named group. If the memory fails, the answer goes without them."""
    if deps.memory is None:
        return []
    recall = await run_in_thread(recall_facts, context, question, deps.memory)
    deps.listener.add_tool_call(recall.call)
    return relevant_sources(recall.sources)


async def complete_question(deps: ChatDeps, question: str, earlier: EarlierExchanges) -> str:
    """Rewrite a follow-up so that it reads without the conversation; on failure leave it as is."""
    if not earlier.pairs:
        return question
    prompt = rewrite_prompt(RewriteInput(question, earlier.pairs, earlier.searched_for))
    try:
        completion = await deps.gateway.acomplete(prompt, timeout=REWRITE_TIMEOUT_S)
    except ModelError:
        return question
    rewritten = completion.question.strip()
    return rewritten if 0 < len(rewritten) <= MAX_QUESTION else question


RetrieveNode = run
