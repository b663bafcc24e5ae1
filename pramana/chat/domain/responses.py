"""The response to a question, in each mode: the draft of its answer, or why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from pramana.chat.contracts.answers import (
    SNIPPET,
    ChatResponse,
    MemorySource,
    Mode,
    NearestOut,
    QuoteOut,
    ResponseMetadata,
    SelectedTextCitation,
    SentenceOut,
    SourceCitation,
)
from pramana.chat.contracts.passages import AnswerSource, RememberedFact
from pramana.chat.domain.grounding import GroundedSentence, LocatedQuote
from pramana.chat.domain.messages import (
    ASK_INSTEAD,
    MODEL_AWAY,
    NO_SUCH_THING,
    NOT_SUPPORTED,
    NOTHING,
    OTHERS_ARE,
    OTHERS_RANGE,
    SELECTION_UNUSED,
    SELECTION_USED,
    TRY_OTHERS,
    localise,
)
from pramana.chat.domain.named_things import (
    NamedThing,
    ThingKind,
    find_named_things,
    is_in,
    sibling_identifiers,
)
from pramana.chat.domain.passage_selection import is_low_confidence, similarity_score
from pramana.language.scripts import main_script


class AnswerDraft:
    """The text so far. Each addition returns the text to append to what is already shown.

    >>> draft = AnswerDraft(numbered=True)
    >>> quote = LocatedQuote(2, 0, 3, "yes")
    >>> draft.add(GroundedSentence("Yes.", (quote,))), draft.add_own("Ask again.")
    ('Yes. [2]', ' Ask again.')
    """

    def __init__(self, *, numbered: bool) -> None:
        self.text = ""
        self.sentences: list[SentenceOut] = []
        self._quotes: list[tuple[int, LocatedQuote]] = []
        self._numbered = numbered
        self._after_item = False

    def add(self, sentence: GroundedSentence) -> str:
        """Add a sentence of the composer, with the numbers of its sources after it."""
        self._quotes += [(len(self.sentences), quote) for quote in sentence.quotes]
        numbers = "".join(f"[{number}]" for number in sentence.sources) if self._numbered else ""
        text = f"{sentence.text} {numbers}".rstrip()
        return self._append(text, sentence.sources, line=sentence.item)

    def add_own(self, text: str) -> str:
        """Add a sentence of the product itself, which claims nothing about the sources."""
        return self._append(text, [])

    def _append(self, text: str, sources: list[int], *, line: bool = False) -> str:
        """Append a sentence; items of a list begin a line each, and so does what follows them."""
        space = ("\n" if line or self._after_item else " ") if self.text else ""
        self._after_item = line
        start = len(self.text) + len(space)
        self.text += space + text
        self.sentences.append(SentenceOut(start=start, end=len(self.text), sources=sources))
        return space + text

    def quotes(
        self,
        number: int,
        *,
        offset: int = 0,
        page: int | None = None,
        document_id: UUID | None = None,
    ) -> list[QuoteOut]:
        """The quotes from one source; `offset` is where that source begins in its document."""
        return [
            QuoteOut(
                sentence=sentence,
                words=quote.words,
                document_id=document_id,
                page=page,
                start=offset + quote.start,
                end=offset + quote.end,
            )
            for sentence, quote in self._quotes
            if quote.source == number
        ]


@dataclass
class Composition:
    """What a composer wrote: the draft of grounded sentences, and what became of the rest."""

    draft: AnswerDraft
    engine: str = ""
    grounded: int = 0
    """Sentences in the draft that the composer wrote."""
    unsupported: int = 0
    """Sentences that were dropped because their quotes are not in the sources."""
    unreadable: int = 0
    """Pieces of output that are not sentences."""
    searches: list[str] = field(default_factory=list)
    """What the composer wants to search for before it answers."""
    failure: str | None = None
    """The code of the model's error, when it gave no answer or only a part of one."""

    @property
    def is_refusal(self) -> bool:
        """Whether the sources just do not answer; nothing failed and nothing was dropped."""
        lost = self.unsupported or self.unreadable
        return self.grounded == 0 and self.failure is None and not lost

    @property
    def broke_off(self) -> bool:
        """Whether the model failed after a part of its answer was shown."""
        return self.failure is not None and self.grounded > 0


UNSUPPORTED = "answer_not_supported"
UNREADABLE = "model_output_invalid"

MAX_TOPICS = 3


MAX_QUESTION = 160
"""Characters of a question that is repeated in a refusal."""

FEW_SIBLINGS = 6
NEAREST = 3
NEAREST_WORDS = 300


def no_answer_message(question: str, nearest: Sequence[AnswerSource]) -> str:
    """Say that nothing answers the question, and name topics of the nearest sources instead."""
    nothing = localise(NOTHING, question).format(question[:MAX_QUESTION].strip())
    names = (f"“{_topic(source)}”" for source in nearest)
    topics = list(dict.fromkeys(names))[:MAX_TOPICS]
    if not topics:
        return f"{nothing} {localise(TRY_OTHERS, question)}"
    instead = localise(ASK_INSTEAD, question).format(", ".join(topics))
    return f"{nothing} {instead}"


def _topic(source: AnswerSource) -> str:
    """What a source is about: its section, or its document where that says more."""
    return source.title if source.title.startswith(source.section) else source.section


def missing_thing(
    question: str, sources: Sequence[AnswerSource], heads: Sequence[str] = ()
) -> NamedThing | None:
    """The first thing that the question names and no source does; None when all are there.

    `heads` are the first lines of the sources' documents.

    A name in another script than the source's cannot be looked up, so it is not missed.
    """
    texts = [f"{source.title}\n{source.section}\n{source.text}" for source in sources]
    texts += [head for head in heads if head]
    for thing in find_named_things(question):
        spelled = thing.kind is ThingKind.NAME or " " in thing.text
        foreign = spelled and any(main_script(thing.text) != main_script(each) for each in texts)
        if texts and not foreign and not any(is_in(thing, text) for text in texts):
            return thing
    return None


def absence_message(question: str, thing: NamedThing, sources: Sequence[AnswerSource]) -> str:
    """Say that the documents do not name the thing, and which others of its make they name."""
    absent = localise(NO_SUCH_THING, question).format(thing.text)
    if thing.kind is not ThingKind.IDENTIFIER:
        return absent
    siblings = sibling_identifiers(thing.text, [source.text for source in sources])
    if not siblings:
        return absent
    if len(siblings) <= FEW_SIBLINGS:
        return f"{absent} {localise(OTHERS_ARE, question).format(', '.join(siblings))}"
    others = localise(OTHERS_RANGE, question).format(siblings[0], siblings[-1])
    return f"{absent} {others}"


def nothing_relevant_message(question: str, nearest: Sequence[AnswerSource]) -> str:
    """The same where no source belongs to the question; others of its make are named if there."""
    thing = missing_thing(question, nearest)
    if thing is None or thing.kind is not ThingKind.IDENTIFIER:
        return no_answer_message(question, nearest)
    others = sibling_identifiers(thing.text, [source.text for source in nearest])
    return (
        absence_message(question, thing, nearest)
        if others
        else no_answer_message(question, nearest)
    )


def nearest_evidence(sources: Sequence[AnswerSource]) -> list[NearestOut]:
    """What came nearest to an answer: where it is, and its first words."""
    return [
        NearestOut(
            title=source.title,
            section=source.section,
            source_url=source.source_url,
            document_id=source.document_id,
            page=source.page,
            start=source.start,
            end=source.start + min(len(source.text), NEAREST_WORDS),
            words=source.text[:NEAREST_WORDS],
        )
        for source in sources[:NEAREST]
    ]


def sources_only_message(question: str, composition: Composition) -> str:
    """Say why the sources are shown without an answer."""
    if composition.failure:
        return localise(MODEL_AWAY, question)
    return localise(NOT_SUPPORTED, question)


def refusal_code(composition: Composition) -> str | None:
    """What went wrong, as a code; None when the sources just do not answer the question."""
    if composition.failure:
        return composition.failure
    if composition.unsupported:
        return UNSUPPORTED
    return UNREADABLE if composition.unreadable else None


SEARCH_FLAGS = ("words_unavailable", "vectors_unavailable", "encoder_unavailable")
"""Flags of a search that did less than it should have."""


@dataclass(frozen=True)
class ResponseHeader:
    """What every response repeats about its question."""

    question: str
    session_id: UUID
    request_id: UUID
    took_ms: float = 0.0
    searched_for: str | None = None
    degraded: str | None = None
    """What the search did without, if anything."""


def without_sources(header: ResponseHeader, text: str, mode: Mode = Mode.FULL) -> ChatResponse:
    """Something that chat says of itself: a greeting, or which documents there are."""
    draft = AnswerDraft(numbered=False)
    draft.add_own(text)
    metadata = _metadata(header, mode, draft)
    return ChatResponse(answer=draft.text, metadata=metadata, session_id=header.session_id)


def no_results(
    header: ResponseHeader,
    draft: AnswerDraft,
    nearest: Sequence[AnswerSource] = (),
    engine: str = "",
) -> ChatResponse:
    """Nothing answers the question; the draft says so, and what is there instead."""
    metadata = _metadata(header, Mode.NO_RESULTS, draft, engine=engine)
    metadata = metadata.model_copy(update={"nearest": nearest_evidence(nearest)})
    return ChatResponse(answer=draft.text, metadata=metadata, session_id=header.session_id)


def from_sources(
    header: ResponseHeader, sources: Sequence[AnswerSource], composition: Composition
) -> ChatResponse:
    """An answer with its sources; or the sources alone, with a sentence that says why."""
    if composition.failure or not composition.grounded:
        return _sources_only(header, sources, composition)
    draft = composition.draft
    return ChatResponse(
        answer=draft.text,
        sources=list(_source_citations(sources, draft)),
        metadata=_metadata(header, Mode.FULL, draft, sources, engine=composition.engine),
        session_id=header.session_id,
    )


def _sources_only(
    header: ResponseHeader, sources: Sequence[AnswerSource], composition: Composition
) -> ChatResponse:
    draft = AnswerDraft(numbered=True)
    metadata = _metadata(
        header,
        Mode.RETRIEVAL_ONLY,
        draft,
        sources,
        engine="" if composition.failure else composition.engine,
        reason=refusal_code(composition),
    )
    return ChatResponse(
        fallback_message=sources_only_message(header.question, composition),
        sources=list(_source_citations(sources, draft)),
        metadata=metadata,
        session_id=header.session_id,
    )


def from_selection(
    header: ResponseHeader, selection: str, composition: Composition
) -> ChatResponse:
    """An answer from the selected text, or the statement that it does not answer the question."""
    draft, used = composition.draft, composition.grounded > 0
    citation = SelectedTextCitation(
        selection_length=len(selection),
        snippet=selection[:SNIPPET],
        relevance_note=localise(SELECTION_USED if used else SELECTION_UNUSED, header.question),
        quotes=draft.quotes(1),
    )
    metadata = _metadata(
        header,
        Mode.SELECTED_TEXT,
        draft,
        engine=composition.engine,
        reason=None if used else refusal_code(composition),
    )
    return ChatResponse(
        answer=draft.text, sources=[citation], metadata=metadata, session_id=header.session_id
    )


def search_degradation(sources: Sequence[AnswerSource]) -> str | None:
    """What the search did without, if anything."""
    flags = {flag for source in sources for flag in source.flags}
    return next((flag for flag in SEARCH_FLAGS if flag in flags), None)


def _metadata(
    header: ResponseHeader,
    mode: Mode,
    draft: AnswerDraft,
    sources: Sequence[AnswerSource] = (),
    *,
    engine: str = "",
    reason: str | None = None,
) -> ResponseMetadata:
    return ResponseMetadata(
        query_time_ms=round(header.took_ms, 1),
        retrieval_count=len(sources),
        mode=mode,
        low_confidence=is_low_confidence(sources),
        request_id=header.request_id,
        engine=engine or None,
        degraded_reason=reason or header.degraded,
        searched_for=header.searched_for,
        sentences=draft.sentences,
    )


def _source_citations(sources: Sequence[AnswerSource], draft: AnswerDraft) -> list[SourceCitation]:
    """The sources in their order, each with the words that the answer quotes."""
    return [_citation(source, number, draft) for number, source in enumerate(sources, start=1)]


def _citation(source: AnswerSource, number: int, draft: AnswerDraft) -> SourceCitation:
    fact = source if isinstance(source, RememberedFact) else None
    return SourceCitation(
        source_url=source.source_url,
        title=source.title,
        section=source.section,
        chunk_position=source.position,
        similarity_score=similarity_score(source),
        snippet=source.text[:SNIPPET],
        match=source.match,
        why=source.why,
        document_id=source.document_id,
        page=source.page,
        outside=source.outside,
        memory=_memory_source(fact) if fact else None,
        kind="memory" if fact else "document",
        quotes=draft.quotes(
            number, offset=source.start, page=source.page, document_id=source.document_id
        ),
    )


def _memory_source(fact: RememberedFact) -> MemorySource:
    return MemorySource(
        group_id=fact.group_id,
        episode_id=fact.episode_id,
        fact_id=fact.fact_id,
        valid_at=fact.valid_at,
        invalid_at=fact.invalid_at,
        claimed_by=fact.claimed_by or None,
        confidence=fact.confidence,
    )
