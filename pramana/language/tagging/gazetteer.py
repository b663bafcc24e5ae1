"""Known names found in a text, many at once, in time that grows with the text and not with them.

A name is the sounds of its words in a row. Every row that begins a name is remembered, so reading
a text is one look-up per word and start, and a row that begins nothing ends the attempt. The last
word of a name may carry a case ending: रामबहादुर थापाले is a mention of रामबहादुर थापा.
"""

import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from pramana.language.tagging.lexicon import MIDDLE_NAMES
from pramana.language.tagging.mentions import Kind, Mention
from pramana.language.tagging.sounds import sound
from pramana.language.tagging.words import Word, words

MOST_WORDS = 12
"""Words of a name that count; what is longer is a sentence."""

WHY = "a name in the registry"
SURE, ONE_WORD = 0.9, 0.6
"""One word alone may be any other word, or anybody: राम is also a name of God."""

_Row = tuple[str, ...]


class Gazetteer:
    """Names with the records they belong to. Picklable, and quick to read from its own file."""

    def __init__(self, names: Iterable[tuple[str, str, Kind]] = ()) -> None:
        """`names` are (record id, name, kind)."""
        self._records: dict[_Row, list[tuple[str, Kind]]] = {}
        self._begun: set[_Row] = set()
        for record, name, kind in names:
            self._add(_row(name), record, Kind(kind))

    def __len__(self) -> int:
        return len(self._records)

    def _add(self, row: _Row, record: str, kind: Kind) -> None:
        if not 0 < len(row) <= MOST_WORDS:
            return
        self._begun.update(row[:size] for size in range(1, len(row)))
        held = self._records.setdefault(row, [])
        if (record, kind) not in held:
            held.append((record, kind))

    def find(self, text: str) -> list[Mention]:
        """The longest known name at each place, in order."""
        read = [word for word in words(text) if _counts(word)]
        found, index = [], 0
        while index < len(read):
            reached = self._longest(read, index)
            if reached:
                found.append(self._mention(text, read[index], *reached))
                index = reached[0]
            else:
                index += 1
        return [mention for mention in found if _is_written_as_a_name(mention)]

    def _longest(self, read: list[Word], index: int) -> tuple[int, int, _Row] | None:
        """Where the longest name that starts here ends: the word after it, the place, its row."""
        row: _Row = ()
        best = None
        for at in range(index, min(index + MOST_WORDS, len(read))):
            word = read[at]
            whole, stem = row + _pieces(word.text), row + _pieces(word.stem)
            if whole in self._records:
                best = (at + 1, word.end, whole)
            elif stem in self._records:
                best = (at + 1, word.stem_end, stem)
            if whole not in self._begun:
                break
            row = whole
        return best

    def _mention(self, text: str, first: Word, after: int, end: int, row: _Row) -> Mention:
        held = self._records[row]
        confidence = SURE if len(row) > 1 else ONE_WORD
        ids = tuple(record for record, kind in held if kind is held[0][1])
        return Mention(first.start, end, held[0][1], text[first.start : end], confidence, WHY, ids)

    def save(self, file: Path) -> None:
        """Write a file that `load` reads."""
        with file.open("w", encoding="utf-8") as lines:
            for row, held in self._records.items():
                print(json.dumps([row, held], ensure_ascii=False), file=lines)

    @classmethod
    def load(cls, file: Path) -> "Gazetteer":
        """Read what `save` wrote; the same unchanged file is read once per process."""
        return _loaded(str(file), file.stat().st_mtime_ns)

    @classmethod
    def _read(cls, lines: Iterable[str]) -> "Gazetteer":
        own = cls()
        for line in lines:
            row, held = json.loads(line)
            for record, kind in held:
                own._add(tuple(row), record, Kind(kind))
        return own


@lru_cache(maxsize=4)
def _loaded(path: str, changed: int) -> Gazetteer:
    with Path(path).open(encoding="utf-8") as lines:
        return Gazetteer._read(lines)


def _row(name: str) -> _Row:
    return tuple(piece for word in words(name) if _counts(word) for piece in _pieces(word.text))


@lru_cache(maxsize=65536)
def _pieces(word: str) -> _Row:
    """The word's sound, in two where a middle name is written together with a given one.

    >>> _pieces("रामबहादुर") == (sound("राम"), sound("बहादुर"))
    True
    """
    whole = sound(word)
    for middle in _MIDDLES:
        if whole.endswith(middle) and len(whole) - len(middle) >= 2:
            return (whole[: -len(middle)], middle)
    return (whole,)


_MIDDLES = tuple(sound(word) for word in MIDDLE_NAMES.split() if len(word) >= 4)


def _counts(word: Word) -> bool:
    """Signs between words do not count: K.P. Oli is K P Oli."""
    return any(char.isalnum() for char in word.text)


def _is_written_as_a_name(mention: Mention) -> bool:
    """A single Latin word in small letters is a word: Rose, but not rose."""
    return " " in mention.text or not mention.text.islower()
