"""What the rules of the timeline cannot decide, listed for a judge.

Only facts of the same family, with the same pair or the same unique side, are ever listed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from pramana.language.names import normalise
from pramana.memory.contracts.extraction import OpenFact
from pramana.memory.contracts.graph import Fact, UniqueSide
from pramana.memory.domain.drafts import FactDraft
from pramana.memory.domain.groups import GroupRules
from pramana.memory.domain.timeline import matching_fact

SHORT_WORD = 2
"""Words up to this length carry no meaning, unless they contain a digit."""

Names = Mapping[UUID, str]


@dataclass(frozen=True)
class PossibleContradiction:
    """A draft, and the known facts it may contradict."""

    draft: FactDraft
    known: tuple[Fact, ...]

    def as_open(self) -> OpenFact:
        return OpenFact(self.draft.fact.text, tuple(each.text for each in self.known))


def possible_contradictions(
    drafts: Sequence[FactDraft], known: Sequence[Fact], rules: GroupRules, names: Names
) -> list[PossibleContradiction]:
    """The drafts that the rules alone cannot place, with the known facts in question."""
    contestable = (
        (draft, _contestable_facts(draft, known, rules, names))
        for draft in drafts
        if not (draft.only_ends or draft.is_false or draft.closes_nothing)
    )
    return [PossibleContradiction(draft, tuple(facts)) for draft, facts in contestable if facts]


def _contestable_facts(
    draft: FactDraft, known: Sequence[Fact], rules: GroupRules, names: Names
) -> list[Fact]:
    fact, family = draft.fact, rules.families.of(draft.fact.relation)
    ignored = _content_words(
        " ".join((family.name, *family.aliases, fact.relation)).replace("_", " ")
    )
    ignored |= _content_words(
        " ".join(names.get(id_, "") for id_ in (fact.subject_id, fact.object_id))
    )
    match = matching_fact(draft, known)
    changed = [match] if match is not None and _may_change(match, fact, ignored) else []
    return changed + [each for each in known if _begin_together(each, fact, family.unique_side)]


def _may_change(known: Fact, fact: Fact, ignored: set[str]) -> bool:
    """Whether a later fact on the same pair says something else, not only in other words."""
    if not (known.valid.start and fact.valid.start and known.valid.start < fact.valid.start):
        return False
    new, old = _content_words(fact.text) - ignored, _content_words(known.text) - ignored
    return bool(new - old) and bool(old - new)


def _begin_together(known: Fact, fact: Fact, side: UniqueSide) -> bool:
    """Whether only one of both can hold and they began at the same moment."""
    return (
        side is not UniqueSide.NONE
        and known.family == fact.family
        and known.side(side) == fact.side(side)
        and known.other_side(side) != fact.other_side(side)
        and known.valid.end is None
        and known.valid.start is not None
        and known.valid.start == fact.valid.start
    )


def _content_words(text: str) -> set[str]:
    return {
        word
        for word in normalise(text).split()
        if len(word) > SHORT_WORD or any(map(str.isdigit, word))
    }


def confirmed_contradictions(
    open_: Sequence[PossibleContradiction], answers: Sequence[Sequence[int]]
) -> frozenset[tuple[str, UUID]]:
    """A judge's answers as pairs: the text of a draft, and a known fact that it contradicts.

    A number that belongs to no known fact is ignored.
    """
    return frozenset(
        (each.draft.fact.text, each.known[number - 1].id)
        for each, numbers in zip(open_, answers, strict=False)
        for number in numbers
        if 1 <= number <= len(each.known)
    )
