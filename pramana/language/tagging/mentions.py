"""Mentions: the names found in a text, and the gazetteer that finds many known ones.

The gazetteer's time depends on the text alone. A name is stored as the row of its words' sounds,
and so is every prefix of such a row. The search extends a row word by word and stops as soon as it
is no prefix of a name. The last word of a name may carry a case ending: रामबहादुर थापाले is a mention
of रामबहादुर थापा.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from pramana.language.tagging.nepali_words import MIDDLE_NAMES
from pramana.language.tagging.words import NepaliWord, sound, words


class MentionKind(StrEnum):
    PERSON = "PERSON"
    ORGANIZATION = "ORGANIZATION"
    LOCATION = "LOCATION"


@dataclass(frozen=True)
class NameMention:
    """A name as written in the text, without title and case ending.

    `start` and `end` count code points of the NFC text. `ids` are the registry records of that
    name, where a gazetteer found it.
    """

    start: int
    end: int
    kind: MentionKind
    text: str
    confidence: float
    why: str
    ids: tuple[str, ...] = ()

    def shift(self, by: int) -> "NameMention":
        """The same mention, `by` characters further on in a longer text."""
        return replace(self, start=self.start + by, end=self.end + by)


def drop_overlaps(mentions: Iterable[NameMention]) -> list[NameMention]:
    """The mentions in the order of the text. Of two that overlap, the surer or longer one stays.

    >>> short = NameMention(0, 3, MentionKind.PERSON, "Ram", 0.5, "")
    >>> long = NameMention(0, 9, MentionKind.PERSON, "Ram Thapa", 0.5, "")
    >>> drop_overlaps([short, long]) == [long]
    True
    """
    kept: list[NameMention] = []
    taken: set[int] = set()
    for mention in sorted(mentions, key=lambda each: (-each.confidence, each.start - each.end)):
        places = range(mention.start, mention.end)
        if taken.isdisjoint(places):
            taken.update(places)
            kept.append(mention)
    return sorted(kept, key=lambda each: each.start)


def replace_overlapped(
    mentions: Iterable[NameMention], rule_mentions: Iterable[NameMention]
) -> list[NameMention]:
    """The mentions, with each rule's mention in place of those it overlaps.

    A mention of the same kind that contains the rule's mention stays: the rule saw only part of
    the name.
    """
    kept = list(mentions)
    for rule in rule_mentions:
        overlapping = [each for each in kept if _overlap(each, rule)]
        if not any(_contains(each, rule) for each in overlapping):
            kept = [each for each in kept if each not in overlapping] + [rule]
    return kept


def _overlap(one: NameMention, other: NameMention) -> bool:
    return one.start < other.end and other.start < one.end


def _contains(one: NameMention, other: NameMention) -> bool:
    if one.kind is not other.kind or not (one.start <= other.start and other.end <= one.end):
        return False
    return one.end - one.start > other.end - other.start or one.confidence >= other.confidence


MAX_WORDS = 12
"""A longer name is not stored: it is a sentence."""

EXPLANATION = "a name in the registry"
CONFIDENCE, ONE_WORD_CONFIDENCE = 0.9, 0.6
"""A single word is less sure: it may be another word, or the name of many people."""

SoundRow = tuple[str, ...]


class Gazetteer:
    """Names and the records they belong to. It can be pickled, and saved to a file."""

    def __init__(self, names: Iterable[tuple[str, str, MentionKind]] = ()) -> None:
        """`names` are (record id, name, kind)."""
        self._records: dict[SoundRow, list[tuple[str, MentionKind]]] = {}
        self._prefixes: set[SoundRow] = set()
        for record, name, kind in names:
            self._add(_sound_row(name), record, MentionKind(kind))

    def __len__(self) -> int:
        return len(self._records)

    def _add(self, row: SoundRow, record: str, kind: MentionKind) -> None:
        if not 0 < len(row) <= MAX_WORDS:
            return
        self._prefixes.update(row[:size] for size in range(1, len(row)))
        records = self._records.setdefault(row, [])
        if (record, kind) not in records:
            records.append((record, kind))

    def find(self, text: str) -> list[NameMention]:
        """The longest known name at each position, in order."""
        text_words = [word for word in words(text) if _is_word(word)]
        found, index = [], 0
        while index < len(text_words):
            match = self._longest(text_words, index)
            if match:
                after, end, row = match
                found.append(self._mention(text, text_words[index].start, end, row))
                index = after
            else:
                index += 1
        return [mention for mention in found if _is_written_as_a_name(mention)]

    def _longest(
        self, text_words: list[NepaliWord], index: int
    ) -> tuple[int, int, SoundRow] | None:
        """The longest name that starts here: the index after it, where it ends, and its row."""
        row: SoundRow = ()
        best = None
        for at in range(index, min(index + MAX_WORDS, len(text_words))):
            word = text_words[at]
            whole, stem = row + _pieces(word.text), row + _pieces(word.stem)
            if whole in self._records:
                best = (at + 1, word.end, whole)
            elif stem in self._records:
                best = (at + 1, word.stem_end, stem)
            if whole not in self._prefixes:
                break
            row = whole
        return best

    def _mention(self, text: str, start: int, end: int, row: SoundRow) -> NameMention:
        records = self._records[row]
        confidence = CONFIDENCE if len(row) > 1 else ONE_WORD_CONFIDENCE
        ids = tuple(record for record, kind in records if kind is records[0][1])
        return NameMention(start, end, records[0][1], text[start:end], confidence, EXPLANATION, ids)

    def save(self, file: Path) -> None:
        """Write the gazetteer to a file that `load` reads."""
        with file.open("w", encoding="utf-8") as lines:
            for row, records in self._records.items():
                print(json.dumps([row, records], ensure_ascii=False), file=lines)

    @classmethod
    def load(cls, file: Path) -> "Gazetteer":
        """Read a file that `save` wrote; an unchanged file is read once per process."""
        return _load(str(file), file.stat().st_mtime_ns)

    @classmethod
    def _read(cls, lines: Iterable[str]) -> "Gazetteer":
        gazetteer = cls()
        for line in lines:
            row, records = json.loads(line)
            for record, kind in records:
                gazetteer._add(tuple(row), record, MentionKind(kind))
        return gazetteer


@lru_cache(maxsize=4)
def _load(path: str, changed: int) -> Gazetteer:
    with Path(path).open(encoding="utf-8") as lines:
        return Gazetteer._read(lines)


def _sound_row(name: str) -> SoundRow:
    return tuple(piece for word in words(name) if _is_word(word) for piece in _pieces(word.text))


@lru_cache(maxsize=65536)
def _pieces(word: str) -> SoundRow:
    """The word's sound, split in two where a middle name is attached to a given name.

    >>> _pieces("रामबहादुर") == (sound("राम"), sound("बहादुर"))
    True
    """
    whole = sound(word)
    for middle in _MIDDLE_NAMES:
        if whole.endswith(middle) and len(whole) - len(middle) >= 2:
            return (whole[: -len(middle)], middle)
    return (whole,)


_MIDDLE_NAMES = tuple(sound(word) for word in MIDDLE_NAMES.split() if len(word) >= 4)


def _is_word(word: NepaliWord) -> bool:
    """Punctuation is skipped: K.P. Oli is K P Oli."""
    return any(char.isalnum() for char in word.text)


def _is_written_as_a_name(mention: NameMention) -> bool:
    """A single Latin word in small letters is not a name: Rose is, rose is not."""
    return " " in mention.text or not mention.text.islower()
