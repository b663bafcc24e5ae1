"""What a composer is given and what it must give back, whichever engine composes.

The answer is text in which each line is one sentence as a JSON object, so that a sentence can be
checked and shown as soon as its line is complete:

    {"text": "The mayor signed in May.", "quotes": [{"source": 1, "words": "signed on 12 May"}]}
"""

import json
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, Field

Mode = Literal["sources", "selection"]


@dataclass(frozen=True)
class Material:
    """A passage, or the person's selection, under the number an answer names it by."""

    number: int
    text: str = field(repr=False)
    title: str = ""
    section: str = ""


@dataclass(frozen=True)
class ComposeInput:
    """The typed value behind the prompt `chat.compose`; the offline engine reads this."""

    question: str = field(repr=False)
    materials: tuple[Material, ...]
    mode: Mode = "sources"


@dataclass(frozen=True)
class RewriteInput:
    """The typed value behind the prompt `chat.rewrite`: a question that may lean on earlier ones.

    `earlier` holds (question, answer), oldest first.
    """

    question: str = field(repr=False)
    earlier: tuple[tuple[str, str], ...] = field(default=(), repr=False)


class Quote(BaseModel):
    """Words claimed to stand in the material of that number; nothing until code has found them."""

    source: int = Field(ge=1)
    words: str = Field(min_length=1)


class Sentence(BaseModel):
    """One sentence of an answer with the words it rests on."""

    text: str = Field(min_length=1)
    quotes: list[Quote] = Field(default_factory=list)


def written(sentences: list[Sentence]) -> str:
    """Sentences as the lines a composer writes.

    >>> written([Sentence(text="Yes.", quotes=[])])
    '{"text": "Yes.", "quotes": []}'
    """
    return "\n".join(json.dumps(each.model_dump(), ensure_ascii=False) for each in sentences)
