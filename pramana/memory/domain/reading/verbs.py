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
from pramana.memory.domain.reading.things import SECOND, Things
from pramana.memory.domain.reading.timing import held, times_of
from pramana.memory.domain.reading.values import Aspect, Claim, Held, Kind, Thing, Token
from pramana.memory.domain.reading.wording import (
    as_theirs,
    predicate,
    sentence,
    third_person,
    without_times,
)

TABLED, UNTABLED, PLANNED, DENIED = 0.85, 0.6, 0.65, 0.6
"""How surely a verb of the table, any other verb, a plan and a denial say what we read."""
LONGEST_PLAN = 120
POINTING = frozenset(("the", "this", "that", "these", "those", "your"))
DESCRIBING = frozenset(("amod", "compound", "nmod", "relcl", "prep", "acl"))
VAGUE_ENDS = frozenset(("it", "that", "this", "something", "anything", "everything", "them"))
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
        if rule.passive == is_passive(verb) and not _is_one_off(rule, clause)
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
                if subject and subject.name != other.name and _may_be(subject, rule.relation):
                    yield _claim(things, clause, rule, (who, subject), (token, other), link)


def _is_one_off(rule: VerbRule, clause: Clause) -> bool:
    """ "We played games" tells an evening; "I used to play chess" and "I play chess" tell more."""
    once = clause.tense is Tense.PAST and not clause.over and not clause.starting
    return once and rule.relation in lexicon.HABITS


def _may_be(subject: Thing, relation: str) -> bool:
    """Whether the subject is somebody in particular: "kids love nature" is about no one we know."""
    if lexicon.SUBJECTS.get(relation) is Kind.PERSON:
        return subject.is_named or (subject.kind is Kind.PERSON and "'s " in subject.name)
    return subject.is_named or "'s " in subject.name


def _fits(rule: VerbRule, other: Thing, token: Token, verb: Token) -> bool:
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


def _is_planned(things: Things, clause: Clause) -> bool:
    if clause.tense is Tense.FUTURE:
        return True
    ahead = [
        each for each in times_of(clause, things.message.at) if each.begins > things.message.at
    ]
    under_way = clause.tense is Tense.PRESENT and clause.verb.tag_ == "VBG"
    return under_way and (bool(ahead) or clause.verb.lemma_ in lexicon.GOING)


def _plans(things: Things, clause: Clause) -> Iterator[Claim]:
    """Wanting, hoping and planning to do something; other possibilities are no claims."""
    head, verb = clause.head, clause.verb
    if head is not verb and head.lemma_ in lexicon.PLANNING and not is_question(head):
        yield from _plan(things, clause, verb)


def _plan(things: Things, clause: Clause, verb: Token) -> Iterator[Claim]:
    """The speaker's own plans, or those of somebody named; "I'll watch yours" is politeness."""
    if clause.negated or verb.lemma_ in lexicon.LIGHT or verb.dep_ == "aux" or _is_courtesy(clause):
        return
    ahead = replace(clause, tense=Tense.FUTURE)
    times = times_of(ahead, things.message.at)
    what = as_theirs(without_times(verb, [each.text for each in times]))
    bare = clause.head is verb and not times and not any(map(things.mention_at, verb.subtree))
    if len(what.split()) < 2 or bare or len(what) > LONGEST_PLAN:
        return
    for who in subjects(clause):
        subject = things.meant_by(who)
        if subject and subject.kind is Kind.PERSON and who.lower_ not in SECOND:
            when = f" ({times[0].begins.date().isoformat()})" if times else ""
            text = f"{subject.name} plans: {what}{when}."
            yield claim_of(
                verb, subject, "PLANS", Thing(what), text, Held(things.message.at), PLANNED
            )


def _is_courtesy(clause: Clause) -> bool:
    """Things said to the other: "I just wanted to fill you in", "I hope to see you"."""
    if clause.head is not clause.verb and clause.head.tag_ == "VBD":
        return clause.head.lemma_ not in ("decide", "plan")
    if clause.head is not clause.verb and clause.verb.tag_ == "VBG":
        return True  # "gonna keep going": the words in between are lost
    return any(
        token.lower_ in SECOND or token.lower_ in VAGUE_ENDS for token in clause.verb.subtree
    )
