"""What stands beside a verb: its subjects, its objects, what follows its prepositions."""

from collections.abc import Iterator

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.values import Token
from pramana.memory.domain.reading.verb_rules import DIRECT, JOB


def first_verb(head: Token) -> Token:
    """The verb whose subject a joined one shares: "she came and won"."""
    while head.dep_ == "conj" and not own_subjects(head) and head.head.pos_ in ("VERB", "AUX"):
        head = head.head
    return head


def own_subjects(verb: Token) -> list[Token]:
    return [child for child in verb.children if child.dep_ in ("nsubj", "nsubjpass")]


def is_passive(verb: Token) -> bool:
    return verb.tag_ == "VBN" and (
        any(child.dep_ == "auxpass" or child.lemma_ == "be" for child in verb.children)
        or verb.dep_ == "acl"
        or (verb.dep_ == "acomp" and verb.head.lemma_ == "be")
    )


def with_conjuncts(token: Token) -> list[Token]:
    """The noun and those joined to it by and."""
    return [token, *(each for each in token.conjuncts if each.i > token.i and each.pos_ != "VERB")]


def linked(verb: Token, link: str) -> list[Token]:
    """What stands in the object's place, or after a preposition of the verb."""
    if link == DIRECT:
        found = [child for child in verb.children if child.dep_ in ("dobj", "obj")]
        found += [child for child in verb.children if _is_doing(verb, child)]
    elif link == JOB:
        jobs = [child for child in verb.children if child.lemma_ in lexicon.JOBS]
        found = [each for noun in (*jobs, verb) if jobs for each in linked(noun, "at")]
        return found
    else:
        found = [
            each
            for prep in _prepositions(verb)
            if prep.lower_ == link
            for each in prep.children
            if each.dep_ in ("pobj", "pcomp")
        ]
    return [each for token in found for each in with_conjuncts(token)]


def _is_doing(verb: Token, child: Token) -> bool:
    """ "I enjoy hiking": what is liked is something one does."""
    return verb.lemma_ in lexicon.LIKING and child.dep_ == "xcomp" and child.tag_ == "VBG"


def _prepositions(verb: Token) -> Iterator[Token]:
    for child in verb.children:
        if child.dep_ in ("prep", "agent", "dative"):
            yield child
            yield from (each for each in child.children if each.dep_ == "prep")
        elif child.dep_ in ("advmod", "prt", "acomp"):
            yield from (each for each in child.children if each.dep_ == "prep")
