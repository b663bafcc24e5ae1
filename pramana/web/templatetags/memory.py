"""Names of memory's codes, and moments as days."""

from datetime import datetime

from django import template
from django.utils.html import format_html

from pramana.memory.contracts.graph import CalendarSystem, EditKind, Grain, Weakness
from pramana.memory.contracts.messages import RoleType, prefix_of, speaker_of
from pramana.web.formatting import format_number
from pramana.web.memory import wording

register = template.Library()

register.filter("relation_name", wording.relation_name)
register.filter("attribute_name", wording.attribute_name)
register.filter("entity_type", wording.entity_type_name)


@register.filter
def closing_reason(reason: str) -> str:
    return str(wording.CLOSING_REASONS.get(reason, reason))


@register.filter
def said_words(content: str) -> str:
    """An episode's words, without its speaker."""
    return content.removeprefix(prefix_of(content))


@register.filter
def speaker_name(content: str) -> str:
    speaker = speaker_of(content)
    return speaker.role or str(wording.ROLE_TYPES.get(RoleType(speaker.type or "user")))


@register.filter
def weakness_name(weakness: str) -> str:
    return str(wording.WEAKNESSES.get(Weakness(weakness), weakness))


@register.filter
def edit_name(kind: str) -> str:
    return str(wording.EDIT_NAMES[EditKind(kind)])


@register.filter
def duplicate_reason(how: str) -> str:
    return str(wording.DUPLICATE_REASONS.get(how, how))


@register.simple_tag
def day(moment: datetime, grain: str = Grain.DAY, calendar: str = CalendarSystem.GREGORIAN) -> str:
    """A moment as a date in its own offset and calendar, as exact as it is known; the exact time on
    hover."""
    written = wording.date_text(moment, Grain(grain), CalendarSystem(calendar))
    exact = format_number(f"{moment.year:04}-{moment:%m-%d %H:%M} {moment.tzname()}")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', moment.isoformat(), exact, written
    )


@register.filter
def unlocalised(value: float) -> str:
    """A number for SVG attributes, without localisation."""
    return f"{value:g}"


@register.inclusion_tag("web/memory/type_mark.html")
def kind(name: str) -> dict[str, str]:
    """The mark of an entity type: a shape and a letter."""
    return {"shape": wording.entity_type_shape(name), "letter": wording.entity_type_letter(name)}


@register.inclusion_tag("web/memory/type_mark.html")
def blank_kind(shape: str) -> dict[str, str]:
    """The shape alone; a script adds the letter."""
    return {"shape": shape, "letter": ""}
