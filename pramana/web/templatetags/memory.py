"""Memory's codes in words, and its moments as days."""

from datetime import datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from pramana.web.figures import figure
from pramana.web.views import memory_words as words

register = template.Library()

register.filter("relation_words", words.relation_words)
register.filter("type_words", words.type_words)


@register.filter
def reason_words(reason: str) -> str:
    return str(words.REASONS.get(reason, reason))


@register.filter
def how_words(how: str) -> str:
    return str(words.HOW.get(how, how))


@register.simple_tag
def day(moment: datetime) -> SafeString:
    """A moment as its day, with the exact time on hover."""
    written = figure(f"{moment.year:04}-{moment:%m-%d}")
    exact = figure(f"{moment.year:04}-{moment:%m-%d %H:%M} UTC")
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', moment.isoformat(), exact, written
    )


@register.filter
def unlocalised(value: float) -> str:
    """A number that a drawing reads, not a person."""
    return f"{value:g}"


@register.inclusion_tag("web/pages/memory_kind.html")
def kind(name: str) -> dict[str, str]:
    """The mark of an entity's kind: a shape and a letter."""
    return {"shape": words.type_shape(name), "letter": words.type_letter(name)}


@register.inclusion_tag("web/pages/memory_kind.html")
def blank_kind(shape: str) -> dict[str, str]:
    """A shape to which a script adds the letter."""
    return {"shape": shape, "letter": ""}
