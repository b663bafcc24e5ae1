"""JSON and XML as text: every value on a line with its path, and lists of records as tables.

A path says where a value is: `orders[2].total` in JSON, `invoice/line[3]/amount` in XML. A file
that cannot be parsed is read as the plain text that it is.
"""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.page_builder import CellContent, PageBuilder
from pramana.documents.reading.spreadsheets import MAX_COLUMNS, CellBudget
from pramana.documents.reading.text import read_text, text_content

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 200
MIN_RECORDS = 2


def json_pages(path: str, charset: str) -> Iterator[PageBuilder]:
    text = _checked_text(path, charset)
    value = _parse_json(text)
    page = PageBuilder()
    if value is not None:
        _ValueWriter(page).write(value, "", 0)
    yield page if page.text else PageBuilder.as_is(text_content(text, markdown=False))


def xml_pages(path: str, charset: str) -> Iterator[PageBuilder]:
    root = _parse_xml(Path(path).read_bytes()) if _is_small(path) else None
    page = PageBuilder()
    if root is not None:
        _write_element(page, root, _tag(root), CellBudget())
    if page.text:
        yield page
    else:
        yield PageBuilder.as_is(text_content(_checked_text(path, charset), markdown=False))


def _is_small(path: str) -> bool:
    if Path(path).stat().st_size > MAX_BYTES:
        raise Unreadable("The file is larger than 64 MB. Divide it and send the parts.")
    return True


def _checked_text(path: str, charset: str) -> str:
    _is_small(path)
    return read_text(Path(path).read_bytes(), charset)


def _parse_json(text: str) -> Any:
    """The value, or the list of the values of JSON lines; None where it is neither."""
    source = text.lstrip("\ufeff")
    try:
        return json.loads(source)
    except (ValueError, RecursionError):
        pass
    try:
        values = [json.loads(line) for line in source.splitlines() if line.strip()]
    except (ValueError, RecursionError):
        return None
    return values or None


class _ValueWriter:
    """Writes a JSON value to a page."""

    def __init__(self, page: PageBuilder) -> None:
        self._page = page
        self._budget = CellBudget()

    def write(self, value: Any, path: str, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise Unreadable(f"The values are nested more than {MAX_DEPTH} levels deep.")
        if isinstance(value, dict):
            for key, inner in value.items():
                self.write(inner, f"{path}.{key}" if path else str(key), depth + 1)
        elif isinstance(value, list) and _are_records(value):
            self._write_records(value, path)
        elif isinstance(value, list) and value and not any(map(_is_nested, value)):
            self._write_line(path, ", ".join(map(_value_text, value)))
        elif isinstance(value, list):
            for place, inner in enumerate(value):
                self.write(inner, f"{path}[{place}]", depth + 1)
        else:
            self._write_line(path, _value_text(value))

    def _write_line(self, path: str, text: str) -> None:
        self._budget.spend(1)
        if text.strip():
            self._page.paragraph(f"{path}: {text}" if path else text)

    def _write_records(self, records: Sequence[dict[str, Any]], path: str) -> None:
        """A table with a column per key; each cell has its path as its address."""
        keys = list(dict.fromkeys(key for record in records for key in record))[:MAX_COLUMNS]
        self._budget.spend(len(keys) * len(records))
        if path:
            self._page.heading(path, 2)
        self._page.table(
            [
                [CellContent(key, is_header=True) for key in keys],
                *(
                    [
                        CellContent(_value_text(record.get(key)), address=f"{path}[{place}].{key}")
                        for key in keys
                    ]
                    for place, record in enumerate(records)
                ),
            ]
        )


def _are_records(values: Sequence[Any]) -> bool:
    """Whether all are objects of plain values, so that they make a table."""
    return len(values) >= MIN_RECORDS and all(
        isinstance(value, dict) and value and not any(map(_is_nested, value.values()))
        for value in values
    )


def _is_nested(value: Any) -> bool:
    return isinstance(value, dict | list)


def _value_text(value: Any) -> str:
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    return "" if value is None else json.dumps(value)


def _parse_xml(content: bytes) -> Any:
    """The root; None where it is not well-formed. Entities are never resolved."""
    from lxml import etree

    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True
    )
    try:
        return etree.fromstring(content, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _write_element(page: PageBuilder, root: Any, root_path: str, budget: CellBudget) -> None:
    """Every text and attribute with its path; an element of words and elements is one text."""
    stack = [(root, root_path)]
    while stack:
        node, path = stack.pop()
        for name, value in node.items():
            budget.spend(1)
            if value.strip():
                page.paragraph(f"{path}/@{_local(name)}: {value}")
        children = [child for child in node if isinstance(child.tag, str)]
        has_words = bool((node.text or "").strip()) or any((c.tail or "").strip() for c in node)
        if has_words or not children:
            budget.spend(1)
            text = " ".join("".join(node.itertext()).split())
            if text:
                page.paragraph(f"{path}: {text}")
        else:
            stack += reversed(list(_child_paths(children, path)))


def _child_paths(children: Sequence[Any], path: str) -> Iterator[tuple[Any, str]]:
    """The children with their paths; one of several with the same name has its number from 1."""
    names = [_tag(child) for child in children]
    counts: dict[str, int] = {}
    several = (
        {name for name in names if names.count(name) > 1} if len(names) < 1_000 else set(names)
    )
    for child, name in zip(children, names, strict=True):
        counts[name] = counts.get(name, 0) + 1
        yield child, f"{path}/{name}[{counts[name]}]" if name in several else f"{path}/{name}"


def _tag(node: Any) -> str:
    return _local(node.tag)


def _local(name: str) -> str:
    return name.rpartition("}")[2]
