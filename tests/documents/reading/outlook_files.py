"""Outlook messages made on the spot: compound files (MS-CFB) with the properties of MS-OXMSG."""

import struct
from collections.abc import Mapping
from typing import Any, Union

Tree = Mapping[str, Union[bytes, "Tree"]]

SECTOR, MINI, CUTOFF = 512, 64, 4096
END, FREE, FAT_SECTOR = 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFD
STRING, BINARY, NUMBER, TIME = 0x001F, 0x0102, 0x0003, 0x0040


class CompoundFile:
    """Storages and streams, written as version 3 of the format."""

    def __init__(self, tree: Tree) -> None:
        self.sectors: list[bytes] = []
        self.fat: list[int] = []
        self.mini, self.mini_fat = b"", list[int]()
        self.entries: list[list[Any]] = [["Root Entry", 5, END, 0, FREE, FREE]]
        self.entries[0][4] = self._add_all(tree)

    def _add_all(self, tree: Tree) -> int:
        """Add the members of a storage as a chain; return the first."""
        numbers = [self._add(name, node) for name, node in tree.items()]
        for number, right in zip(numbers, [*numbers[1:], FREE], strict=True):
            self.entries[number][5] = right
        return numbers[0] if numbers else FREE

    def _add(self, name: str, node: "bytes | Tree") -> int:
        number = len(self.entries)
        if isinstance(node, bytes):
            self.entries.append([name, 2, self._place(node), len(node), FREE, FREE])
        else:
            self.entries.append([name, 1, 0, 0, FREE, FREE])
            self.entries[number][4] = self._add_all(node)
        return number

    def _place(self, content: bytes) -> int:
        if len(content) >= CUTOFF:
            return self._add_sectors(content)
        start, count = len(self.mini_fat), -(-len(content) // MINI)
        if not count:
            return END
        self.mini += content.ljust(count * MINI, b"\x00")
        self.mini_fat += [*range(start + 1, start + count), END]
        return start

    def _add_sectors(self, content: bytes) -> int:
        start, count = len(self.sectors), -(-len(content) // SECTOR)
        if not count:
            return END
        padded = content.ljust(count * SECTOR, b"\x00")
        self.sectors += [padded[SECTOR * n : SECTOR * (n + 1)] for n in range(count)]
        self.fat += [*range(start + 1, start + count), END]
        return start

    def to_bytes(self) -> bytes:
        self.entries[0][2:4] = [self._add_sectors(self.mini), len(self.mini)]
        mini_fat = self._add_sectors(_numbers(self.mini_fat))
        directory = self._add_sectors(b"".join(_entry(*each) for each in self.entries))
        count = 1
        while (len(self.fat) + count) * 4 > count * SECTOR:
            count += 1
        first = len(self.sectors)
        table = _numbers([*self.fat, *[FAT_SECTOR] * count]).ljust(count * SECTOR, b"\xff")
        head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(16)
        mini_sectors = -(-len(self.mini_fat) * 4 // SECTOR)
        head += struct.pack("<HHHHH6xII", 0x3E, 3, 0xFFFE, 9, 6, 0, count)
        head += _numbers([directory, 0, CUTOFF, mini_fat, mini_sectors, END, 0])
        head += _numbers(list(range(first, first + count)))
        return head.ljust(SECTOR, b"\xff") + b"".join(self.sectors) + table


def _numbers(values: list[int]) -> bytes:
    return struct.pack(f"<{len(values)}I", *values)


def _entry(name: str, kind: int, start: int, size: int, child: int, right: int) -> bytes:
    raw = name.encode("utf-16-le") + b"\x00\x00"
    return (
        raw.ljust(64, b"\x00")
        + struct.pack("<HBBIII", len(raw), kind, 1, FREE, right, child)
        + bytes(36)
        + struct.pack("<IQ", start, size)
    )


def outlook_message(
    subject: str = "The well at Khola",
    body: str = "Dear Bir,\r\nthe pump costs Rs. 84,000.",
    *attachments: tuple[str, bytes],
    html: bytes = b"",
    headers: str = "",
) -> bytes:
    """A message from Asha to Bir, with attachments."""
    strings = {0x001A: "IPM.Note", 0x0037: subject, 0x0C1A: "Asha Tamang"}
    strings |= {0x0C1F: "asha@example.org", 0x1000: body, 0x007D: headers}
    sent = (1_772_440_200 + 11_644_473_600) * 10_000_000  # 2 March 2026, 08:30 UTC
    tree: dict[str, bytes | Tree] = _storage(
        struct.pack("<8xIIII8x", 1, len(attachments), 1, len(attachments)),
        {number: text for number, text in strings.items() if text},
        {0x1013: html} if html else {},
        {(0x0039, TIME): sent},
    )
    tree["__recip_version1.0_#00000000"] = _storage(
        bytes(8), {0x3001: "Bir Magar", 0x3003: "bir@example.org"}, {}, {(0x0C15, NUMBER): 1}
    )
    for number, (name, content) in enumerate(attachments):
        tree[f"__attach_version1.0_#{number:08X}"] = _storage(
            bytes(8), {0x3707: name}, {0x3701: content}, {(0x3705, NUMBER): 1}
        )
    return CompoundFile(tree).to_bytes()


def _storage(
    header: bytes,
    strings: Mapping[int, str],
    binaries: Mapping[int, bytes],
    numbers: Mapping[tuple[int, int], int],
) -> "dict[str, bytes | Tree]":
    streams: dict[str, bytes | Tree] = {}
    rows = b""
    for number, text in strings.items():
        raw = text.encode("utf-16-le")
        streams[f"__substg1.0_{number:04X}{STRING:04X}"] = raw
        rows += struct.pack("<HHIII", STRING, number, 6, len(raw) + 2, 0)
    for number, raw in binaries.items():
        streams[f"__substg1.0_{number:04X}{BINARY:04X}"] = raw
        rows += struct.pack("<HHIII", BINARY, number, 6, len(raw), 0)
    for (number, kind), value in numbers.items():
        rows += struct.pack("<HHIQ", kind, number, 6, value)
    streams["__properties_version1.0"] = header + rows
    return streams
