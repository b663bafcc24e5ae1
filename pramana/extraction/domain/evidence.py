"""The words a value rests on, found by code: a model is believed about neither words nor place."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Final

from pramana.extraction.contracts.fields import Json
from pramana.extraction.domain.field_tree import Path, format_path, map_leaves
from pramana.extraction.domain.value_places import (
    ItemRegion,
    TextRange,
    ValueIndex,
    choose_place,
    item_regions,
)
from pramana.kit.evidence import Span, Text, folded

SHORTEST: Final = 2
"""A single letter stands everywhere and proves nothing."""


class EvidenceSource:
    """A document's text, in which the values of its fields are looked for."""

    def __init__(self, text: str, page_starts: Sequence[int] = ()) -> None:
        self.text = text
        self.page_starts = tuple(page_starts)
        self._found = Text(text)

    @cached_property
    def _written(self) -> ValueIndex:
        return ValueIndex(self.text)

    def evidence(
        self,
        path: Path,
        value: Json,
        quote: str = "",
        row: ItemRegion | None = None,
        taken: Sequence[TextRange] = (),
    ) -> dict[str, Any] | None:
        """The quote and place of a value, or None. Of an item's value `row` says where the item
        stands, and `taken` which places in it are other values'.

        `supports` says whether the value itself stands in the quoted words; true and false are
        never written down, so for them the quote is all there can be.
        """
        if value is None:
            return None
        span = self._found.locate(quote) if quote else None
        if span and (inside := self._within(span, path, value, row, taken)):
            return self._shown(*inside, span.alignment, supports=True)
        if place := self._place(path, value, row, taken):
            return self._shown(*place, "exact", supports=True)
        if found := self._as_text(value, row):
            return self._shown(found.start, found.end, found.alignment, supports=True)
        if span is None:
            return None
        return self._shown(span.start, span.end, span.alignment, supports=False)

    def tree(
        self, fields: Json, quotes: Mapping[str, str], at: Path = (), whole: Json = None
    ) -> Json:
        """The evidence of every value, in the shape of the fields.

        `whole` is all there is where `fields` are only what stands at a path: the other values of
        an item say which row of the paper it is.
        """
        rows = item_regions(self.text, fields if whole is None else whole, self._find)
        taken: dict[Path, list[TextRange]] = {path: [] for path in rows}

        def leaf(path: Path, value: Json) -> Json:
            item = next((path[:n] for n in range(len(path), 0, -1) if path[:n] in rows), ())
            quote, known = quotes.get(format_path(path), ""), taken.get(item, [])
            found = self.evidence(path, value, quote, rows.get(item), known)
            known += [(found["start"], found["end"])] if found else []
            return found

        return map_leaves(fields, leaf, at)

    def _find(self, words: str, after: int) -> int | None:
        """Where these words stand from a place on, as they are or nearly so."""
        exact = self.text.find(words, after)
        if exact >= 0:
            return exact
        span = self._found.locate(words, fuzzy=False)
        return span.start if span and span.start >= after else None

    def _place(
        self, path: Path, value: Json, row: ItemRegion | None, taken: Sequence[TextRange]
    ) -> TextRange | None:
        """In the item's own row if it stands there; else wherever the paper names the field."""
        inside = self._written.places(value, row.start, row.end) if row else ()
        if inside and (place := choose_place(self.text, inside, path, row, taken)):
            return place
        return choose_place(self.text, self._written.places(value), path)

    def _as_text(self, value: Json, row: ItemRegion | None) -> Span | None:
        if not isinstance(value, str) or len(folded(value)) < SHORTEST:
            return None
        near = Text(self.text[row.start : row.end]).locate(value, fuzzy=False) if row else None
        if row and near:
            return replace(near, start=row.start + near.start, end=row.start + near.end)
        return self._found.locate(value)

    def _within(
        self,
        span: Span,
        path: Path,
        value: Json,
        row: ItemRegion | None,
        taken: Sequence[TextRange],
    ) -> TextRange | None:
        """Where in the quoted words the value stands, in whichever form; None where it does not."""
        if isinstance(value, bool):
            return span.start, span.end
        places = self._written.places(value, span.start, span.end)
        quoted = row or ItemRegion(span.start, span.end, span.start)
        if places and (place := choose_place(self.text, places, path, quoted, taken)):
            return place
        words = self.text[span.start : span.end]
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
