"""Translations of the pages: the messages to translate, and the files Django reads.

`python -m pramana.web.translation` adds missing messages to each .po and compiles it. It needs no
gettext programs; the compiled file is committed beside its source.
"""

import ast
import json
import os
import re
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import django
from django.template import Template, engines
from django.template.base import Node, NodeList
from django.templatetags.i18n import BlockTranslateNode, TranslateNode

MAGIC = 0x950412DE
KEYWORD = re.compile(r'^(msgid_plural|msgid|msgstr(?:\[\d\])?) (".*")$')


@dataclass
class CatalogueEntry:
    """One message; `plural` is None if it counts nothing."""

    singular: str
    plural: str | None = None
    translations: list[str] = field(default_factory=list)
    is_fuzzy: bool = False

    @property
    def is_translated(self) -> bool:
        wanted = 1 if self.plural is None else 2
        return not self.is_fuzzy and len([word for word in self.translations if word]) >= wanted


def read_po(path: Path) -> list[CatalogueEntry]:
    """Every entry, the header (whose singular is empty) first."""
    blocks = re.split(r"\n\s*\n", path.read_text("utf-8").strip())
    return [_parse_entry(block.splitlines()) for block in blocks]


def _parse_entry(lines: Iterable[str]) -> CatalogueEntry:
    parts: list[tuple[str, str]] = []
    is_fuzzy = False
    for line in lines:
        if line.startswith("#"):
            is_fuzzy = is_fuzzy or (line.startswith("#,") and "fuzzy" in line)
        elif found := KEYWORD.match(line):
            parts.append((found.group(1), ast.literal_eval(found.group(2))))
        else:
            name, text = parts.pop()
            parts.append((name, text + ast.literal_eval(line)))
    named = dict(parts)
    said = [text for name, text in parts if name.startswith("msgstr")]
    return CatalogueEntry(named["msgid"], named.get("msgid_plural"), said, is_fuzzy)


def mo_bytes(messages: Iterable[CatalogueEntry]) -> bytes:
    """The compiled catalogue: sorted keys and translations, with two offset tables."""
    pairs = sorted(
        (_key(message), _value(message)) for message in messages if message.is_translated
    )
    keys = b"".join(key + b"\0" for key, _ in pairs)
    values = b"".join(value + b"\0" for _, value in pairs)
    start = 7 * 4
    key_table, value_table = start, start + 8 * len(pairs)
    texts = value_table + 8 * len(pairs)
    head = struct.pack("<7I", MAGIC, 0, len(pairs), key_table, value_table, 0, texts)
    places = _offset_table((key for key, _ in pairs), texts)
    places += _offset_table((value for _, value in pairs), texts + len(keys))
    return head + places + keys + values


def _key(message: CatalogueEntry) -> bytes:
    whole = [message.singular] if message.plural is None else [message.singular, message.plural]
    return "\0".join(whole).encode()


def _value(message: CatalogueEntry) -> bytes:
    return "\0".join(message.translations).encode()


def _offset_table(texts: Iterable[bytes], start: int) -> bytes:
    table = b""
    for text in texts:
        table += struct.pack("<2I", len(text), start)
        start += len(text) + 1
    return table


WEB = Path(__file__).resolve().parent
LETTERS = WEB.parent / "mail" / "services.py"
"""The words of e-mails, which are translated like those of pages."""
TRANSLATION_CALLS = {"_", "gettext", "later", "noted", "ngettext", "count_text"}
"""Names under which our modules import Django's functions."""


def messages_of_pages() -> list[CatalogueEntry]:
    """Every message once, in file order."""
    found = {
        (message.singular, message.plural): message
        for source in (_template_messages(), _module_messages())
        for message in source
    }
    return list(found.values())


def page_templates() -> dict[Path, Template]:
    engine = engines["django"]
    return {
        path: engine.from_string(path.read_text("utf-8")).template  # type: ignore[attr-defined]
        for path in sorted((WEB / "templates").rglob("*.html"))
    }


def template_nodes(branch: NodeList) -> Iterator[Node]:
    """Every node of a template. Django's own traversal skips the content of block tags."""
    for node in branch:
        yield node
        for name in {"nodelist", *node.child_nodelists}:
            yield from template_nodes(getattr(node, name, None) or NodeList())


def _template_messages() -> Iterator[CatalogueEntry]:
    for template in page_templates().values():
        for node in template_nodes(template.nodelist):
            if isinstance(node, TranslateNode):
                yield CatalogueEntry(
                    node.filter_expression.var.literal or str(node.filter_expression.var)
                )
            elif isinstance(node, BlockTranslateNode):
                yield _block_message(node)


def _block_message(node: BlockTranslateNode) -> CatalogueEntry:
    singular, _names = node.render_token_list(node.singular)
    if not node.plural:
        return CatalogueEntry(singular)
    plural, _names = node.render_token_list(node.plural)
    return CatalogueEntry(singular, plural)


def _module_messages() -> Iterator[CatalogueEntry]:
    for path in sorted([*WEB.rglob("*.py"), LETTERS]):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in TRANSLATION_CALLS:
                texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
                said = [text for text in texts if isinstance(text, str)]
                if said:
                    yield CatalogueEntry(said[0], said[1] if len(said) > 1 else None)


def _name(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else ""


def main() -> int:
    """Append missing messages, compile, and report how many are untranslated."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    waiting = 0
    for path in sorted((WEB / "locale").rglob("*.po")):
        known = {message.singular for message in read_po(path)}
        missing = [found for found in messages_of_pages() if found.singular not in known]
        _append(path, [(found.singular, found.plural) for found in missing])
        messages = read_po(path)
        waiting += sum(not message.is_translated for message in messages)
        path.with_suffix(".mo").write_bytes(mo_bytes(messages))
    sys.stderr.write(f"{waiting} sentences wait for a translation.\n")
    return 1 if waiting else 0


def _append(path: Path, missing: list[tuple[str, str | None]]) -> None:
    with path.open("a", encoding="utf-8") as file:
        for singular, plural in missing:
            file.write(f"\nmsgid {_quoted(singular)}\n")
            if plural is None:
                file.write('msgstr ""\n')
            else:
                file.write(f'msgid_plural {_quoted(plural)}\nmsgstr[0] ""\nmsgstr[1] ""\n')


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
