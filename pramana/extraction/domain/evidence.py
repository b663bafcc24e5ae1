"""The words a value rests on, found by code: a model is believed about neither words nor place."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.paths import Path, format_path
from pramana.extraction.domain.tree import mapped
from pramana.extraction.domain.written import Place, Written
from pramana.kit.evidence import Span, Text, folded

SHORTEST: Final = 2
"""A single letter stands everywhere and proves nothing."""
BEFORE: Final = 80
"""How far before a value its label may stand."""
WORDS: Final = re.compile(r"[^\W\d_]{3,}")


class Paper:
    """A document's text, in which the values of its fields are looked for."""

    def __init__(self, text: str, page_starts: Sequence[int] = ()) -> None:
        self.text = text
        self.page_starts = tuple(page_starts)
        self._found = Text(text)

    @cached_property
    def _written(self) -> Written:
        return Written(self.text)

    def evidence(self, path: Path, value: Json, quote: str = "") -> dict[str, Any] | None:
        """The quote and place of a value, or None.

        `supports` says whether the value itself stands in the quoted words; true and false are
        never written down, so for them the quote is all there can be.
        """
        if value is None:
            return None
        span = self._found.locate(quote) if quote else None
        if span and (inside := self._within(span, value)):
            return self._shown(*inside, span.alignment, supports=True)
        if place := self._place(path, value):
            return self._shown(*place, "exact", supports=True)
        if found := self._as_text(value):
            return self._shown(found.start, found.end, found.alignment, supports=True)
        if span is None:
            return None
        return self._shown(span.start, span.end, span.alignment, supports=False)

    def tree(self, fields: Json, quotes: Mapping[str, str], at: Path = ()) -> Json:
        """The evidence of every value, in the shape of the fields."""

        def leaf(path: Path, value: Json) -> Json:
            return self.evidence(path, value, quotes.get(format_path(path), ""))

        return mapped(fields, leaf, at)

    def _place(self, path: Path, value: Json) -> Place | None:
        """Of several places the one whose line names the field, else the first."""
        places = self._written.places(value)
        if len(places) < 2:
            return places[0] if places else None
        words = {word for part in path[-2:] for word in WORDS.findall(str(part).casefold())}
        return max(places, key=lambda place: (self._labelled(place, words), -place[0]))

    def _labelled(self, place: Place, words: set[str]) -> int:
        begins = max(self.text.rfind("\n", 0, place[0]), place[0] - BEFORE, 0)
        before = self.text[begins : place[0]].casefold()
        return sum(word in before for word in words)

    def _as_text(self, value: Json) -> Span | None:
        if not isinstance(value, str) or len(folded(value)) < SHORTEST:
            return None
        return self._found.locate(value)

    def _within(self, span: Span, value: Json) -> Place | None:
        """Where in the quoted words the value stands, in whichever form; None where it does not."""
        if isinstance(value, bool):
            return span.start, span.end
        words = self.text[span.start : span.end]
        if places := Written(words).places(value):
            return span.start + places[0][0], span.start + places[0][1]
        inside = Text(words).locate(value, fuzzy=False) if isinstance(value, str) else None
        return (span.start + inside.start, span.start + inside.end) if inside else None

    def _shown(self, start: int, end: int, alignment: str, *, supports: bool) -> dict[str, Any]:
        page = bisect_right(self.page_starts, start) - 1 if self.page_starts else None
        return {
            "quote": self.text[start:end],
            "start": start,
            "end": end,
            "page": page,
            "alignment": str(alignment),
            "supports": supports,
        }
