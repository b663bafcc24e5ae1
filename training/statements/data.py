"""Messages with their statements, as they were written for this project, and as tensors.

A file is plain text: `# conversation`, then `> Name: message` and under it a line per statement,
`- family | subject | object | status | when | by`. Words are exact parts of the message; `@` is
the speaker; `^words` stand in one of the two messages before. `< Name: message` is only there to be
referred to: what it states is not told.
"""

import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from zlib import crc32

from tokenizers import Tokenizer

from pramana.memory.domain.reading.statement_head import (
    FAMILIES,
    LONGEST_OBJECT,
    STATUSES,
    Piece,
    begins_word,
    message_tokens,
)

HELD_OUT = 10
"""Every tenth conversation is never trained on."""
PEOPLE = frozenset(
    (
        *("spouse", "parent", "child", "sibling", "relative", "friend", "boss", "colleague"),
        *("nickname", "same_as"),
    )
)
BODIES = frozenset(("works_at", "studies_at", "member_of"))
PLACES = frozenset(("lives_in", "comes_from"))
DEVANAGARI = re.compile("[\u0900-\u097f]")
NAME = re.compile(r"[A-ZÀ-Þ][\w'’-]+")
WORD = "0-9A-Za-zÀ-ž\u0900-\u0963"


@dataclass(frozen=True)
class Statement:
    family: str
    subject: str
    object: str
    status: str
    when: str = ""
    by: str = ""


@dataclass(frozen=True)
class Message:
    source: str
    speaker: str
    text: str
    before: tuple[str, ...] = ()
    """Up to two messages before, newest first, each as `Name: message`."""
    statements: tuple[Statement, ...] = ()
    held_out: bool = False


@dataclass
class Example:
    """A message as the network sees it. Places are pairs of a first and a last token."""

    message: Message
    ids: list[int]
    pieces: list[Piece]
    texts: list[str]
    targets: dict[tuple[tuple[int, int], int], list["Target"]] = field(default_factory=dict)
    lost: int = 0


@dataclass(frozen=True)
class Target:
    subject: tuple[int, int]
    by: tuple[int, int]
    when: tuple[int, int]
    status: int


def load(folder: Path) -> list[Message]:
    return [message for file in sorted(folder.glob("*.txt")) for message in _read(file)]


def _read(file: Path) -> Iterator[Message]:
    talk, number = [], 0
    for line in file.read_text("utf-8").splitlines():
        kind, words = line[:1], line[1:].strip()
        if kind == "#":
            yield from _finished(talk, file.stem, number)
            talk, number = [], number + 1
        elif kind in "<>" and kind:
            speaker, text = words.split(":", 1)
            talk.append((speaker.strip(), text.strip(), [] if kind == ">" else None))
        elif kind == "-":
            parts = [each.strip() for each in words.split("|")]
            talk[-1][2].append(Statement(*parts[:6]))
    yield from _finished(talk, file.stem, number)


def _finished(talk: list, file: str, number: int) -> Iterator[Message]:
    held_out = crc32(f"{file}/{number}".encode()) % HELD_OUT == 0
    for at, (speaker, text, statements) in enumerate(talk):
        if statements is None:
            continue
        before = [f"{who}: {said}" for who, said, _ in talk[max(0, at - 2) : at]][::-1]
        source = file.split("_")[0]
        yield Message(source, speaker, text, tuple(before), tuple(statements), held_out)


class Renaming:
    """Other names for the people, bodies and places of a message, the same wherever they stand."""

    def __init__(self, table: dict[str, str]) -> None:
        self._table = table
        names = sorted(table, key=len, reverse=True)
        alternatives = "|".join(map(re.escape, names))
        self._pattern = re.compile(f"(?<![{WORD}])(?:{alternatives})") if names else None

    def __call__(self, text: str) -> str:
        if self._pattern is None:
            return text
        return self._pattern.sub(lambda match: self._table[match.group()], text)


class Variation:
    """Makes a message again with other names, and typed in another way."""

    def __init__(self, messages: Iterable[Message], seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311 - repeatable on purpose
        pools: dict[tuple[str, bool], set[str]] = defaultdict(set)
        for message in messages:
            for kind, name in _names(message):
                pools[kind, bool(DEVANAGARI.search(name))].add(name)
        self._pools = {key: sorted(names) for key, names in pools.items()}

    def vary(self, message: Message) -> Message:
        chance = self._random
        if chance.random() < 0.6:
            message = self._renamed(message)
        if chance.random() < 0.08 and not any(s.subject[:1] == "^" for s in message.statements):
            message = replace(message, before=())
            if any(s.object[:1] == "^" or s.by[:1] == "^" for s in message.statements):
                message = replace(message, statements=())
        if chance.random() < 0.1:
            message = _changed(message, str.lower)
        if chance.random() < 0.1:
            message = replace(message, text=message.text.rstrip(".!।"))
        return message

    def _renamed(self, message: Message) -> Message:
        table: dict[str, str] = {}
        for kind, name in _names(message):
            if name in table or len(name) < 3 or self._random.random() < 0.3:
                continue
            other = self._random.choice(self._pools[kind, bool(DEVANAGARI.search(name))])
            table[name] = other
        return _changed(message, Renaming(table)) if table else message


def _changed(message: Message, change) -> Message:
    found = replace(
        message,
        speaker=change(message.speaker),
        text=change(message.text),
        before=tuple(map(change, message.before)),
        statements=tuple(
            replace(
                each,
                subject=change(each.subject),
                object=change(each.object),
                when=change(each.when),
                by=change(each.by),
            )
            for each in message.statements
        ),
    )
    texts = (found.text, *found.before)
    values = [v for s in found.statements for v in (s.subject, s.object, s.when, s.by)]
    whole = all(any(v.strip("^@") in text for text in texts) for v in values if v)
    return found if whole else message


def _names(message: Message) -> Iterator[tuple[str, str]]:
    """The names in a message: words of people's names, bodies and places."""
    people = [message.speaker]
    for each in message.statements:
        people += [each.subject, each.by]
        if each.family in PEOPLE:
            people.append(each.object)
        elif each.family in BODIES:
            yield "body", each.object.strip("^")
        elif each.family in PLACES:
            yield "place", each.object.strip("^")
    for person in people:
        words = person.strip("^@").split()
        if len(words) > 3 or not words:
            continue
        for number, word in enumerate(words):
            if NAME.fullmatch(word) or (DEVANAGARI.match(word) and len(words) > 1):
                yield ("surname" if number else "name"), word


def encode(message: Message, tokenizer: Tokenizer) -> Example:
    """The message's tokens, and where the words of its statements stand."""
    texts = [f"{message.speaker}: {message.text}", *message.before]
    ids, pieces = message_tokens(tokenizer, texts)
    example = Example(message, ids, pieces, texts)
    head = len(message.speaker) + 2
    nowhere = _separator(pieces)
    for each in message.statements:
        subject = _place(example, _plain(each.subject, message), head)
        thing = subject if each.family == "died" else _place(example, each.object, head)
        usable = subject and thing and thing[1] - thing[0] < LONGEST_OBJECT
        if not usable or not begins_word(pieces[thing[0]], texts):
            example.lost += 1
            continue
        target = Target(
            subject,
            _place(example, each.by, head) or nowhere,
            _place(example, each.when, head) or nowhere,
            STATUSES.index(each.status),
        )
        key = (thing, FAMILIES.index(each.family))
        example.targets.setdefault(key, []).append(target)
    return example


def _plain(subject: str, message: Message) -> str:
    return "@" if subject.strip("^") == message.speaker else subject


def _separator(pieces: Sequence[Piece]) -> tuple[int, int]:
    at = next(number for number, (text, _, _) in enumerate(pieces) if number and text < 0)
    return at, at


def _place(example: Example, words: str, head: int) -> tuple[int, int] | None:
    if not words:
        return None
    if words == "@":
        return 0, 0
    numbers = [1, 2] if words[0] == "^" else [0]
    words = words.removeprefix("^")
    for number in numbers[: len(example.texts)]:
        if number >= len(example.texts):
            break
        text = example.texts[number]
        for start in _starts(text, words, head if number == 0 else 0):
            tokens = [
                at
                for at, (of, first, last) in enumerate(example.pieces)
                if of == number and first < start + len(words) and start < last
            ]
            if tokens:
                return tokens[0], tokens[-1]
    return None


def _starts(text: str, words: str, head: int) -> list[int]:
    """Where the words begin; first as whole words, then anywhere."""
    found = [
        match.start() for match in re.finditer(re.escape(words), text) if match.start() >= head
    ]
    whole = [at for at in found if not re.match(f"[{WORD}]", text[at - 1 : at] or " ")]
    return [*whole, *(at for at in found if at not in whole)]
