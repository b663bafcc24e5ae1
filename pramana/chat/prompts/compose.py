"""`chat.compose`: an answer in sentences, each with the words of the sources that support it.

Each line of the answer is one sentence as a JSON object, so that a sentence can be checked and
shown as soon as its line is complete:

    {"text": "The mayor signed in May.", "quotes": [{"source": 1, "words": "signed on 12 May"}]}
"""

import json
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError

from pramana.chat.contracts.passages import PassageBlock
from pramana.llm.contracts import Prompt, about_quoted, quoted

VERSION = 2
MOST_TOKENS = 3_000
SYSTEM = files(__package__).joinpath("compose.md").read_text("utf-8")
SOURCE = "source"

ComposeMode = Literal["sources", "selection"]

SHAPES = {
    "fact": "Begin with the sentence that answers. One to three sentences are enough.",
    "yes_no": 'Begin with the sentence that decides it; say "yes" or "no" only if it does.',
    "list": 'Name every item that the sources hold, one a line, with "item": true in each line.',
    "procedure": (
        'Give every step in its order, one a line, with its number and "item": true, and before '
        "them the warnings that belong to the steps. Leave none out."
    ),
    "comparison": "Give the value of each thing that is compared, then the sentence that compares.",
    "summary": "Give the main points of the whole text, section by section, in at most ten lines.",
}
"""What is asked of the composer for each shape of answer."""

SEARCH_AGAIN = (
    "If the sources do not answer but a search with other words might, write one line instead: "
    '{"search": "the words to search for"}. New sources are then added.'
)


@dataclass(frozen=True)
class NumberedPassage:
    """A passage, a fact or the selected text, under the number that the answer cites it by."""

    number: int
    text: str = field(repr=False)
    title: str = ""
    section: str = ""
    document: str = ""
    """Tells documents apart; empty for a selection."""
    blocks: tuple[PassageBlock, ...] = field(default=(), repr=False)
    """The structure of the text, where reading has stored one."""
    match: tuple[int, int] | None = None
    """The part of the text that search found, where more of the document was put around it."""
    dated: str = ""
    """The date of the document in its own words, where several documents are compared."""
    head: str = field(default="", repr=False)
    """The first lines of the document: whom and what it is about."""
    lead: str = field(default="", repr=False)
    """The header of a table or the introduction of a list that stands before that part."""
    name: str = ""
    """What the document is called where several are listed, if its title does not tell it apart."""
    attached_as: str = ""
    """The file name under which the document was attached to a mail."""
    mail: str = ""
    """The `document` of that mail."""
    cited: bool = False
    """Whether the last answer of the conversation quotes its document."""

    @property
    def display_name(self) -> str:
        return self.name or self.title


@dataclass(frozen=True)
class ComposeInput:
    """The question and the passages it is answered from; the offline engine reads this."""

    question: str = field(repr=False)
    passages: tuple[NumberedPassage, ...]
    mode: ComposeMode = "sources"
    shape: str = "fact"
    """One of `SHAPES`."""
    may_search: bool = False
    """Whether the composer may ask for another search instead of answering."""


class Quote(BaseModel):
    """Words that the composer claims are in the passage of that number. Code checks the claim."""

    source: int = Field(ge=1)
    words: str = Field(min_length=1)


class Sentence(BaseModel):
    """One sentence of an answer, with the quotes that support it."""

    text: str = Field(min_length=1)
    quotes: list[Quote] = Field(default_factory=list)
    item: bool = Field(default=False, description="Whether it is a step or an item of a list.")


def compose_prompt(request: ComposeInput) -> Prompt[str]:
    """The question and its sources; each source is fenced and called quoted material."""
    sources = "\n\n".join(_format_source(passage) for passage in request.passages)
    return Prompt(
        "chat.compose",
        VERSION,
        system=f"{SYSTEM}{_rules(request)}\n{about_quoted(SOURCE)} {about_quoted('question')}",
        user=f"{sources}\n\n{quoted(request.question, 'question')}",
        output=str,
        input=request,
        max_tokens=MOST_TOKENS,
    )


def _rules(request: ComposeInput) -> str:
    """What is asked beyond the rules for every answer: its shape, and whether to search again."""
    shape = SHAPES.get(request.shape, SHAPES["fact"])
    rules = [shape, SEARCH_AGAIN] if request.may_search else [shape]
    return "\n".join(f"- {rule}" for rule in rules)


def _format_source(passage: NumberedPassage) -> str:
    """A source under its number. Its title is not ours either, so it is inside the fence."""
    titles = [part for part in (passage.title, passage.section) if part]
    head = f"({' / '.join(titles)})\n" if titles else ""
    return f"Source {passage.number}:\n{quoted(head + passage.text, SOURCE)}"


def write_lines(sentences: list[Sentence]) -> str:
    """Sentences as the lines that a composer writes.

    >>> write_lines([Sentence(text="Yes.", quotes=[])])
    '{"text": "Yes.", "quotes": []}'
    """
    values = (
        each.model_dump(exclude_defaults=True) | {"quotes": each.model_dump()["quotes"]}
        for each in sentences
    )
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values)


DECODER = json.JSONDecoder(strict=False)
MAX_SENTENCE = 8_000
"""Characters of one sentence with its quotes; anything longer is not a sentence."""

NEAR_END = 6
"""A JSON error this close to the end of the text only means that the rest has not come yet."""


class SentenceParser:
    """Reads sentences from output that comes in pieces, each as soon as it is complete.

    One object per line is what the prompt asks for. Models also write code fences, lists and line
    breaks inside an object, so those are read too. What is not a sentence is counted and skipped.

    >>> parser = SentenceParser()
    >>> parser.feed('{"text": "Ye'), [each.text for each in parser.feed('s."}')]
    ([], ['Yes.'])
    """

    def __init__(self) -> None:
        self._rest = ""
        self.unreadable = 0
        self.searches: list[str] = []
        """What the composer wants to search for before it answers."""

    def feed(self, text: str) -> list[Sentence]:
        """Take a piece of output; return the sentences that it completes."""
        self._rest += text
        return self._parse(at_end=False) if "}" in text else []

    def finish(self) -> list[Sentence]:
        """Return what can still be read once nothing more comes."""
        sentences = self._parse(at_end=True)
        self.unreadable += bool(self._rest.strip("`[], \n\r\t"))
        return sentences

    def _parse(self, *, at_end: bool) -> list[Sentence]:
        sentences: list[Sentence] = []
        at = self._rest.find("{")
        while at >= 0:
            try:
                value, end = DECODER.raw_decode(self._rest, at)
            except json.JSONDecodeError as error:
                if not at_end and self._may_continue(error, at):
                    break
                at = self._rest.find("{", at + 1)
                continue
            sentences += self._sentences(value)
            self._rest = self._rest[end:]
            at = self._rest.find("{")
        return sentences

    def _may_continue(self, error: json.JSONDecodeError, at: int) -> bool:
        near_end = error.pos >= len(self._rest) - NEAR_END
        unfinished = error.msg.startswith("Unterminated") or near_end
        return unfinished and len(self._rest) - at < MAX_SENTENCE

    def _sentences(self, value: dict[str, Any]) -> list[Sentence]:
        if isinstance(value.get("search"), str) and value["search"].strip():
            self.searches.append(value["search"].strip())
            return []
        listed = value.get("sentences")
        objects = listed if isinstance(listed, list) else [value]
        sentences = [_sentence(each) for each in objects]
        self.unreadable += sentences.count(None)
        return [sentence for sentence in sentences if sentence is not None]


def _sentence(value: Any) -> Sentence | None:
    """A sentence with those of its quotes that are well formed."""
    if not isinstance(value, dict):
        return None
    listed = value.get("quotes")
    quotes = [_quote(each) for each in listed] if isinstance(listed, list) else []
    try:
        return Sentence(
            text=value["text"],
            quotes=[quote for quote in quotes if quote],
            item=value.get("item") is True,
        )
    except (ValidationError, KeyError):
        return None


def _quote(value: Any) -> Quote | None:
    try:
        return Quote.model_validate(value)
    except ValidationError:
        return None
