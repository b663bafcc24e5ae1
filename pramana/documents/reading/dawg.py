"""The word list inside a tesseract language file, written out.

The list is a graph of letters: each node a run of edges, each edge 64 bits with the letter, three
flags and the next node. The letters are numbers into the alphabet that the same file holds. The
data is Apache-2.0, made by Google from web text, and is here anyway because OCR needs it.
"""

import struct
from collections.abc import Iterator
from pathlib import Path

WORDS, ALPHABET = 19, 21
"""The places of the two parts in the file's table of contents."""

LAST, BACKWARDS, WORD_ENDS = 1, 2, 4
FLAG_BITS = 3
MAGIC = 42
LONGEST = 64


def words_in(path: Path) -> Iterator[str]:
    """Every word of the file's list; ValueError where the file is not of this kind."""
    data = path.read_bytes()
    words, alphabet = _part(data, WORDS), _alphabet(_part(data, ALPHABET))
    magic, size, count = struct.unpack_from("<hii", words)
    if magic != MAGIC or len(words) < 10 + 8 * count:
        raise ValueError(f"{path.name} holds no word list")
    edges = struct.unpack_from(f"<{count}Q", words, 10)
    yield from _walk(edges, alphabet, size.bit_length())


def _part(data: bytes, number: int) -> bytes:
    parts = struct.unpack_from("<i", data)[0]
    if not number < parts < 64:
        raise ValueError("not a tesseract language file")
    places = struct.unpack_from(f"<{parts}q", data, 4)
    start = places[number]
    if start < 0:
        raise ValueError("the language file holds no word list")
    return data[start : min((place for place in places if place > start), default=len(data))]


def _alphabet(part: bytes) -> list[str]:
    """One letter per line after the count; the first stands for a space."""
    lines = part.decode("utf-8").split("\n")
    letters = [line.split(" ", 1)[0] for line in lines[1 : int(lines[0]) + 1]]
    return ["" if letter == "NULL" else letter for letter in letters]


def _walk(edges: tuple[int, ...], alphabet: list[str], bits: int) -> Iterator[str]:
    letter_mask, next_shift = (1 << bits) - 1, bits + FLAG_BITS
    nowhere = (1 << (64 - next_shift)) - 1
    waiting = [(0, "")]
    while waiting:
        place, prefix = waiting.pop()
        while place < len(edges):
            edge = edges[place]
            flags = (edge >> bits) & 7
            if flags & BACKWARDS:
                break
            word, after = prefix + alphabet[edge & letter_mask], edge >> next_shift
            if flags & WORD_ENDS:
                yield word
            if after not in (0, nowhere) and len(word) < LONGEST:
                waiting.append((after, word))
            if flags & LAST:
                break
            place += 1
