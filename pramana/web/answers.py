"""An exchange as the Ask page prints it: sentences with their citations, sources, and what to know.

The answer's text comes with our own numbers in it; here they become citations that know which words
they rest on and where those words can be read.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from pramana.chat.contracts.history import TurnView
from pramana.chat.contracts.states import Mode, RequestState
from pramana.web.citations import Cite, Place, Source, cites_of, sources_of
from pramana.web.degraded import reason_sentence

NUMBERS = re.compile(r"\s*(\[\d+\])+$")
TOPIC = re.compile("“([^”]+)”")


@dataclass(frozen=True)
class Said:
    text: str
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True)
class Answer:
    """One exchange, as far as it has come."""

    turn: TurnView
    said: tuple[Said, ...]
    sources: tuple[Source, ...]
    notes: tuple[str, ...]

    @property
    def is_under_way(self) -> bool:
        return not self.turn.state.is_over

    @property
    def is_failed(self) -> bool:
        return self.turn.state is RequestState.FAILED

    @property
    def is_selection(self) -> bool:
        return bool(self.turn.metadata.get("mode") == Mode.SELECTED_TEXT)

    @property
    def has_nothing(self) -> bool:
        return bool(self.turn.metadata.get("mode") == Mode.NO_RESULTS)

    @property
    def topics(self) -> list[str]:
        """What could be asked instead: chat names it between quotation marks."""
        return TOPIC.findall(self.turn.response) if self.has_nothing else []

    @property
    def cited(self) -> list[Source]:
        return [each for each in self.sources if each.is_cited]

    @property
    def uncited(self) -> list[Source]:
        """What was found besides; where nothing was said, that is all there is to show."""
        return [each for each in self.sources if not each.is_cited]

    @property
    def engine(self) -> str:
        return str(self.turn.metadata.get("engine") or "")

    @property
    def copied(self) -> str:
        """The answer as it is put on the clipboard, with its sources below."""
        listed = [f"[{each.number}] {each.title}" for each in self.cited or self.sources]
        return "\n\n".join([self.turn.query, self.turn.response, "\n".join(listed)]).strip()


def answer_of(turn: TurnView, place: Place | None = None) -> Answer:
    sources = tuple(sources_of(turn.sources))
    return Answer(turn, tuple(_said(turn, place)), sources, tuple(_notes(turn.metadata)))


def _said(turn: TurnView, place: Place | None) -> Iterator[Said]:
    if turn.state is not RequestState.COMPLETED:
        yield from (Said(text.strip()) for text in turn.said)
        return
    for index, sentence in enumerate(turn.metadata.get("sentences", ())):
        text = turn.response[sentence["start"] : sentence["end"]]
        cites = tuple(cites_of(turn.sources, index, sentence["sources"], place))
        yield Said(NUMBERS.sub("", text) if cites else text, cites)


def _notes(metadata: dict[str, Any]) -> Iterator[str]:
    """What to know before relying on it, one plain line each."""
    if metadata.get("low_confidence"):
        yield _("The sources fit this question only loosely. Read them before you rely on this.")
    if reason := metadata.get("degraded_reason"):
        yield reason_sentence(reason)
    if metadata.get("searched_for"):
        yield _("Searched for: “%(words)s”.") % {"words": metadata["searched_for"]}
