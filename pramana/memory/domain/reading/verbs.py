"""Claims that verbs make: works at, moved to, sold, plans to."""

from collections.abc import Iterator
from dataclasses import replace

from pramana.language.times import Cue
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.families import OFFICE_FAMILIES
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import (
    Aspect,
    EntityKind,
    Referent,
    RelationClaim,
    Token,
    make_claim,
    with_kind,
)
from pramana.memory.domain.reading.clauses import (
    DIRECT_OBJECT,
    HOME_LINK,
    JOB_LINK,
    Clause,
    Tense,
    clause_subjects,
    is_passive,
    is_question,
    linked_tokens,
    parse_clause,
)
from pramana.memory.domain.reading.dates import clause_interval, clause_times, dated_interval
from pramana.memory.domain.reading.phrases import (
    claim_sentence,
    in_third_person,
    noun_phrase,
    predicate,
    third_person,
    without_times,
)
from pramana.memory.domain.reading.referents import SECOND_PERSON, Referents
from pramana.memory.domain.reading.verb_rules import VERBS, VerbRule, rule_fits

RULE_CONFIDENCE, OTHER_VERB_CONFIDENCE, DENIAL_FACTOR = 0.85, 0.6, 0.6
"""Confidence of a verb in the table, of any other verb, and the factor for a denial."""
ALL_OFFICE_VERBS = frozenset().union(*lexicon.OFFICE_VERBS.values())
PLAN_CONFIDENCE = 0.65
LINK_WORDS = {DIRECT_OBJECT: "", JOB_LINK: "the job at", HOME_LINK: "a home in"}
"""Links that are no preposition, as words of a sentence."""
LONGEST_PLAN = 120
VAGUE_PRONOUNS = frozenset(("it", "that", "this", "something", "anything", "everything", "them"))
LASTING_ADVERBS = frozenset(("still", "now", "nowadays", "permanently", "always"))


def verb_claims(referents: Referents, verb: Token) -> Iterator[RelationClaim]:
    """The claims of one verb."""
    clause = parse_clause(verb)
    if clause.possible:
        yield from wish_claims(referents, clause)
        return
    if clause.never:
        yield from _retractions(referents, clause)
        return
    if is_plan(referents, clause):
        yield from plan_claims(referents, clause, verb)
        yield from _announced_ends(referents, clause)
        yield from _announced_starts(referents, clause)
        return
    claims = [
        claim
        for rule in VERBS.get(verb.lemma_, ())
        if rule.passive == is_passive(verb)
        and not is_single_occasion(rule, clause)
        and clause_fits(rule, clause)
        and not _goes_on(rule, clause)
        for claim in _rule_claims(referents, clause, rule)
    ]
    yield from _one_per_pair(claims) if claims else _other_verb_claims(referents, clause)


def _goes_on(rule: VerbRule, clause: Clause) -> bool:
    """Whether an end is denied: "she hasn't left Acme" ends nothing."""
    return rule.aspect is Aspect.END and clause.negated and not clause.over


def _announced_ends(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "I'm leaving Acme on 30 June": an end to come that is stated with its day."""
    at = referents.message.at
    times = [each for each in clause_times(clause, at) if each.begins > at]
    if clause.tense is not Tense.PRESENT or clause.negated or not times:
        return
    for rule in VERBS.get(clause.verb.lemma_, ()):
        if rule.aspect is Aspect.END and not rule.passive and clause_fits(rule, clause):
            yield from _rule_claims(referents, clause, rule)


def _announced_starts(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "She will lead the team from 1 July": an office to come that is stated with its day."""
    at = referents.message.at
    times = clause_times(clause, at) if clause.tense is Tense.FUTURE and not clause.negated else []
    if not any(each.begins > at and each.cue is Cue.SINCE for each in times):
        return
    for rule in VERBS.get(clause.verb.lemma_, ()):
        is_work = rule.relation in OFFICE_FAMILIES or rule.relation == "WORKS_AT"
        if is_work and rule.aspect is not Aspect.END and clause_fits(rule, clause):
            yield from _rule_claims(referents, clause, rule)


def _retractions(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "I never worked at Acme": what was said of it was false all along."""
    for rule in VERBS.get(clause.verb.lemma_, ()):
        if rule.passive == is_passive(clause.verb):
            for claim in _rule_claims(referents, clause, rule):
                yield replace(claim, is_false=True)


def _one_per_pair(claims: list[RelationClaim]) -> list[RelationClaim]:
    """The first claim of each pair: joining a company is working there, not membership."""
    return list({(each.subject.name, each.object.name): each for each in reversed(claims)}.values())


def _rule_claims(referents: Referents, clause: Clause, rule: VerbRule) -> Iterator[RelationClaim]:
    for link in rule.links:
        for token in linked_tokens(clause.verb, link):
            other = referents.resolve(token)
            if other is None or not rule_fits(rule, other, token, clause.verb):
                continue
            for who in (*clause_subjects(clause), *_companions(clause, rule)):
                subject = referents.resolve(who)
                if subject is None or _contains_name(other.name, subject.name):
                    continue
                ends = ((who, subject), (token, other))
                if rule.inverse and can_be_subject(other, rule.relation):
                    yield _inverse(_claim(referents, clause, rule, *ends, link))
                elif not rule.inverse and can_be_subject(subject, rule.relation):
                    yield _claim(referents, clause, rule, *ends, link)


def _inverse(claim: RelationClaim) -> RelationClaim:
    return replace(claim, subject=claim.object, object=claim.subject)


def _companions(clause: Clause, rule: VerbRule) -> list[Token]:
    """Who went along: "we went to Beni with Hari"."""
    if rule.relation not in ("VISITED", "ATTENDED"):
        return []
    return [each for each in linked_tokens(clause.verb, "with") if each.pos_ == "PROPN"]


def clause_fits(rule: VerbRule, clause: Clause) -> bool:
    """Whether the clause has the particle and says what the rule needs.

    "She sells bread" is a habit, which ends nothing.
    """
    habit = clause.tense is Tense.PRESENT and clause.verb.tag_ in ("VBZ", "VBP", "VB")
    if rule.relation == "OWNS" and rule.aspect is not Aspect.STATE and habit:
        return False
    if rule.relation == "COMES_FROM" and _is_return(clause.verb):
        return False
    if rule.relation == "VISITED" and clause.verb.lemma_ == "be":
        return clause.tense is Tense.PERFECT and not clause.negated  # "has been to Lund"
    if rule.needs == "over" and not clause.over:
        return False
    if rule.needs == "denied" and not clause.negated:
        return False
    return not rule.particle or any(child.lower_ == rule.particle for child in clause.verb.children)


def _is_return(verb: Token) -> bool:
    """ "She is back from Oslo" says nothing of where she comes from."""
    return any(child.lower_ in ("back", "home", "away", "far", "fresh") for child in verb.children)


def _contains_name(words: str, name: str) -> bool:
    """Whether words that should name something else contain the name; Ram's car does not count."""
    return name in words and not words.startswith(f"{name}'s ")


def _claim(
    referents: Referents,
    clause: Clause,
    rule: VerbRule,
    who: tuple[Token, Referent],
    what: tuple[Token, Referent],
    link: str,
) -> RelationClaim:
    subject = with_kind(who[1], lexicon.SUBJECT_KINDS.get(rule.relation))
    other = with_kind(what[1], lexicon.OBJECT_KINDS.get(rule.relation))
    referents.remember_person(who[0], subject)
    referents.remember_person(what[0], other)
    at = referents.message.at
    times = clause_times(clause, at)
    relation = _opposite(rule.relation) if _denies_taste(clause, rule) else rule.relation
    is_lasting = _is_lasting(clause) or any(each.cue is Cue.SINCE for each in times)
    if relation == "LOCATED_IN" and subject.kind is EntityKind.PERSON and is_lasting:
        relation = "LIVES_IN"  # "Marta is in Lund now"
    if relation == "WORKS_AT" and _stays_at_somebodys(referents, clause, other):
        relation = "VISITED"
    interval = clause_interval(clause, rule.aspect, times, at)
    if relation in ("LIKES", "DISLIKES") and relation != rule.relation:
        interval = Interval(at)
    elif relation == "COMES_FROM":
        interval = dated_interval(None, None, at)  # "I grew up in Beni" stays true
    elif relation == "STUDIES_AT" and clause.tense is Tense.PAST and not clause.over and not times:
        relation, interval = (
            "STUDIED_AT",
            dated_interval(None, None, at),
        )  # so does "I studied at …"
    elif relation in ("LIKES", "DISLIKES") and not clause.over and rule.aspect is not Aspect.END:
        interval = Interval(interval.start or at)  # "I loved that book" does not end it
    confidence = RULE_CONFIDENCE * subject.confidence / 0.9 * other.confidence / 0.8
    if clause.negated and not clause.over and relation not in ("LIKES", "DISLIKES"):
        confidence *= DENIAL_FACTOR
    verb = predicate(clause, of_several=who[0].tag_ == "NNS")
    text = claim_sentence(subject, verb, LINK_WORDS.get(link, link), other)
    return make_claim(clause.verb, subject, relation, other, text, interval, confidence)


def _stays_at_somebodys(referents: Referents, clause: Clause, other: Referent) -> bool:
    """Whether somebody only stays at another one's place: "I'm staying at Ana's"."""
    content = referents.message.content
    owned = any(f"at {other.name}{mark}s" in content for mark in "'’")
    return clause.verb.lemma_ == "stay" and owned


def _is_lasting(clause: Clause) -> bool:
    """Whether being somewhere is no visit: "is still in", "has been in … for years"."""
    words = {child.lower_ for child in clause.verb.children}
    return clause.tense is Tense.PERFECT or bool(words & LASTING_ADVERBS) or clause.over


def _denies_taste(clause: Clause, rule: VerbRule) -> bool:
    return rule.relation in ("LIKES", "DISLIKES") and clause.negated and not clause.over


def _opposite(relation: str) -> str:
    return "DISLIKES" if relation == "LIKES" else "LIKES"


def _other_verb_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """The claim of a verb without a rule: between two names, or of somebody's work or deed.

    "She sells cloth at Rani Market" is work there, "he drives the school bus" is what he does, and
    with a date, "she laid the doorstep on Sunday" is a deed.
    """
    verb = clause.verb
    is_covered = verb.lemma_ in lexicon.LIGHT_VERBS or verb.lemma_ in ALL_OFFICE_VERBS
    if clause.negated or is_covered or verb.pos_ != "VERB" or is_passive(verb):
        return
    yield from _workplace_claims(referents, clause)
    is_deed = _is_deed(referents, clause)
    for token in linked_tokens(verb, DIRECT_OBJECT):
        is_thing = is_deed and token.pos_ == "NOUN" and _is_concrete(token)
        other = referents.resolve(token) if referents.mention_at(token) or is_thing else None
        for who in clause_subjects(clause):
            subject = referents.resolve(who)
            named = subject and (subject.is_named or subject.tie)
            if subject and other and named and (other.is_named or is_thing) and subject != other:
                interval = clause_interval(
                    clause,
                    Aspect.START,
                    clause_times(clause, referents.message.at),
                    referents.message.at,
                )
                text = claim_sentence(subject, predicate(clause), "", other)
                relation = third_person(verb.lemma_).upper()
                yield make_claim(
                    verb, subject, relation, other, text, interval, OTHER_VERB_CONFIDENCE
                )


def _workplace_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "I weld at Fairhaven Yard": what somebody does again and again at a named body is work."""
    verb = clause.verb
    if verb.lemma_ in lexicon.PASTIMES or verb.tag_ not in ("VBZ", "VBP", "VB"):
        return
    if clause.tense is not Tense.PRESENT or clause_times(clause, referents.message.at):
        return
    objects = linked_tokens(verb, DIRECT_OBJECT)
    bodies = [each for governor in (verb, *objects) for each in linked_tokens(governor, "at")]
    for token in bodies:
        body = referents.resolve(token)
        if body is None or not body.is_named or body.kind is EntityKind.PERSON:
            continue
        for who in clause_subjects(clause):
            subject = referents.resolve(who)
            if subject and can_be_subject(subject, "WORKS_AT") and subject.name != body.name:
                at = referents.message.at
                other = with_kind(body, EntityKind.ORGANIZATION)
                thing = f" {noun_phrase(objects[0])}" if objects else ""
                text = f"{subject.name} {third_person(verb.lemma_)}{thing} at {body.name}."
                interval = clause_interval(clause, Aspect.STATE, (), at)
                yield make_claim(
                    verb, subject, "WORKS_AT", other, text, interval, OTHER_VERB_CONFIDENCE
                )


def _is_deed(referents: Referents, clause: Clause) -> bool:
    """Whether somebody does a kind of work as a habit, or did something on a stated day."""
    if clause.tense is Tense.PRESENT:
        times = clause_times(clause, referents.message.at)
        is_lasting = clause.verb.tag_ != "VBG" or any(each.cue is Cue.SINCE for each in times)
        return clause.verb.lemma_ in lexicon.WORK_VERBS and is_lasting
    dated = clause_times(clause, referents.message.at)
    return clause.tense in (Tense.PAST, Tense.PERFECT) and bool(dated)


def _is_concrete(token: Token) -> bool:
    nothing = lexicon.VAGUE_NOUNS | lexicon.ABSTRACT_NOUNS | lexicon.TIME_NOUNS
    return token.lemma_.lower() not in nothing


def is_single_occasion(rule: VerbRule, clause: Clause) -> bool:
    """Whether a habit is mentioned only once: "we played games", but not "I play chess"."""
    once = clause.tense is Tense.PAST and not clause.over and not clause.starting
    return once and rule.relation in lexicon.HABITUAL_RELATIONS


def can_be_subject(subject: Referent, relation: str) -> bool:
    """Whether the subject is somebody in particular, unlike "kids" in "kids love nature"."""
    if relation == "MEETS_AT" and subject.kind is not EntityKind.PERSON:
        return True  # the choir
    if lexicon.SUBJECT_KINDS.get(relation) is EntityKind.PERSON:
        described = "'s " in subject.name or bool(subject.tie)
        return subject.is_named or (subject.kind is EntityKind.PERSON and described)
    return subject.is_named or "'s " in subject.name or bool(subject.tie)


def is_plan(referents: Referents, clause: Clause) -> bool:
    if clause.tense is Tense.FUTURE:
        return True
    ahead = [
        each
        for each in clause_times(clause, referents.message.at)
        if each.begins > referents.message.at and each.cue not in (Cue.UNTIL, Cue.SINCE)
    ]
    is_progressive = clause.tense is Tense.PRESENT and clause.verb.tag_ == "VBG"
    return is_progressive and (bool(ahead) or clause.verb.lemma_ in lexicon.MOTION_VERBS)


def wish_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """Claims of wanting, hoping or planning to do something."""
    head, verb = clause.head, clause.verb
    if head is not verb and head.lemma_ in lexicon.PLAN_VERBS and not is_question(head):
        yield from plan_claims(referents, clause, verb)


def plan_claims(referents: Referents, clause: Clause, verb: Token) -> Iterator[RelationClaim]:
    """Plans of the speaker or of somebody named. "I'll watch yours" is only politeness."""
    if (
        clause.negated
        or verb.lemma_ in lexicon.LIGHT_VERBS
        or verb.dep_ == "aux"
        or _is_courtesy(clause)
    ):
        return
    ahead = replace(clause, tense=Tense.FUTURE)
    times = clause_times(ahead, referents.message.at)
    what = in_third_person(without_times(verb, [each.text for each in times]))
    bare = clause.head is verb and not times and not any(map(referents.mention_at, verb.subtree))
    if len(what.split()) < 2 or bare or len(what) > LONGEST_PLAN:
        return
    for who in clause_subjects(clause):
        subject = referents.resolve(who)
        if subject and subject.kind is EntityKind.PERSON and who.lower_ not in SECOND_PERSON:
            when = f" ({times[0].begins.date().isoformat()})" if times else ""
            text = f"{subject.name} plans: {what}{when}."
            yield make_claim(
                verb,
                subject,
                "PLANS",
                Referent(what),
                text,
                Interval(referents.message.at),
                PLAN_CONFIDENCE,
            )


def _is_courtesy(clause: Clause) -> bool:
    """Whether it is only politeness: "I just wanted to fill you in", "I hope to see you"."""
    if clause.head is not clause.verb and clause.head.tag_ == "VBD":
        return clause.head.lemma_ not in ("decide", "plan")
    if clause.head is not clause.verb and clause.verb.tag_ == "VBG":
        return True  # "gonna keep going": the parse loses the words in between
    return any(
        token.lower_ in SECOND_PERSON or token.lower_ in VAGUE_PRONOUNS
        for token in clause.verb.subtree
    )
