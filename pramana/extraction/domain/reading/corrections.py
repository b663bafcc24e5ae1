"""Corrections of simple shape, read from words: "set X to Y", "remove X", "rename X to Y".

What is not of such a shape gives no edit, and whoever asked says so: a guess would change a value
that a person has looked at.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pramana.extraction.contracts.values import Json
from pramana.extraction.domain.reading.naming import Leaf, Names, snake
from pramana.extraction.domain.reading.retyping import as_written, like


class Action(StrEnum):
    SET = "set"
    REMOVE = "remove"
    RENAME = "rename"


@dataclass(frozen=True)
class Edit:
    """One change. `to` is the new path of a rename; `value` the new value of a set."""

    action: Action
    path: str
    value: Json = None
    to: str = ""
    said: str = ""
    """The words that ask for it."""


_PLEASE = re.compile(r"^\W*(?:please|kindly|कृपया|and|also|then|अनि|र)\b[\s,]*", re.IGNORECASE)
_SET = (
    r"(?:set|change|update|correct|fix|make|put|edit)\s+(?:the\s+)?(?:value\s+of\s+)?(?P<what>.+?)\s*"
    r"(?:\s(?:from\s+\S+(?:\s\S+){0,5}?\s+)?(?:to\s+be|to|as|into|=)\s|\s*[:=→]\s*|->)\s*(?P<value>.+)",
    r"add\s+(?:a\s+|the\s+)?(?:field\s+)?(?P<what>.+?)\s*(?:\s(?:as|with(?:\s+value)?)\s|\s*[:=]\s*)(?P<value>.+)",
    r"(?:the\s+)?(?P<what>.+?)\s+(?:is\s+wrong|is\s+incorrect|is\s+not\s+right)[,;:.\s]+(?:it\s+)?"
    r"(?:should\s+be|must\s+be|is|ought\s+to\s+be)\s+(?P<value>.+)",
    r"(?:the\s+)?(?P<what>.+?)\s+(?:should\s+(?:be|read|say)|must\s+be|ought\s+to\s+be|is\s+actually|"
    r"is\s+really|needs\s+to\s+be)\s+(?P<value>.+)",
    r"replace\s+(?:the\s+)?(?P<what>.+?)\s+(?:with|by)\s+(?P<value>.+)",
    r"(?P<what>.+?)\s?लाई\s+(?P<value>.+?)\s*(?:बनाउ|गर्नु|राख्नु|गर|राख|मा\s+(?:बदल|परिवर्तन))\S*(?:\s+\S+)?",
    r"(?P<what>.+?)\s?मा\s+(?P<value>.+?)\s*(?:राख्नु|राख|लेख्नु|लेख)\S*",
    r"(?P<what>[^:=]+?)\s*[:=→]\s*(?P<value>.+)",
)  # fmt: skip
_VERB = re.compile(r"^(?:(?:set|make|change|correct|update)\s+)?(?:the\s+)?", re.IGNORECASE)
_SAID = re.compile(r"\s*(?:हुनुपर्छ|हुनुपर्ने|हुनु पर्छ|हो)\s*$")
_REMOVE = (
    r"(?:remove|delete|drop|clear|erase|get\s+rid\s+of)\s+(?:the\s+)?(?:field\s+)?(?P<what>.+?)(?:\s+field)?",
    r"(?P<what>.+?)\s?(?:लाई\s+)?(?:हटाउ|मेटाउ|मेट|हटा|निकाल)\S*(?:\s+\S+)?",
)  # fmt: skip
_RENAME = (
    r"rename\s+(?:the\s+)?(?:field\s+)?(?P<what>.+?)\s+(?:to|as|into)\s+(?P<value>.+)",
    r"(?:change|correct)\s+(?:the\s+)?name\s+of\s+(?:the\s+)?field\s+(?P<what>.+?)\s+to\s+(?P<value>.+)",
    r"call\s+(?:the\s+)?(?P<what>.+?)\s+(?P<value>\S+)",
    r"(?P<what>.+?)\s?को\s+नाम\s+(?P<value>.+?)\s+(?:राख|बनाउ|गर|मा\s+बदल)\S*(?:\s+\S+)?",
)  # fmt: skip
_SHAPES = [
    (action, re.compile(shape, re.IGNORECASE | re.DOTALL))
    for action, shapes in (
        (Action.RENAME, _RENAME),
        (Action.REMOVE, _REMOVE),
        (Action.SET, _SET),
    )
    for shape in shapes
]
_PARTS = re.compile(
    r"[;\n]+|(?<=[^\d\W])[.।]\s+|\s+(?:and|then|अनि)\s+(?=(?:set|change|update|correct|fix|remove|"
    r"delete|drop|clear|rename|replace|add|make)\b)|,\s*(?=(?:set|change|remove|delete|rename)\b)",
    re.IGNORECASE,
)
_NOT = re.compile(r"[,\s]+(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+.+$", re.IGNORECASE)
LONGEST = 2_000


def read_correction(instruction: str, fields: Mapping[str, Any]) -> list[Edit]:
    """The edits that an instruction asks for; none where its shape is not known.

    >>> [edit] = read_correction("total should be 33.90", {"totals": {"total": 33.92}})
    >>> edit.action.value, edit.path, edit.value
    ('set', 'totals.total', 33.9)
    """
    return [edit for _, edit in read_wishes(instruction, fields) if edit]


def read_wishes(instruction: str, fields: Mapping[str, Any]) -> list[tuple[str, Edit | None]]:
    """What an instruction asks for, wish by wish, each with its edit where its shape is known."""
    names = Names(fields)
    parts = (" ".join(part.split()) for part in _PARTS.split(instruction[:LONGEST]))
    return [(part, _wished(part, names)) for part in parts if part]


def _wished(part: str, names: Names) -> Edit | None:
    words = _PLEASE.sub("", part).rstrip("।! ")
    for action, shape in _SHAPES:
        match = shape.fullmatch(words)
        edit = _edit(action, match, names, words) if match else None
        if edit:
            return edit
    return _bare(words, names)


def _edit(action: Action, match: re.Match[str], names: Names, said: str) -> Edit | None:
    what = match["what"].strip(" .,")
    leaf = names.find(what)
    if action is Action.REMOVE:
        return Edit(action, leaf.path, said=said) if leaf else None
    value = _NOT.sub("", match["value"]).strip()
    if action is Action.RENAME:
        return (
            Edit(action, leaf.path, to=names.renamed(leaf, as_written(value)), said=said)
            if leaf
            else None
        )
    leaf = leaf or names.holding(what)
    if leaf is None and not _may_be_new(what):
        return None
    leaf = leaf or Leaf(snake(what), None)
    return Edit(Action.SET, leaf.path, like(leaf, value), said=said)


def _may_be_new(what: str) -> bool:
    return len(what.split()) <= 4 and any(char.isalpha() for char in what)


def _bare(words: str, names: Names) -> Edit | None:
    """A known name followed by its value: "जम्मा रकम ५००० हुनुपर्छ", "total is 45"."""
    whole = _SAID.sub("", _VERB.sub("", words)).split()
    for count in range(min(len(whole) - 1, 5), 0, -1):
        leaf = names.find(" ".join(whole[:count]), nearly=False)
        rest = re.sub(r"^(?:is|=|को|:)\s+", "", " ".join(whole[count:]), flags=re.IGNORECASE)
        if leaf and rest:
            return Edit(Action.SET, leaf.path, like(leaf, _NOT.sub("", rest)), said=words)
    return None
