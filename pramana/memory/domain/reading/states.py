"""Claims told by adjectives: is divorced, is married to, is 32 years old."""

from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claiming import as_kind, claim_of
from pramana.memory.domain.reading.clauses import Clause, subjects
from pramana.memory.domain.reading.links import is_passive, with_conjuncts
from pramana.memory.domain.reading.things import Things
from pramana.memory.domain.reading.timing import held, times_of
from pramana.memory.domain.reading.values import Aspect, Claim, Kind, Thing, Token
from pramana.memory.domain.reading.wording import is_or_was

SURE = 0.8
OLDEST = 120
OF_A_PERSON = lexicon.each_of("single divorced widowed separated unmarried", "HAS_STATUS") | (
    lexicon.each_of("retired pregnant unemployed jobless vegetarian vegan homeless", "IS_A")
)
"""Those of the first line exclude each other; of the second several hold at once."""

OF_A_MATTER = lexicon.set_of(
    "cancelled canceled suspended closed open postponed approved rejected pending complete"
    " completed finished dissolved bankrupt"
)
TIES: dict[tuple[str, str], tuple[str, Kind | None]] = {
    ("married", "to"): ("MARRIED_TO", Kind.PERSON),
    ("engaged", "to"): ("ENGAGED_TO", Kind.PERSON),
    ("allergic", "to"): ("ALLERGIC_TO", None),
    ("afraid", "of"): ("AFRAID_OF", None),
    ("scared", "of"): ("AFRAID_OF", None),
    ("fond", "of"): ("LIKES", None),
}
"""Adjectives that tie to what follows their preposition."""


def state_claims(things: Things, clause: Clause, who: Token, said: Token) -> Iterator[Claim]:
    """What an adjective or an age after "is" says of its subject."""
    subject = things.meant_by(who)
    if subject is None:
        return
    subject = replace(subject, is_named=subject.is_named or _has_name(who))
    yield from _ties(things, clause, subject, said)
    relation = _relation(subject, said)
    if relation and not clause.negated:
        yield _claim(things, clause, subject, relation, Thing(said.lower_))
    years = age(said)
    if years and subject.kind is Kind.PERSON and not clause.negated:
        aged = replace(subject, attributes=(("age", years),))
        yield _claim(things, clause, aged, "HAS_AGE", Thing(f"{years} years", shown=_old(years)))


def passive_states(things: Things, clause: Clause) -> Iterator[Claim]:
    """ "The tender was cancelled": a participle that names the state it leaves behind."""
    verb = clause.verb
    if not is_passive(verb) or clause.negated or verb.lower_ not in {*OF_A_MATTER, *OF_A_PERSON}:
        return
    for who in subjects(clause):
        subject = things.meant_by(who)
        if subject and (subject.is_named or _has_name(who)):
            relation = _relation(replace(subject, is_named=True), verb)
            at = things.message.at
            when = held(clause, Aspect.START, times_of(clause, at), at)
            if relation:
                text = f"{subject.name} {is_or_was(clause)} {verb.lower_}."
                yield claim_of(verb, subject, relation, Thing(verb.lower_), text, when, SURE)


def _has_name(noun: Token) -> bool:
    """ "The Kalika tender" is a matter in particular, "the tender" any."""
    return any(child.pos_ == "PROPN" and child.dep_ == "compound" for child in noun.lefts)


def birthday_claims(things: Things, clause: Clause) -> Iterator[Claim]:
    """ "I turned 30 last week"."""
    if clause.verb.lemma_ != "turn":
        return
    for number in clause.verb.children:
        years = age(number) if number.dep_ in ("dobj", "attr", "oprd") else None
        for who in subjects(clause) if years else ():
            subject = things.meant_by(who)
            if subject and years:
                aged = replace(subject, attributes=(("age", years),))
                at = things.message.at
                when = held(clause, Aspect.START, times_of(clause, at), at)
                text = f"{subject.name} turned {years}."
                yield claim_of(
                    clause.verb, aged, "HAS_AGE", Thing(f"{years} years"), text, when, SURE
                )


def _relation(subject: Thing, said: Token) -> str:
    if subject.kind is Kind.PERSON:
        return OF_A_PERSON.get(said.lower_, "")
    return "HAS_STATUS" if subject.is_named and said.lower_ in OF_A_MATTER else ""


def _old(years: int) -> str:
    return f"{years} years old"


def _ties(things: Things, clause: Clause, subject: Thing, said: Token) -> Iterator[Claim]:
    for prep in said.children:
        relation, kind = TIES.get((said.lower_, prep.lower_), ("", None))
        if not relation:
            continue
        for each in prep.children:
            for token in with_conjuncts(each) if each.dep_ == "pobj" else ():
                other = things.meant_by(token)
                if other and other.name != subject.name:
                    shown = f"{said.lower_} {prep.lower_} {other.words}"
                    tied = replace(as_kind(other, kind), shown=shown)
                    yield _claim(things, clause, subject, relation, tied)


def _claim(things: Things, clause: Clause, subject: Thing, relation: str, other: Thing) -> Claim:
    at = things.message.at
    when = held(clause, Aspect.STATE, times_of(clause, at), at)
    no = "no longer " if clause.over else "not " if clause.negated else ""
    text = f"{subject.name} {is_or_was(clause)} {no}{other.words}."
    sure = SURE * subject.confidence / 0.9
    return claim_of(clause.verb, subject, relation, replace(other, shown=""), text, when, sure)


def age(token: Token) -> int | None:
    """The years in "32 years old"; a bare number is an age only of whoever says I.

    "I am 32" tells one, "the score is 32" does not.
    """
    number: Token | None = None
    if token.lower_ == "old":
        years = [child for child in token.children if child.lemma_ == "year"]
        number = next((c for each in years for c in each.children if c.pos_ == "NUM"), None)
    elif token.tag_ == "CD" and not list(token.children):
        number = token
    found = int(number.text) if number is not None and number.text.isdecimal() else 0
    return found if 0 < found <= OLDEST else None
