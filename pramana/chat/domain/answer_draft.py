"""An answer while it grows: its text, where each sentence is in it, and what each rests on."""

from dataclasses import dataclass, field
from uuid import UUID

from pramana.chat.contracts.answers import QuoteOut, SentenceOut
from pramana.chat.domain.grounding import GroundedSentence, LocatedQuote


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
