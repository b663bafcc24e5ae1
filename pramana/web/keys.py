"""Keys a page answers to. The list is shown on `?`; elements with `data-key` do the work."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from pramana.web.words import Words


@dataclass(frozen=True)
class Key:
    press: tuple[str, ...]
    does: Words


def key(press: str, does: Words) -> Key:
    """`key("g h", …)` is g, then h."""
    return Key(tuple(press.split()), does)


EVERYWHERE = (
    key("?", _("Show these keys")),
    key("/", _("Search")),
    key("Esc", _("Close, or leave a field")),
)

LISTS = (
    key("j", _("Next row")),
    key("k", _("Previous row")),
    key("Enter", _("Open the row")),
)
