"""A verb with what the grammar says about it: who, when it looks to, and whether it is so."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.links import first_verb, own_subjects, with_conjuncts
from pramana.memory.domain.reading.values import Aspect, Token


class Tense(StrEnum):
    PAST = "past"
    PRESENT = "present"
    PERFECT = "perfect"
    FUTURE = "future"


UNSURE = frozenset(("would", "could", "might", "may", "should", "must", "can", "ca"))
CONDITIONS = frozenset(("if", "unless", "whether", "until", "once", "whenever"))
ENDINGS = frozenset(("anymore", "longer"))
IMAGINING = frozenset(("wish", "hope", "imagine", "suppose", "pretend", "doubt", "wonder", "dream"))
SO_CALLED = frozenset(
    ("almost", "nearly", "maybe", "perhaps", "hopefully", "probably", "supposedly")
)
"""Words beside a verb that take its certainty away."""


@dataclass(frozen=True)
class Clause:
    """`verb` tells the relation; `head` is the verb that carries tense and subject.

    They differ in "used to work" and "started working".
    """

    verb: Token
    head: Token
    tense: Tense
    negated: bool = False
    over: bool = False
    """No longer so: "used to", "anymore", "stopped"."""
    starting: bool = False
    possible: bool = False
    """Only asked, imagined, wished, ordered, or never so."""

    @property
    def aspect(self) -> Aspect | None:
        """What the clause itself says, whatever the verb means."""
        if self.over:
            return Aspect.END
        return Aspect.START if self.starting else None


def clause_of(verb: Token) -> Clause:
    """The clause around a verb."""
    head = verb.head if verb.dep_ == "xcomp" and verb.head.pos_ in ("VERB", "AUX") else verb
    lemma = head.lemma_ if head is not verb else ""
    said = [*head.children, *(verb.children if head is not verb else ())]
    ended = lemma == "use" or lemma in lexicon.STOPPING or _no_longer(said)
    return Clause(
        verb,
        head,
        _tense(head, lemma),
        negated=any(child.dep_ == "neg" for child in said),
        over=ended,
        starting=lemma in lexicon.STARTING,
        possible=_possible(head, lemma) or (head is not verb and not _carries(lemma)),
    )


def _carries(lemma: str) -> bool:
    """Whether the verb above only tells the phase of the one below it."""
    return lemma in {"use", "go", *lexicon.STOPPING, *lexicon.STARTING}


def _no_longer(said: list[Token]) -> bool:
    return any(child.lower_ in ENDINGS and child.dep_ == "advmod" for child in said)


def _possible(head: Token, lemma: str) -> bool:
    first = first_verb(head)
    if any(_is_unsure(verb) for verb in (head, first)) or _is_bare(first, lemma):
        return True
    if is_question(head) or any(above.lemma_ in IMAGINING for above in _ancestors(head)):
        return True
    return any(
        mark.lower_ in CONDITIONS
        for verb in (head, *_ancestors(head), *_conditions(head))
        for mark in verb.children
        if mark.dep_ in ("mark", "advmod") and mark.i < verb.i
    )


def _is_unsure(verb: Token) -> bool:
    """Could, would, never, maybe; "'d" is would before a plain verb, and had after a participle."""
    said = {child.lower_ for child in verb.children if child.dep_ in ("aux", "advmod", "neg")}
    would = verb.tag_ == "VB" and bool(said & {"'d", "’d"})
    return would or bool(said & (UNSURE | SO_CALLED | {"never"}))


def _is_bare(verb: Token, lemma: str) -> bool:
    """An order, or what somebody is let, asked or helped to do: "let me join", "visit Paris"."""
    if verb.tag_ != "VB" or lemma:
        return False
    helpers = {child.lemma_ for child in verb.children if child.dep_ == "aux"}
    if own_subjects(verb) and (verb.dep_ == "ROOT" or ("to" not in helpers and not _is_let(verb))):
        return False  # a plain present that the tagger took for an infinitive
    return not helpers & {"do", "will", "shall", "'ll", "’ll", "wo"}


def _is_let(verb: Token) -> bool:
    return verb.dep_ in ("ccomp", "xcomp") and verb.head.lemma_ in lexicon.LETTING


def _ancestors(token: Token) -> Iterator[Token]:
    while token.head is not token and token.dep_ in ("conj", "ccomp", "xcomp", "advcl"):
        token = token.head
        yield token


def _conditions(head: Token) -> list[Token]:
    return [child for child in head.children if child.dep_ == "advcl"]


def is_question(head: Token) -> bool:
    return bool(head.sent.text.rstrip().endswith("?"))


def _tense(head: Token, lemma: str) -> Tense:
    helpers = [child for child in head.children if child.dep_ in ("aux", "auxpass")]
    if head.dep_ == "conj" and not helpers and head.tag_ in ("VB", "VBN", "VBG"):
        return _tense(head.head, lemma) if head.head is not head else Tense.PRESENT
    if any(aux.lower_ in ("will", "'ll", "’ll", "shall", "wo") for aux in helpers):
        return Tense.FUTURE
    if lemma == "go" and head.tag_ == "VBG":
        return Tense.FUTURE
    first = helpers[0] if helpers else head
    if first.lemma_ == "have" and first.tag_ in ("VBP", "VBZ") and helpers:
        return Tense.PERFECT
    return Tense.PAST if first.tag_ in ("VBD", "VBN") else Tense.PRESENT


def subjects(clause: Clause) -> list[Token]:
    """Who does or suffers it, each of several; of a relative clause, the noun it describes."""
    found = own_subjects(first_verb(clause.head))
    if [each.lower_ for each in found] in (["who"], ["which"], ["that"]) and (
        clause.head.dep_ == "relcl"
    ):
        found = [clause.head.head]
    if not found and clause.head.dep_ == "acl":
        found = [clause.head.head]
    return [each for subject in found for each in with_conjuncts(subject)]
