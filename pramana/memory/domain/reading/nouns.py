"""Claims told by nouns after "is": is minister of, is an engineer at, was elected mayor."""

from collections.abc import Iterator

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claiming import as_kind, claim_of
from pramana.memory.domain.reading.clauses import Clause, Tense, clause_of, subjects
from pramana.memory.domain.reading.kinds import tells_a_kind
from pramana.memory.domain.reading.links import is_passive, linked, with_conjuncts
from pramana.memory.domain.reading.particulars import born_on, particular_claims
from pramana.memory.domain.reading.phrases import phrase
from pramana.memory.domain.reading.states import birthday_claims, passive_states, state_claims
from pramana.memory.domain.reading.things import Things
from pramana.memory.domain.reading.ties import role, tie
from pramana.memory.domain.reading.timing import held, times_of
from pramana.memory.domain.reading.values import Aspect, Claim, Held, Kind, Thing, Token
from pramana.memory.domain.reading.wording import is_or_was, with_article

ROLE, KIND_OF = 0.85, 0.7
REPLACING = frozenset(("replace", "succeed"))


def copula_claims(things: Things, verb: Token) -> Iterator[Claim]:
    """What "X is Y", "X became Y" and "X was elected Y" say."""
    clause = clause_of(verb)
    aspect = _aspect(verb)
    if not clause.possible:
        yield from particular_claims(things, clause)
        yield from born_on(things, clause)
        yield from passive_states(things, clause)
        yield from birthday_claims(things, clause)
    if clause.possible or aspect is None or clause.tense is Tense.FUTURE:
        return
    if is_passive(verb) and verb.lemma_ in REPLACING:
        aspect = Aspect.END
    for noun in _complements(verb):
        for who in subjects(clause):
            yield from _described(things, clause, aspect, who, noun)
        for who in linked(verb, "by") if aspect is Aspect.END else ():
            yield from _described(things, clause, Aspect.START, who, noun)


def _aspect(verb: Token) -> Aspect | None:
    if verb.lemma_ in ("be", "serve", "work"):
        return Aspect.STATE
    return next((each for each, verbs in lexicon.POSITIONS.items() if verb.lemma_ in verbs), None)


def _complements(verb: Token) -> list[Token]:
    found = [child for child in verb.children if child.dep_ in ("attr", "oprd", "acomp")]
    for prep in verb.children:
        if prep.dep_ == "prep" and prep.lower_ in ("as", "to") and verb.lemma_ != "be":
            found += [each for each in prep.children if each.dep_ == "pobj"]
    return [each for token in found for each in with_conjuncts(token)]


def _described(
    things: Things, clause: Clause, aspect: Aspect, who: Token, noun: Token
) -> Iterator[Claim]:
    said = held(clause, aspect, times_of(clause, things.message.at), things.message.at)
    told = role(things, noun) or (role(things, who) if noun.pos_ == "PROPN" else None)
    holder = things.meant_by(noun if told and not role(things, noun) else who)
    if told and holder:
        yield tie(things, clause.verb, holder, *told, said)
        return
    yield from state_claims(things, clause, who, noun)
    subject = things.meant_by(who)
    if subject and not clause.negated and tells_a_kind(noun, subject):
        yield _kind(things, clause, (who, subject), noun, said)
        if noun.lemma_ in lexicon.OCCUPATIONS:
            yield from _employer(things, clause, subject, noun, said)


def _kind(
    things: Things, clause: Clause, who: tuple[Token, Thing], noun: Token, said: Held
) -> Claim:
    is_work = noun.lemma_ in lexicon.OCCUPATIONS
    subject = as_kind(who[1], Kind.PERSON if is_work else None)
    words = phrase(noun)
    text = f"{subject.name} {is_or_was(clause)} {with_article(noun, words)}."
    things.saw(who[0], subject)
    relation, sure = ("HAS_POSITION", ROLE) if is_work else ("IS_A", KIND_OF)
    return claim_of(
        noun, subject, relation, Thing(words), text, said, sure * subject.confidence / 0.9
    )


def _employer(
    things: Things, clause: Clause, subject: Thing, noun: Token, said: Held
) -> Iterator[Claim]:
    """ "I am an engineer at Acme" also tells where."""
    for token in linked(noun, "at"):
        body = things.meant_by(token)
        if body and body.is_named:
            body, work = as_kind(body, Kind.ORGANIZATION), with_article(noun, noun.text)
            text = f"{subject.name} {is_or_was(clause)} {work} at {body.name}."
            yield claim_of(
                noun, subject, "WORKS_AT", body, text, said, ROLE * subject.confidence / 0.9
            )
