"""Why two names got their score, in sentences a person can check by looking."""

from collections.abc import Sequence
from typing import Protocol

from pramana.language.names.cleaning import normalise
from pramana.language.names.roles import Role
from pramana.language.names.words import Name

CALLED = {
    Role.GIVEN: "given name",
    Role.MIDDLE: "middle name",
    Role.FAMILY: "family name",
    Role.OTHER: "other name",
    Role.NAME: "name",
}
SAME_SOUND = 0.97
CLOSE = 0.88


class Part(Protocol):
    """What a sentence needs to know of a part."""

    @property
    def role(self) -> Role: ...
    @property
    def ours(self) -> str: ...
    @property
    def theirs(self) -> str: ...
    @property
    def alike(self) -> float: ...


def sentences(one: Name, other: Name, parts: Sequence[Part], *, reordered: bool) -> tuple[str, ...]:
    """One sentence per part, and one for each thing that was left out of account."""
    if normalise(one.text) == normalise(other.text):
        return (f"the names are written the same: {one.text}",)
    said = [_sentence(part, _meaning(one, part.ours)) for part in parts]
    if reordered:
        said.append("the parts stand in another order")
    if one.titles != other.titles:
        said.append(f"titles do not count: {', '.join((*one.titles, *other.titles))}")
    return tuple(said)


def _sentence(part: Part, meaning: str) -> str:
    called = CALLED[part.role]
    if not (part.ours and part.theirs):
        return f"{called} is in one of the names only: {part.ours or part.theirs}"
    shown = f"{part.ours} / {part.theirs}"
    if part.ours == part.theirs:
        return f"{called} is the same: {part.ours}"
    if meaning:
        return f"{called} means the same: {shown}"
    if part.alike >= SAME_SOUND:
        return f"{called} sounds the same: {shown}"
    if part.alike >= CLOSE:
        return f"{called} sounds almost the same: {shown}"
    if min(len(part.ours), len(part.theirs)) == 1:
        return f"{called} may be shortened: {shown}"
    return f"{called} differs: {shown}"


def _meaning(name: Name, text: str) -> str:
    return next((word.meaning for word in name.words if word.text == text), "")
