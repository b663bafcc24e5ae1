"""Names of memory's codes, and moments as days."""

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pramana.web.formatting import format_number
from pramana.web.memory import wording

register = template.Library()

register.filter("relation_name", wording.relation_name)
register.filter("entity_type", wording.entity_type_name)


@register.filter
def closing_reason(reason: str) -> str:
    return str(wording.CLOSING_REASONS.get(reason, reason))


@register.filter
def duplicate_reason(how: str) -> str:
    return str(wording.DUPLICATE_REASONS.get(how, how))


@register.simple_tag
def day(moment: datetime) -> SafeString:
    """A moment as a date, with the exact time on hover."""
    written = format_number(f"{moment.year:04}-{moment:%m-%d}")
    exact = format_number(f"{moment.year:04}-{moment:%m-%d %H:%M} UTC")
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
