"""What a review's templates look up."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def of(rows: Mapping[int, Any], index: int) -> Any:
    """The entity a mark belongs to; none for the document's own evidence."""
    return rows.get(index)


@register.inclusion_tag("web/pieces/state.html")
def standing(tone: str, word: str) -> dict[str, str]:
    return {"tone": tone, "word": word}
