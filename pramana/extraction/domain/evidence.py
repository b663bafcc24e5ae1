"""Evidence: code finds the words that support a value. A model's quote is only a hint."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.field_tree import Path, format_path, map_leaves
from pramana.extraction.domain.reading.amounts import CURRENCIES
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.value_places import (
    ItemRegion,
    TextRange,
    ValueIndex,
    choose_place,
    item_regions,
)
from pramana.kit.evidence import Span, Text, fold

SHORTEST: Final = 2
"""A single letter occurs everywhere and proves nothing."""


class EvidenceSource:
    """A document's text, in which evidence for values is located."""

    def __init__(self, text: str, page_starts: Sequence[int] = ()) -> None:
        self.text = text
        self.page_starts = tuple(page_starts)
        self._text = Text(text)

    @cached_property
    def layout(self) -> DocumentLayout:
        """The lines, dates and amounts of the text, read once for every reader."""
        return DocumentLayout(self.text)

    @cached_property
    def _index(self) -> ValueIndex:
        return ValueIndex(self.layout)

    def evidence(
        self,
        path: Path,
        value: Json,
        quote: str = "",
        row: ItemRegion | None = None,
        taken: Sequence[TextRange] = (),
    ) -> dict[str, Any] | None:
        """Return the quote and offsets of a value, or None.

        For a value of a list item, `row` is the item's region, and `taken` are the places of its
        other values. `supports` says whether the quoted words contain the value itself. True and
        false are never written in a text, so for them the quote alone counts.
        """
        if value is None:
            return None
        span = self._text.locate(quote) if quote else None
        if span and (inside := self._within(span, path, value, row, taken)):
            return self._describe(*inside, span.alignment, supports=True)
        if place := self._place(path, value, row, taken):
            return self._describe(*place, "exact", supports=True)
        if match := self._as_text(value, row):
            return self._describe(match.start, match.end, match.alignment, supports=True)
        if span is None:
            return None
        return self._describe(span.start, span.end, span.alignment, supports=False)

    def at(self, start: int, end: int) -> dict[str, Any]:
        """The evidence of a value whose place a person pointed at."""
        return self._describe(start, end, "exact", supports=True)

    def tree(
        self, fields: Json, quotes: Mapping[str, str], at: Path = (), whole: Json = None
    ) -> Json:
        """Return the evidence of every value, in the shape of the fields.

        `whole` is the whole tree if `fields` are only the part at a path: the other values of an
        item tell which row of the document it is.
        """
        rows = item_regions(self.text, fields if whole is None else whole, self._find)
        taken: dict[Path, list[TextRange]] = {path: [] for path in rows}

        def leaf(path: Path, value: Json) -> Json:
            item = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in rows), ())
            quote, used = quotes.get(format_path(path), ""), taken.get(item, [])
            match = self.evidence(path, value, quote, rows.get(item), used)
            used += [(match["start"], match["end"])] if match else []
            return match

        return map_leaves(fields, leaf, at)

    def _find(self, words: str, after: int) -> int | None:
        """Where these words first occur after an offset, exactly or nearly."""
        exact = self.text.find(words, after)
        if exact >= 0:
            return exact
        span = self._text.locate(words, fuzzy=False)
        return span.start if span and span.start >= after else None

    def _place(
        self, path: Path, value: Json, row: ItemRegion | None, taken: Sequence[TextRange]
    ) -> TextRange | None:
        """The place in the item's own region, otherwise wherever the document names the field."""
        inside = self._index.places(value, row.start, row.end) if row else ()
        if inside and (place := choose_place(self.text, inside, path, row, taken)):
            return place
        return choose_place(self.text, self._index.places(value), path)

    def _as_text(self, value: Json, row: ItemRegion | None) -> Span | None:
        if not isinstance(value, str) or len(fold(value)) < SHORTEST:
            return None
        near = Text(self.text[row.start : row.end]).locate(value, fuzzy=False) if row else None
        if row and near:
            return replace(near, start=row.start + near.start, end=row.start + near.end)
        return self._text.locate(value)

    def _within(
        self,
        span: Span,
        path: Path,
        value: Json,
        row: ItemRegion | None,
        taken: Sequence[TextRange],
    ) -> TextRange | None:
        """Where the quoted words contain the value, in any form; None if they do not."""
        if isinstance(value, bool):
            return span.start, span.end
        places = self._index.places(value, span.start, span.end)
        quoted = row or ItemRegion(span.start, span.end, span.start)
        if places and (place := choose_place(self.text, places, path, quoted, taken)):
            return place
        words = self.text[span.start : span.end]
        inside = Text(words).locate(value, fuzzy=False) if isinstance(value, str) else None
        if inside is None and isinstance(value, str) and value in CURRENCIES:
            sign = re.search(CURRENCIES[value], words, re.IGNORECASE)
            return (span.start + sign.start(), span.start + sign.end()) if sign else None
        return (span.start + inside.start, span.start + inside.end) if inside else None

    def _describe(self, start: int, end: int, alignment: str, *, supports: bool) -> dict[str, Any]:
        page = bisect_right(self.page_starts, start) - 1 if self.page_starts else None
        return {
            "quote": self.text[start:end],
            "start": start,
            "end": end,
            "page": page,
            "alignment": str(alignment),
            "supports": supports,
        }
