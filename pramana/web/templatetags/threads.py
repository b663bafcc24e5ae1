"""From words in the reader to the review of what rests on them."""

from django import template

register = template.Library()


@register.filter
def correcting(address: str) -> str:
    """Where the value behind the words of a reader's address is corrected.

    >>> correcting("/app/documents/7?start=3&end=9")
    '/app/documents/7/correct?start=3&end=9'
    """
    place, mark, asked = address.partition("?")
    return f"{place}/correct{mark}{asked}"
