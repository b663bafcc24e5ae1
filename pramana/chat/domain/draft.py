"""An answer as it grows: its text, where each sentence stands in it, and what each rests on."""

from collections.abc import Sequence
from uuid import UUID

from pramana.chat.contracts.answering import (
    SNIPPET,
    MemorySource,
    QuoteOut,
    SelectedTextCitation,
    SentenceOut,
    SourceCitation,
)
from pramana.chat.contracts.finding import Found as Source
from pramana.chat.contracts.finding import Remembered
from pramana.chat.domain.grounding import Checked, Found
from pramana.chat.domain.strength import similarity


class Draft:
    """What was shown so far. Each addition gives the text to append to what is on the screen.

    >>> draft = Draft(numbered=True)
    >>> draft.add(Checked("Yes.", (Found(2, 0, 3, "yes"),))), draft.add_own("Ask again.")
    ('Yes. [2]', ' Ask again.')
    """

    def __init__(self, *, numbered: bool) -> None:
        self.text = ""
        self.sentences: list[SentenceOut] = []
        self.found: list[tuple[int, Found]] = []
        self._numbered = numbered

    def add(self, checked: Checked) -> str:
        """A sentence of the composer, with our numbers after it."""
        self.found += [(len(self.sentences), each) for each in checked.found]
        numbers = "".join(f"[{number}]" for number in checked.sources) if self._numbered else ""
        return self._append(f"{checked.text} {numbers}".rstrip(), checked.sources)

    def add_own(self, text: str) -> str:
        """A sentence of ours, which claims nothing about the sources."""
        return self._append(text, [])

    def _append(self, text: str, sources: list[int]) -> str:
        space = " " if self.text else ""
        start = len(self.text) + len(space)
        self.text += space + text
        self.sentences.append(SentenceOut(start=start, end=len(self.text), sources=sources))
        return space + text

    def quotes(self, number: int, *, at: int = 0, page: int | None = None,
               document_id: UUID | None = None) -> list[QuoteOut]:  # fmt: skip
        """The places in one source that sentences rest on; `at` is where the source begins."""
        return [
            QuoteOut(
                sentence=sentence,
                words=found.words,
                document_id=document_id,
                page=page,
                start=at + found.start,
                end=at + found.end,
            )
            for sentence, found in self.found
            if found.source == number
        ]


def cited(hits: Sequence[Source], draft: Draft) -> list[SourceCitation]:
    """What retrieval found, in its order, each with the words that were used."""
    return [_citation(hit, number, draft) for number, hit in enumerate(hits, start=1)]


def _citation(hit: Source, number: int, draft: Draft) -> SourceCitation:
    return SourceCitation(
        source_url=hit.source_url,
        title=hit.title,
        section=hit.section,
        chunk_position=hit.position,
        similarity_score=similarity(hit),
        snippet=hit.text[:SNIPPET],
        match=hit.match,
        why=hit.why,
        document_id=hit.document_id,
        page=hit.page,
        outside=hit.outside,
        memory=_memory(hit) if isinstance(hit, Remembered) else None,
        kind="memory" if isinstance(hit, Remembered) else "document",
        quotes=draft.quotes(number, at=hit.start, page=hit.page, document_id=hit.document_id),
    )


def _memory(hit: Remembered) -> MemorySource:
    return MemorySource(
        group_id=hit.group_id,
        episode_id=hit.episode_id,
        fact_id=hit.fact_id,
        valid_at=hit.valid_at,
        invalid_at=hit.invalid_at,
    )


def cited_selection(selection: str, draft: Draft, note: str) -> SelectedTextCitation:
    return SelectedTextCitation(
        selection_length=len(selection),
        snippet=selection[:SNIPPET],
        relevance_note=note,
        quotes=draft.quotes(1),
    )
