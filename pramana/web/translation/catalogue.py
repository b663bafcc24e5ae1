"""Reads a .po file and writes the .mo file Django loads: as much of the formats as we use."""

import ast
import re
import struct
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

MAGIC = 0x950412DE
KEYWORD = re.compile(r'^(msgid_plural|msgid|msgstr(?:\[\d\])?) (".*")$')


@dataclass
class Message:
    """One entry: `plural` is None where the sentence does not count anything."""

    singular: str
    plural: str | None = None
    translations: list[str] = field(default_factory=list)
    is_fuzzy: bool = False

    @property
    def is_translated(self) -> bool:
        wanted = 1 if self.plural is None else 2
        return not self.is_fuzzy and len([word for word in self.translations if word]) >= wanted


def read_po(path: Path) -> list[Message]:
    """Every entry, the header (whose singular is empty) first."""
    blocks = re.split(r"\n\s*\n", path.read_text("utf-8").strip())
    return [_message(block.splitlines()) for block in blocks]


def _message(lines: Iterable[str]) -> Message:
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
    return Message(named["msgid"], named.get("msgid_plural"), said, is_fuzzy)


def mo_bytes(messages: Iterable[Message]) -> bytes:
    """The compiled catalogue: sorted keys and their translations, with two tables of places."""
    pairs = sorted(
        (_key(message), _value(message)) for message in messages if message.is_translated
    )
    keys = b"".join(key + b"\0" for key, _ in pairs)
    values = b"".join(value + b"\0" for _, value in pairs)
    start = 7 * 4
    key_table, value_table = start, start + 8 * len(pairs)
    texts = value_table + 8 * len(pairs)
    head = struct.pack("<7I", MAGIC, 0, len(pairs), key_table, value_table, 0, texts)
    places = _places((key for key, _ in pairs), texts)
    places += _places((value for _, value in pairs), texts + len(keys))
    return head + places + keys + values


def _key(message: Message) -> bytes:
    whole = [message.singular] if message.plural is None else [message.singular, message.plural]
    return "\0".join(whole).encode()


def _value(message: Message) -> bytes:
    return "\0".join(message.translations).encode()


def _places(texts: Iterable[bytes], start: int) -> bytes:
    table = b""
    for text in texts:
        table += struct.pack("<2I", len(text), start)
        start += len(text) + 1
    return table
