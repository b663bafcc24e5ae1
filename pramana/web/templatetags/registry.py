"""Names of the registry's codes."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django import template
from django.utils.translation import get_language

from pramana.registry.contracts import (
    LangText,
    NameKind,
    RecordView,
    RegistryViewItem,
    RelationshipView,
    VersionOrigin,
)
from pramana.web.registry import wording

register = template.Library()

register.filter("record_type", wording.record_type_name)


@register.filter
def name_kind(kind: NameKind) -> str:
    return str(wording.NAME_KINDS.get(kind, kind))


@register.filter
def match_reasons(reasons: Iterable[str] | str) -> str:
    """Reasons for a match, or the text that joins them, in the reader's language."""
    listed = reasons.split("; ") if isinstance(reasons, str) else reasons
    return "; ".join(wording.match_reason(each) for each in listed)


@register.filter
def origin_name(origin: VersionOrigin) -> str:
    return str(wording.ORIGINS[origin])


@register.filter
def record_title(record: RecordView) -> str:
    return wording.record_titles(record)["title"]


@register.filter
def localized_text(text: LangText | None) -> str:
    """A text in the reader's language, else in the other one."""
    if text is None:
        return ""
    both = (text.ne, text.en) if get_language() == "ne" else (text.en, text.ne)
    return next((each.value for each in both if each), "")


@register.simple_tag
def relation(of: RelationshipView, seen_from: RecordView) -> dict[str, Any]:
    """A relation's name seen from one end, and the record at the other end."""
    forwards, backwards = wording.RELATION_NAMES[of.type]
    starts_here = of.source.id == seen_from.id
    return {
        "words": str(forwards if starts_here else backwards),
        "other": of.target if starts_here else of.source,
        "starts_here": starts_here,
    }


@register.filter
def view_query(view: RegistryViewItem) -> str:
    """A saved view as the query of the list's address."""
    return urlencode(view.filters)


@register.simple_tag
def relation_kinds() -> list[tuple[str, str]]:
    return [(kind, str(forwards)) for kind, (forwards, _) in wording.RELATION_NAMES.items()]
