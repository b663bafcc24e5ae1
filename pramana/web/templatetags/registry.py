"""The registry's codes in words."""

from typing import Any

from django import template
from django.utils.translation import get_language

from pramana.registry.contracts import LangText, NameKind, Origin, RecordView, RelationshipView
from pramana.web.views import registry_words as words
from pramana.web.views.registry import titles

register = template.Library()

register.filter("kind_words", words.kind_words)


@register.filter
def name_kind(kind: NameKind) -> str:
    return str(words.NAME_KINDS.get(kind, kind))


@register.filter
def origin_words(origin: Origin) -> str:
    return str(words.ORIGINS[origin])


@register.filter
def title_of(record: RecordView) -> str:
    return titles(record)["title"]


@register.filter
def text_of(text: LangText | None) -> str:
    """A text in the reader's language, else in the other one."""
    if text is None:
        return ""
    both = (text.ne, text.en) if get_language() == "ne" else (text.en, text.ne)
    return next((each.value for each in both if each), "")


@register.simple_tag
def relation(of: RelationshipView, seen_from: RecordView) -> dict[str, Any]:
    """A relation as it is said from one of its ends, and the record at the other."""
    forwards, backwards = words.RELATIONS[of.type]
    starts_here = of.source.id == seen_from.id
    return {
        "words": str(forwards if starts_here else backwards),
        "other": of.target if starts_here else of.source,
        "starts_here": starts_here,
    }


@register.simple_tag
def relation_kinds() -> list[tuple[str, str]]:
    return [(kind, str(forwards)) for kind, (forwards, _) in words.RELATIONS.items()]
