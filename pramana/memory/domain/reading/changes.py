"""Claims of change: last days, elections, resignations, weddings, divorces, deaths, committees."""

from collections.abc import Iterator
from datetime import datetime

from pramana.language.times import Cue, TimeExpression
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.families import SPHERE_FAMILIES, Sphere
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.attributes import role_relation
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import (
    EndClaim,
    EntityKind,
    Referent,
    RelationClaim,
    Token,
    make_claim,
    with_kind,
)
from pramana.memory.domain.reading.clauses import (
    Clause,
    Tense,
    clause_subjects,
    is_passive,
    linked_tokens,
    with_conjuncts,
)
from pramana.memory.domain.reading.dates import clause_times, dated_interval
from pramana.memory.domain.reading.first_days import office_first_day
from pramana.memory.domain.reading.nouns import tie_claim
from pramana.memory.domain.reading.phrases import noun_phrase
from pramana.memory.domain.reading.referents import Referents

CHANGE_CONFIDENCE = 0.85
LAST_NOUNS = lexicon.word_set(
    "day shift week lesson class night evening morning match game rehearsal round run service"
)
DYING_VERBS = lexicon.word_set("die pass slip perish succumb")
PLAIN_DEATHS = lexicon.word_set("die perish succumb")
BURYING_VERBS = lexicon.word_set("bury cremate")
LEAVING_VERBS = lexicon.word_set("resign retire quit")
ENDING_VERBS = lexicon.word_set("end finish stop expire cease conclude lapse")
WORK_NOUNS = lexicon.JOB_NOUNS | lexicon.word_set("contract stint employment time apprenticeship")
COMPOSING_VERBS = lexicon.word_set("make consist comprise include compose")
STEPPING_VERBS = lexicon.word_set("step stand resign retire")
TEAM_NOUNS = lexicon.word_set("committee team board group panel crew squad jury council choir band")
WORK_FAMILIES = SPHERE_FAMILIES[Sphere.WORK]
LIFE_FAMILIES = (
    *(*WORK_FAMILIES, *SPHERE_FAMILIES[Sphere.HOME], *SPHERE_FAMILIES[Sphere.GROUP]),
    *("HAS_ADDRESS", "RUNS", "LEADS", "COORDINATES", "ORGANIZES"),
)


def change_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim | EndClaim]:
    """The claims of one clause that say what began or ended, each by a noun or verb of change."""
    if clause.possible or clause.never:
        return
    if clause.verb.lemma_ == "be":
        yield from _last_day_claims(referents, clause)
        yield from _team_claims(referents, clause)
    if clause.negated or clause.tense is Tense.FUTURE:
        return
    yield from _job_end_claims(referents, clause)
    yield from _sale_claims(referents, clause)
    yield from _member_claims(referents, clause)
    yield from _election_claims(referents, clause)
    yield from _resignation_claims(referents, clause)
    yield from _marriage_claims(referents, clause)
    yield from _death_claims(referents, clause)


def _last_day_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim | EndClaim]:
    """ "My last day at Acme is 30 June"; "his last shift was on Friday"."""
    others = [child for child in clause.verb.children if child.dep_ in ("npadvmod", "attr")]
    for noun in (*clause_subjects(clause), *others):
        words = {child.lower_ for child in noun.lefts}
        if noun.lemma_ not in LAST_NOUNS or not words & {"last", "final"}:
            continue
        owner = referents.owner_of(noun)
        if owner is None:
            continue
        ahead = clause.tense is not Tense.PAST
        interval = _end(_time_beside(referents, clause.verb, noun, ahead), referents.message.at)
        role = next(
            (
                each
                for governor in (noun, clause.verb)
                for each in linked_tokens(governor, "as")
                if each.pos_ in ("NOUN", "PROPN")
            ),
            None,
        )
        relation = role_relation(referents, role) if role is not None else None
        if relation:
            yield tie_claim(referents, clause.verb, owner, *relation, interval)
            continue
        if role is not None:
            families = (lexicon.OFFICES.get(role.lower_, "HAS_POSITION"), "HAS_POSITION")
            yield _end_claim(clause.verb, owner, tuple(dict.fromkeys(families)), interval)
            continue
        bodies = [
            each for link in ("at", "with", "in", "for") for each in linked_tokens(noun, link)
        ]
        named = [each for each in map(referents.resolve, bodies) if each and _may_employ(each)]
        for body in named:
            text = f"{owner.name}'s last day at {body.name} {_day(interval, ahead)}."
            other = with_kind(body, EntityKind.ORGANIZATION)
            yield make_claim(
                clause.verb, owner, "WORKS_AT", other, text, interval, CHANGE_CONFIDENCE
            )
        if not named:
            yield _end_claim(clause.verb, owner, WORK_FAMILIES, interval)


def _may_employ(body: Referent) -> bool:
    """Whether a body can be left: "with us" and "in the shop" name no employer."""
    return body.is_named and body.kind is not EntityKind.PERSON


def _job_end_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim | EndClaim]:
    """ "Ivo's job at Acme ended in April", "my contract with them is over"."""
    is_over = clause.verb.lemma_ == "be" and _has_word(clause.verb, ("over",))
    is_over = is_over or (clause.verb.lemma_ == "run" and _has_word(clause.verb, ("out",)))
    if clause.verb.lemma_ not in ENDING_VERBS and not is_over:
        return
    at = referents.message.at
    interval = _end(_first_of(clause_times(clause, at)), at)
    for noun in clause_subjects(clause):
        owner = referents.owner_of(noun) if noun.lemma_ in WORK_NOUNS else None
        if owner is None:
            continue
        governors = (noun, clause.verb)
        links = [(each, link) for each in governors for link in ("at", "with", "for")]
        bodies = [token for each, link in links for token in linked_tokens(each, link)]
        named = [each for each in map(referents.resolve, bodies) if each and each.is_named]
        for body in named[:1]:
            other = with_kind(body, EntityKind.ORGANIZATION)
            text = f"{owner.name}'s {noun.lemma_} at {body.name} ended."
            yield make_claim(
                clause.verb, owner, "WORKS_AT", other, text, interval, CHANGE_CONFIDENCE
            )
        if not named:
            yield _end_claim(clause.verb, owner, WORK_FAMILIES, interval)


def _sale_claims(referents: Referents, clause: Clause) -> Iterator[EndClaim]:
    """ "She sold up on Monday": whatever she owned."""
    if clause.verb.lemma_ != "sell" or not _has_word(clause.verb, ("up",)):
        return
    if linked_tokens(clause.verb, "object"):
        return
    at = referents.message.at
    interval = _end(_first_of(clause_times(clause, at)), at)
    for who in clause_subjects(clause):
        owner = referents.resolve(who)
        if owner:
            yield _end_claim(clause.verb, owner, SPHERE_FAMILIES[Sphere.PROPERTY], interval)


def _member_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "The jury consists of Mia and Ben", "the band includes Ben"."""
    verb = clause.verb
    if verb.lemma_ not in COMPOSING_VERBS or (
        verb.lemma_ == "make" and not _has_word(verb, ("up",))
    ):
        return
    for noun in clause_subjects(clause):
        team = referents.resolve(noun) if noun.lemma_.lower() in TEAM_NOUNS else None
        tokens = [*linked_tokens(verb, "of"), *linked_tokens(verb, "object")]
        for token in tokens if team else ():
            if team and token.pos_ == "PROPN":
                yield from _membership(referents, verb, token, team)


def _time_beside(
    referents: Referents, verb: Token, noun: Token, ahead: bool
) -> TimeExpression | None:
    """The time on the other side of the verb: "last night" in "my last night there" is none."""
    sentence = verb.sent
    after = noun.i < verb.i
    side = (
        sentence.doc[verb.i + 1 : sentence.end] if after else sentence.doc[sentence.start : verb.i]
    )
    return _first_of(find_chat_times(side.text, referents.message.at, ahead=ahead))


def _day(interval: Interval, ahead: bool) -> str:
    day = interval.end.date().isoformat() if interval.end else ""
    return f"is {day}" if ahead else f"was {day}"


def _election_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "The members elected Rosa as chair": the object holds the office from then on."""
    verb = clause.verb
    if verb.lemma_ not in lexicon.ELECTING_VERBS or is_passive(verb):
        return
    at = referents.message.at
    before = referents.message.content[: verb.sent.start_char]
    times = clause_times(clause, at) or find_chat_times(verb.sent.text, at)
    time = office_first_day(before, verb.sent.text, at) or (times[0] if times else None)
    interval = dated_interval(time, None, at)
    for person in linked_tokens(verb, "object"):
        holder = referents.resolve(person)
        roles = [*linked_tokens(verb, "as"), *linked_tokens(verb, "to")]
        roles += [child for child in verb.children if child.dep_ == "oprd"]
        for role in roles:
            if holder and role.i > person.i and not _is_given_name(referents, role):
                yield _office_claim(referents, verb, holder, role, interval)
    for small in verb.children:  # "I made Leela head cook" is parsed as a clause of its own
        if small.dep_ == "ccomp" and small.pos_ in ("NOUN", "PROPN"):
            names = [each for each in small.doc[verb.i + 1 : small.i] if each.pos_ == "PROPN"]
            holder = referents.resolve(names[-1]) if names else None
            if holder:
                words = str(small.doc[names[-1].i + 1 : small.i + 1].text)
                yield _position_claim(verb, holder, words, interval)


def _is_given_name(referents: Referents, role: Token) -> bool:
    """Whether somebody is only named so: "they've named her Mia"."""
    office = role.lower_ in lexicon.OFFICES or lexicon.is_occupation(role.lemma_)
    return role.pos_ == "PROPN" and not office and role_relation(referents, role) is None


def _office_claim(
    referents: Referents, verb: Token, holder: Referent, role: Token, interval: Interval
) -> RelationClaim:
    relation = role_relation(referents, role) or _office_of_electors(referents, verb, role)
    if relation:
        return tie_claim(referents, verb, holder, *relation, interval)
    return _position_claim(verb, holder, noun_phrase(role), interval)


def _office_of_electors(
    referents: Referents, verb: Token, role: Token
) -> tuple[str, Referent, str] | None:
    """ "The Ramblers chose Lena as chair": the office is that of the body which chose."""
    relation = lexicon.OFFICES.get(role.lower_)
    for who in (child for child in verb.children if child.dep_ == "nsubj"):
        body = referents.resolve(who) if who.pos_ == "PROPN" else None
        if relation and body and body.kind is not EntityKind.PERSON:
            return relation, body, role.lower_
    return None


def _position_claim(verb: Token, holder: Referent, words: str, interval: Interval) -> RelationClaim:
    subject = with_kind(holder, EntityKind.PERSON)
    text = f"{subject.name} is {words}."
    return make_claim(
        verb, subject, "HAS_POSITION", Referent(words), text, interval, CHANGE_CONFIDENCE
    )


def _resignation_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim | EndClaim]:
    """ "I retired", "she quit her job", "he stepped down as director": no employer is named."""
    verb = clause.verb
    job = any(
        child.lemma_ in lexicon.JOB_NOUNS and not linked_tokens(child, "at")
        for child in verb.children
    )
    quits = verb.lemma_ in LEAVING_VERBS or (job and verb.lemma_ in ("leave", "lose"))
    left_us = verb.lemma_ in ("leave", "quit") and _has_word(verb, ("us",))
    quits = quits or left_us
    if not quits and not (
        verb.lemma_ in STEPPING_VERBS and _has_word(verb, ("down", "aside", "back"))
    ):
        return
    left = [each for link in ("from", "object") for each in linked_tokens(verb, link)]
    retires = verb.lemma_ == "retire" and not any(each.lemma_ in TEAM_NOUNS for each in left)
    if left and not (job or left_us or retires):
        return
    at = referents.message.at
    interval = _end(_first_of(clause_times(clause, at)), at)
    for who in clause_subjects(clause):
        person = referents.resolve(who)
        if person is None:
            continue
        roles = linked_tokens(verb, "as")
        if not roles:
            families = ("HAS_POSITION",) if left and not (job or left_us) else WORK_FAMILIES
            yield _end_claim(verb, person, families, interval)
        for role in roles:
            relation = role_relation(referents, role)
            if relation:
                yield tie_claim(referents, verb, person, *relation, interval)
            else:
                families = (lexicon.OFFICES.get(role.lower_, "HAS_POSITION"), "HAS_POSITION")
                yield _end_claim(verb, person, tuple(dict.fromkeys(families)), interval)


def _marriage_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "Ram and Sita got married", "Rajan and I are divorced": a couple as one subject."""
    verb = clause.verb
    words = {verb.lower_, *(child.lower_ for child in verb.children)}
    married, divorced = words & {"married", "wed", "hitched"}, words & {"divorced", "separated"}
    divorced = divorced or (words & {"up"} if verb.lemma_ in ("split", "break") else set())
    married = married or (words & {"knot"} if verb.lemma_ == "tie" else set())
    if not (married or divorced) or any(
        linked_tokens(each, "to") for each in (verb, *verb.children)
    ):
        return
    people = [each for each in map(referents.resolve, clause_subjects(clause)) if each]
    if len(people) != 2 or people[0].name == people[1].name:
        return
    at = referents.message.at
    time = _first_of(clause_times(clause, at)) or _first_of(find_chat_times(verb.sent.text, at))
    time = time or _only_time(referents, verb)
    one, other = (with_kind(each, EntityKind.PERSON) for each in people)
    interval = _end(time, at) if divorced else dated_interval(time, None, at)
    text = f"{one.name} and {other.name} {'are divorced' if divorced else 'are married'}."
    yield make_claim(verb, one, "MARRIED_TO", other, text, interval, CHANGE_CONFIDENCE)
    if divorced and words & {"divorced"}:
        since = dated_interval(time, None, at)
        yield make_claim(verb, one, "DIVORCED_FROM", other, text, since, CHANGE_CONFIDENCE)


def _death_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim | EndClaim]:
    verb = clause.verb
    away = verb.lemma_ in PLAIN_DEATHS or _has_word(verb, ("away",))
    away = away or any(each.lower_ == "on" and each.dep_ == "prt" for each in verb.children)
    buried = verb.lemma_ in BURYING_VERBS
    if verb.lemma_ in DYING_VERBS and away and not linked_tokens(verb, "object"):
        dead = clause_subjects(clause)
    elif (buried and not is_passive(verb)) or verb.lemma_ == "lose":
        dead = linked_tokens(verb, "object")
    elif buried:
        dead = clause_subjects(clause)
    else:
        return
    at = referents.message.at
    time = None if buried else _first_of(clause_times(clause, at))
    interval = dated_interval(time, None, at)
    for who in dead:
        person = referents.resolve(who)
        if person and (person.tie or (person.is_named and who in clause_subjects(clause))):
            subject = with_kind(person, EntityKind.PERSON)
            day = interval.start.date().isoformat() if interval.start else ""
            text = f"{subject.name} died{f' on {day}' if time else ''}."
            yield make_claim(
                verb, subject, "DIED", Referent(day or "death"), text, interval, CHANGE_CONFIDENCE
            )
            yield _end_claim(verb, subject, LIFE_FAMILIES, _end(time, at))


def _team_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """ "The new committee is Omar, Lise and Raj": a team by its members."""
    inverted = [each for link in ("on", "in") for each in linked_tokens(clause.verb, link)]
    for noun in (*clause_subjects(clause), *inverted):
        if noun.lemma_.lower() not in TEAM_NOUNS or clause.negated:
            continue
        team = referents.resolve(noun)
        for child in clause.verb.children:
            is_named = child.dep_ in ("attr", "nsubj") and (
                child.i > clause.verb.i or noun in inverted
            )
            for each in with_conjuncts(child) if is_named else ():
                if team and (each.pos_ == "PROPN" or each.lower_ in ("me", "myself", "i")):
                    yield from _membership(referents, clause.verb, each, team)


def listed_member_claims(referents: Referents, noun: Token) -> Iterator[RelationClaim]:
    """ "The new committee: Ana Lund, Ben Roe and Carla Finn." """
    if noun.lemma_.lower() not in TEAM_NOUNS or noun.dep_ != "ROOT":
        return
    names = [each for each in noun.children if each.dep_ == "appos" and each.pos_ == "PROPN"]
    members = [each for name in names for each in with_conjuncts(name)]
    team = Referent(noun_phrase(noun))
    for token in members if len(members) > 1 else ():
        yield from _membership(referents, noun, token, team)


def _membership(
    referents: Referents, place: Token, name: Token, team: Referent
) -> Iterator[RelationClaim]:
    member = referents.resolve(name)
    if member:
        subject = with_kind(member, EntityKind.PERSON)
        text = f"{subject.name} is a member of the {team.name}."
        interval = Interval(referents.message.at)
        yield make_claim(place, subject, "MEMBER_OF", team, text, interval, CHANGE_CONFIDENCE)


def _end_claim(
    verb: Token, subject: Referent, relations: tuple[str, ...], interval: Interval
) -> EndClaim:
    sentence = verb.sent
    start = sentence.start_char + len(sentence.text) - len(sentence.text.lstrip())
    return EndClaim(subject, relations, interval, start, start + len(sentence.text.strip()))


def _has_word(verb: Token, words: tuple[str, ...]) -> bool:
    return any(child.lower_ in words for child in verb.children)


def _end(time: TimeExpression | None, at: datetime) -> Interval:
    return dated_interval(None, time, at, ends=True)


def _first_of(times: list[TimeExpression]) -> TimeExpression | None:
    return next((each for each in times if each.cue is not Cue.FOR), None)


def _only_time(referents: Referents, verb: Token) -> TimeExpression | None:
    """The time of the sentence before, if it is the only one: "The papers came on 3 May. …"."""
    before = referents.message.content[: verb.sent.start_char].rstrip(" .!")
    times = find_chat_times(before.rsplit(". ", 1)[-1], referents.message.at)
    return times[0] if len(times) == 1 and times[0].cue is Cue.AT else None
