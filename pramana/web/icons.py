"""Icons from icons.svg: a 20-unit grid and one stroke width."""

from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

ICON_FILE = Path(__file__).parent / "static" / "web" / "icons.svg"


def icon(name: str) -> SafeString:
    """An inline SVG, so that it is there at first paint; hidden from screen readers."""
    return format_html(
        '<svg class="icon" viewBox="0 0 20 20" aria-hidden="true" focusable="false">{}</svg>',
        drawings()[name],
    )


@cache
def drawings() -> dict[str, SafeString]:
    ElementTree.register_namespace("", "http://www.w3.org/2000/svg")
    root = ElementTree.parse(ICON_FILE).getroot()  # noqa: S314 -- our own file
    return {symbol.attrib["id"]: _markup(symbol) for symbol in root}


def _markup(symbol: ElementTree.Element) -> SafeString:
    shapes = "".join(ElementTree.tostring(shape, encoding="unicode") for shape in symbol)
    return mark_safe(shapes.replace(' xmlns="http://www.w3.org/2000/svg"', ""))  # noqa: S308 -- ours
