"""Sentences out of what a model writes, as soon as each is complete."""

import json
from typing import Any

from pydantic import ValidationError

from pramana.chat.contracts.composing import Quote, Sentence

DECODER = json.JSONDecoder(strict=False)
LONGEST = 8_000
"""Characters of one sentence with its quotes; what is longer is not one."""

NEARLY = 6
"""An error this close to the end of what was heard is only the rest still missing."""


class Lines:
    """Reads objects from text that comes in pieces, whatever stands between them.

    A line each is what was asked for; fences of code, lists and line breaks inside an object are
    read too, because models write them. What is no sentence is counted and left out.

    >>> lines = Lines()
    >>> lines.heard('{"text": "Ye'), [each.text for each in lines.heard('s."}')]
    ([], ['Yes.'])
    """

    def __init__(self) -> None:
        self._rest = ""
        self.rubbish = 0

    def heard(self, text: str) -> list[Sentence]:
        """The sentences that are complete now."""
        self._rest += text
        return self._read(at_end=False) if "}" in text else []

    def ended(self) -> list[Sentence]:
        """What can still be read when nothing more comes."""
        found = self._read(at_end=True)
        self.rubbish += bool(self._rest.strip("`[], \n\r\t"))
        return found

    def _read(self, *, at_end: bool) -> list[Sentence]:
        found: list[Sentence] = []
        at = self._rest.find("{")
        while at >= 0:
            try:
                value, end = DECODER.raw_decode(self._rest, at)
            except json.JSONDecodeError as error:
                if not at_end and self._may_go_on(error, at):
                    break
                at = self._rest.find("{", at + 1)
                continue
            found += self._sentences(value)
            self._rest = self._rest[end:]
            at = self._rest.find("{")
        return found

    def _may_go_on(self, error: json.JSONDecodeError, at: int) -> bool:
        unfinished = error.msg.startswith("Unterminated") or error.pos >= len(self._rest) - NEARLY
        return unfinished and len(self._rest) - at < LONGEST

    def _sentences(self, value: dict[str, Any]) -> list[Sentence]:
        listed = value.get("sentences")
        each = listed if isinstance(listed, list) else [value]
        read = [_sentence(one) for one in each]
        self.rubbish += read.count(None)
        return [sentence for sentence in read if sentence is not None]


def _sentence(value: Any) -> Sentence | None:
    """A sentence with those of its quotes that are well formed."""
    if not isinstance(value, dict):
        return None
    quotes = value.get("quotes")
    kept = [_quote(each) for each in quotes] if isinstance(quotes, list) else []
    try:
        return Sentence(text=value["text"], quotes=[quote for quote in kept if quote])
    except (ValidationError, KeyError):
        return None


def _quote(value: Any) -> Quote | None:
    try:
        return Quote.model_validate(value)
    except ValidationError:
        return None
