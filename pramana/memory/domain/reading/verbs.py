"""Claims told by verbs: works at, moved to, sold, plans to."""

from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.clauses import (
    Clause,
    Tense,
    clause_of,
    is_passive,
    is_question,
    linked,
    subjects,
)
from pramana.memory.domain.reading.lexicon import DIRECT, VerbRule
from pramana.memory.domain.reading.things import Things
from pramana.memory.domain.reading.timing import held, times_of
from pramana.memory.domain.reading.values import Aspect, Claim, Held, Kind, Thing, Token
from pramana.memory.domain.reading.wording import predicate, sentence, third_person, without_times

TABLED, UNTABLED, PLANNED, DENIED = 0.85, 0.6, 0.65, 0.6
"""How surely a verb of the table, any other verb, a plan and a denial say what we read."""
OFFICE_VERBS = frozenset().union(*lexicon.POSITIONS.values())


def verb_claims(things: Things, verb: Token) -> Iterator[Claim]:
    """What one verb says."""
    clause = clause_of(verb)
    if clause.possible:
        yield from _plans(things, clause)
        return
    if _is_planned(things, clause):
        yield from _plan(things, clause, verb)
        return
    claims = [
        claim
        for rule in lexicon.VERBS.get(verb.lemma_, ())
        if rule.passive == is_passive(verb)
        for claim in _ruled(things, clause, rule)
    ]
    yield from _preferred(claims) if claims else _otherwise(things, clause)


def _preferred(claims: list[Claim]) -> list[Claim]:
    """One relation per pair: joining a company is working there, before it is membership."""
    return list({(each.subject.name, each.object.name): each for each in reversed(claims)}.values())


def _ruled(things: Things, clause: Clause, rule: VerbRule) -> Iterator[Claim]:
    for link in rule.links:
        for token in linked(clause.verb, link):
            other = things.meant_by(token)
            if other is None or not _fits(rule, other, token, clause.verb):
                continue
            for who in subjects(clause):
                subject = things.meant_by(who)
                if subject and subject.name != other.name:
                    yield _claim(things, clause, rule, (who, subject), (token, other), link)


def _fits(rule: VerbRule, other: Thing, token: Token, verb: Token) -> bool:
    if token.lemma_ in lexicon.UNITS:
        return False
    if rule.relation == "OWNS" and verb.lemma_ == "have":
        return token.lemma_ in lexicon.OWNED
    if rule.relation in ("BORN_IN", "LIVES_IN", "VISITED") and token.pos_ == "NUM":
        return False
    if rule.wanted is Kind.PERSON:
        return other.kind is Kind.PERSON
    if rule.wanted is Kind.LOCATION:
        return other.kind is Kind.LOCATION
    return rule.wanted is None or (other.is_named and other.kind is not Kind.LOCATION)


def _claim(
    things: Things,
    clause: Clause,
    rule: VerbRule,
    who: tuple[Token, Thing],
    what: tuple[Token, Thing],
    link: str,
) -> Claim:
    subject = as_kind(who[1], lexicon.SUBJECTS.get(rule.relation))
    other = as_kind(what[1], lexicon.OBJECTS.get(rule.relation))
    things.saw(who[0], subject)
    things.saw(what[0], other)
    at = things.message.at
    times = times_of(clause, at)
    relation = _turned(rule.relation) if _is_dislike(clause, rule) else rule.relation
    said = held(clause, rule.aspect, times, at)
    if relation != rule.relation:
        said = Held(at)
    sure = TABLED * subject.confidence / 0.9 * other.confidence / 0.8
    if clause.negated and not clause.over and relation == rule.relation:
        sure *= DENIED
    text = sentence(subject, predicate(clause), "" if link == DIRECT else link, other)
    return claim_of(clause.verb, subject, relation, other, text, said, sure)


def _is_dislike(clause: Clause, rule: VerbRule) -> bool:
    return rule.relation in ("LIKES", "DISLIKES") and clause.negated and not clause.over


def _turned(relation: str) -> str:
    return "DISLIKES" if relation == "LIKES" else "LIKES"


def as_kind(thing: Thing, kind: Kind | None) -> Thing:
    """A bare name is what the relation says it is, whatever a tagger took it for."""
    return replace(thing, kind=kind) if kind and thing.kind is not kind else thing


def claim_of(
    token: Token, subject: Thing, relation: str, other: Thing, text: str, said: Held, sure: float
) -> Claim:
    """A claim that quotes the sentence of the token."""
    quoted = token.sent
    start = quoted.start_char + len(quoted.text) - len(quoted.text.lstrip())
    end = start + len(quoted.text.strip())
    confidence = round(min(0.95, sure), 2)
    return Claim(subject, relation, other, text, start, end, said, confidence)


def _otherwise(things: Things, clause: Clause) -> Iterator[Claim]:
    """A verb we have no rule for, between two names."""
    verb = clause.verb
    told = verb.lemma_ in lexicon.LIGHT or verb.lemma_ in OFFICE_VERBS
    if clause.negated or told or verb.pos_ != "VERB" or is_passive(verb):
        return
    for token in linked(verb, DIRECT):
        other = things.meant_by(token)
        for who in subjects(clause):
            subject = things.meant_by(who)
            if subject and other and subject.is_named and other.is_named and subject != other:
                said = held(
                    clause, Aspect.START, times_of(clause, things.message.at), things.message.at
                )
                text = sentence(subject, predicate(clause), "", other)
                relation = third_person(verb.lemma_).upper()
                yield claim_of(verb, subject, relation, other, text, said, UNTABLED)


def _is_planned(things: Things, clause: Clause) -> bool:
    if clause.tense is Tense.FUTURE:
        return True
    ahead = [
        each for each in times_of(clause, things.message.at) if each.begins > things.message.at
    ]
    return clause.tense is Tense.PRESENT and clause.verb.tag_ == "VBG" and bool(ahead)


def _plans(things: Things, clause: Clause) -> Iterator[Claim]:
    """Wanting, hoping and planning to do something; other possibilities are no claims."""
    head, verb = clause.head, clause.verb
    if head is not verb and head.lemma_ in lexicon.PLANNING and not is_question(head):
        yield from _plan(things, clause, verb)


def _plan(things: Things, clause: Clause, verb: Token) -> Iterator[Claim]:
    if clause.negated or verb.lemma_ in lexicon.LIGHT or verb.dep_ == "aux":
        return
    ahead = replace(clause, tense=Tense.FUTURE)
    times = times_of(ahead, things.message.at)
    what = without_times(verb, [each.text for each in times])
    bare = clause.head is verb and not times and not any(map(things.mention_at, verb.subtree))
    if not what or bare or len(what) > 120:
        return
    for who in subjects(clause):
        subject = things.meant_by(who)
        if subject and subject.kind is Kind.PERSON:
            when = f" ({times[0].begins.date().isoformat()})" if times else ""
            text = f"{subject.name} plans: {what}{when}."
            yield claim_of(
                verb, subject, "PLANS", Thing(what), text, Held(things.message.at), PLANNED
            )
