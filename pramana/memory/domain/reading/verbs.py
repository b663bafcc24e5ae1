"""Claims told by verbs: works at, moved to, sold."""

from collections.abc import Iterator

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claiming import as_kind, claim_of
from pramana.memory.domain.reading.clauses import Clause, clause_of, subjects
from pramana.memory.domain.reading.fitting import fits, is_one_off, may_be
from pramana.memory.domain.reading.links import is_passive, linked
from pramana.memory.domain.reading.plans import is_planned, planned, wished
from pramana.memory.domain.reading.things import Things
from pramana.memory.domain.reading.timing import held, times_of
from pramana.memory.domain.reading.values import Aspect, Claim, Held, Thing, Token
from pramana.memory.domain.reading.verb_rules import DIRECT, VERBS, VerbRule
from pramana.memory.domain.reading.wording import predicate, sentence, third_person

TABLED, UNTABLED, DENIED = 0.85, 0.6, 0.6
"""How surely a verb of the table, any other verb, and a denial say what we read."""
OFFICE_VERBS = frozenset().union(*lexicon.POSITIONS.values())


def verb_claims(things: Things, verb: Token) -> Iterator[Claim]:
    """What one verb says."""
    clause = clause_of(verb)
    if clause.possible:
        yield from wished(things, clause)
        return
    if is_planned(things, clause):
        yield from planned(things, clause, verb)
        return
    claims = [
        claim
        for rule in VERBS.get(verb.lemma_, ())
        if rule.passive == is_passive(verb) and not is_one_off(rule, clause)
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
            if other is None or not fits(rule, other, token, clause.verb):
                continue
            for who in subjects(clause):
                subject = things.meant_by(who)
                if subject and subject.name != other.name and may_be(subject, rule.relation):
                    yield _claim(things, clause, rule, (who, subject), (token, other), link)


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
    elif relation in ("LIKES", "DISLIKES") and not clause.over:
        said = Held(said.start or at)  # "I loved that book" does not say that it is over
    sure = TABLED * subject.confidence / 0.9 * other.confidence / 0.8
    if clause.negated and not clause.over and relation == rule.relation:
        sure *= DENIED
    verb = predicate(clause, of_several=who[0].tag_ == "NNS")
    text = sentence(
        subject, verb, "" if link == DIRECT else link.replace("job", "the job at"), other
    )
    return claim_of(clause.verb, subject, relation, other, text, said, sure)


def _is_dislike(clause: Clause, rule: VerbRule) -> bool:
    return rule.relation in ("LIKES", "DISLIKES") and clause.negated and not clause.over


def _turned(relation: str) -> str:
    return "DISLIKES" if relation == "LIKES" else "LIKES"


def _otherwise(things: Things, clause: Clause) -> Iterator[Claim]:
    """A verb we have no rule for, between two names."""
    verb = clause.verb
    told = verb.lemma_ in lexicon.LIGHT or verb.lemma_ in OFFICE_VERBS
    if clause.negated or told or verb.pos_ != "VERB" or is_passive(verb):
        return
    for token in linked(verb, DIRECT):
        other = things.meant_by(token) if things.mention_at(token) else None
        for who in subjects(clause):
            subject = things.meant_by(who)
            if subject and other and subject.is_named and other.is_named and subject != other:
                said = held(
                    clause, Aspect.START, times_of(clause, things.message.at), things.message.at
                )
                text = sentence(subject, predicate(clause), "", other)
                relation = third_person(verb.lemma_).upper()
                yield claim_of(verb, subject, relation, other, text, said, UNTABLED)
