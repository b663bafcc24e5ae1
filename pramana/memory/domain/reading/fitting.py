"""Whether a verb's rule fits what stands around the verb: many verbs mean other things too."""

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.clauses import Clause, Tense
from pramana.memory.domain.reading.values import Kind, Thing, Token
from pramana.memory.domain.reading.verb_rules import VerbRule

POINTING = frozenset(("the", "this", "that", "these", "those", "your"))
DESCRIBING = frozenset(("amod", "compound", "nmod", "relcl", "prep", "acl"))


def is_one_off(rule: VerbRule, clause: Clause) -> bool:
    """ "We played games" tells an evening; "I used to play chess" and "I play chess" tell more."""
    once = clause.tense is Tense.PAST and not clause.over and not clause.starting
    return once and rule.relation in lexicon.HABITS


def may_be(subject: Thing, relation: str) -> bool:
    """Whether the subject is somebody in particular: "kids love nature" is about no one we know."""
    if lexicon.SUBJECTS.get(relation) is Kind.PERSON:
        return subject.is_named or (subject.kind is Kind.PERSON and "'s " in subject.name)
    return subject.is_named or "'s " in subject.name


def fits(rule: VerbRule, other: Thing, token: Token, verb: Token) -> bool:
    if token.lemma_.lower() in lexicon.TIMES or (rule.relation != "LIKES" and _is_told_of(verb)):
        return False
    if rule.relation in ("LIKES", "DISLIKES") and _is_pointed_at(token):
        return False
    if rule.relation in lexicon.EVENTS and not other.is_named and token.lemma_ in lexicon.ABSTRACT:
        return False
    if rule.relation == "USES" and not (other.is_named or any(map(str.isupper, other.name))):
        return False  # "the following code" is nothing anybody could look up
    if rule.nouns and token.lemma_.lower() not in rule.nouns:
        return False
    if rule.relation == "OWNS" and verb.lemma_ == "have":
        return token.lemma_ in lexicon.OWNED
    if rule.relation in ("BORN_IN", "LIVES_IN", "VISITED") and token.pos_ == "NUM":
        return False
    if rule.wanted is Kind.PERSON:
        return other.kind is Kind.PERSON
    body = other.name.rsplit(" ", 1)[-1].lower() in lexicon.BODIES
    if rule.wanted is Kind.LOCATION:
        return other.kind is Kind.LOCATION and not body
    return rule.wanted is None or (other.is_named and (body or other.kind is not Kind.LOCATION))


def _is_pointed_at(token: Token) -> bool:
    """ "I love the blue vase in that picture" is a remark; "I love the beach" tells a taste."""
    said = [child for each in (token, *token.conjuncts) for child in each.children]
    pointing = any(child.lower_ in POINTING for child in said)
    described = any(child.dep_ in DESCRIBING for child in said)
    return pointing and described and token.pos_ != "PROPN"


def _is_told_of(verb: Token) -> bool:
    """Somebody is taught a lesson, bought a drink: what they get is not what is meant."""
    return any(child.dep_ == "dative" and child.pos_ == "PRON" for child in verb.children)
