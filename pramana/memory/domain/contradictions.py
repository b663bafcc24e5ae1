"""What the rules leave open about facts: a known one of the same pair that may say otherwise.

Only a fact of the same family, with the same pair or the same unique side, is ever asked about; and
only an answer that names it closes it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.language.names import normalise
from pramana.memory.contracts.extraction import OpenFact
from pramana.memory.contracts.graph import Fact, UniqueSide
from pramana.memory.domain.drafting import Drafted
from pramana.memory.domain.groups import Rules
from pramana.memory.domain.relations import twin_of

SHORT = 2
"""Letters up to which a word carries nothing; figures always do."""

Names = Mapping[UUID, str]


@dataclass(frozen=True)
class Doubt:
    """A drafted fact, and the known ones it may contradict."""

    drafted: Drafted
    held: tuple[Fact, ...]

    def as_open(self) -> OpenFact:
        return OpenFact(self.drafted.fact.text, tuple(each.text for each in self.held))


def doubts(
    drafts: Sequence[Drafted], known: Sequence[Fact], rules: Rules, names: Names
) -> list[Doubt]:
    """The facts of a message that code alone cannot place."""
    found = []
    for each in drafts:
        held = () if each.only_ends else tuple(_held(each, known, rules, names))
        if held:
            found.append(Doubt(each, held))
    return found


def _held(drafted: Drafted, known: Sequence[Fact], rules: Rules, names: Names) -> list[Fact]:
    fact, family = drafted.fact, rules.families.of(drafted.fact.relation)
    ignored = _words(" ".join((family.name, *family.aliases, fact.relation)).replace("_", " "))
    ignored |= _words(" ".join(names.get(id_, "") for id_ in (fact.subject_id, fact.object_id)))
    twin = twin_of(drafted, known)
    held = [] if twin is None or not _may_change(twin, fact, ignored) else [twin]
    return held + [each for each in known if _is_level(each, fact, family.unique_side)]


def _may_change(twin: Fact, fact: Fact, ignored: set[str]) -> bool:
    """Whether a later fact on the same pair says something else, beyond other words for it."""
    if not (twin.valid.start and fact.valid.start and twin.valid.start < fact.valid.start):
        return False
    ours, theirs = _words(fact.text) - ignored, _words(twin.text) - ignored
    return bool(ours - theirs) and bool(theirs - ours)


def _is_level(known: Fact, fact: Fact, side: UniqueSide) -> bool:
    """Whether both would be the only one, and began at the same moment: which is right?"""
    return (
        side is not UniqueSide.NONE
        and known.family == fact.family
        and known.side(side) == fact.side(side)
        and known.other_side(side) != fact.other_side(side)
        and known.valid.end is None
        and known.valid.start is not None
        and known.valid.start == fact.valid.start
    )


def _words(text: str) -> set[str]:
    return {
        word for word in normalise(text).split() if len(word) > SHORT or any(map(str.isdigit, word))
    }


def judged(open_: Sequence[Doubt], answers: Sequence[Sequence[int]]) -> frozenset[tuple[str, UUID]]:
    """What was answered: a new fact's words with each known fact that they contradict.

    A number that is no held fact's says nothing.
    """
    return frozenset(
        (doubt.drafted.fact.text, doubt.held[number - 1].id)
        for doubt, numbers in zip(open_, answers, strict=False)
        for number in numbers
        if 1 <= number <= len(doubt.held)
    )
