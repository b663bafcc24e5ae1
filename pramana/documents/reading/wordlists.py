"""The word lists of this installation: those in the OCR language files, otherwise our own.

`python -m pramana.documents.reading.wordlists FOLDER` writes the lists of the language files in a
folder beside them (`nep.words`), one folded word per line, so that a process loads them in a tenth
of a second instead of a whole one. Without the files there are only the commonest words of each
language, which we wrote ourselves; they tell text from noise, but not good text from fair text.

A list in a tesseract language file is a directed acyclic word graph: each node is a run of edges,
and each edge is 64 bits with a letter, three flags and the next node. Letters are indexes into the
alphabet in the same file. The data is Apache-2.0, made by Google, and present because OCR needs it.
"""

import struct
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from pramana.documents.reading.text_quality import DEVANAGARI, JOINERS, LATIN, MIN_LETTERS, Lexicon
from pramana.kit.evidence import nfc
from pramana.language.scripts import Script

WORDS_PART, ALPHABET_PART = 19, 21
"""The indexes of the two parts in the file's table of contents."""

LAST_EDGE, BACKWARDS, WORD_ENDS = 1, 2, 4
FLAG_BITS = 3
DAWG_MAGIC = 42
MAX_WORD = 64


def dawg_words(path: Path) -> Iterator[str]:
    """Every word of a language file's list; ValueError where it has none."""
    data = path.read_bytes()
    words, alphabet = _part(data, WORDS_PART), _alphabet(_part(data, ALPHABET_PART))
    magic, size, count = struct.unpack_from("<hii", words)
    if magic != DAWG_MAGIC or len(words) < 10 + 8 * count:
        raise ValueError(f"{path.name} holds no word list")
    edges = struct.unpack_from(f"<{count}Q", words, 10)
    yield from _walk_edges(edges, alphabet, size.bit_length())


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
    """The letters of the file: one per line after the count; the first is a space."""
    lines = part.decode("utf-8").split("\n")
    letters = [line.split(" ", 1)[0] for line in lines[1 : int(lines[0]) + 1]]
    return ["" if letter == "NULL" else letter for letter in letters]


def _walk_edges(edges: tuple[int, ...], alphabet: list[str], bits: int) -> Iterator[str]:
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
            if after not in (0, nowhere) and len(word) < MAX_WORD:
                waiting.append((after, word))
            if flags & LAST_EDGE:
                break
            place += 1


LANGUAGES = {"nep": Script.DEVANAGARI, "hin": Script.DEVANAGARI, "eng": Script.LATIN}
WORD_SHAPES = {Script.DEVANAGARI: DEVANAGARI, Script.LATIN: LATIN}
COMMON_LISTS = {"nepali": Script.DEVANAGARI, "hindi": Script.DEVANAGARI, "english": Script.LATIN}


@cache
def load_lexicon(folder: str) -> Lexicon:
    """The word lists for the language files in a folder, loaded once per process."""
    words: dict[Script, set[str]] = {script: set() for script in WORD_SHAPES}
    for name, script in COMMON_LISTS.items():
        words[script].update(_common_words(name))
    complete = {
        script
        for language, script in LANGUAGES.items()
        if folder and _add_list(words[script], Path(folder), language)
    }
    return Lexicon(
        {script: frozenset(found) for script, found in words.items()}, frozenset(complete)
    )


def write_lists(folder: Path) -> dict[str, int]:
    """Write each language's list beside its file, and return the number of words in each."""
    counts = {}
    for language, script in LANGUAGES.items():
        source = folder / f"{language}.traineddata"
        if source.exists():
            found = sorted(fold_words(dawg_words(source), script))
            (folder / f"{language}.words").write_text("\n".join(found), "utf-8")
            counts[language] = len(found)
    return counts


def fold_words(words: Iterable[str], script: Script) -> set[str]:
    """The words as they are looked up: NFC, lower case, without joiners, in one script."""
    shape, shortest = WORD_SHAPES[script], MIN_LETTERS[script]
    found = (nfc(word.translate(JOINERS)).lower() for word in words)
    return {word for word in found if len(word) >= shortest and shape.match(word)}


def _add_list(words: set[str], folder: Path, language: str) -> bool:
    """Add a language's list, and return whether there is one."""
    written, source = folder / f"{language}.words", folder / f"{language}.traineddata"
    if written.exists():
        words.update(written.read_text("utf-8").split("\n"))
    elif source.exists():
        words |= fold_words(dawg_words(source), LANGUAGES[language])
    return written.exists() or source.exists()


def _common_words(name: str) -> set[str]:
    text = files(__package__).joinpath("common", f"{name}.txt").read_text("utf-8")
    return fold_words(text.split(), COMMON_LISTS[name])


if __name__ == "__main__":
    print(write_lists(Path(sys.argv[1])))
