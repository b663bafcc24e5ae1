"""Statements that the model proposes, checked against the words and joined with the grammar's.

A proposal points at words; everything else is decided here: who they refer to, which relation and
which time they mean, whether they may be believed, and which of two readings of the same words is
kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.language.scripts import contains_devanagari
from pramana.language.times import Cue, TimeExpression, find_times
from pramana.memory.contracts.extraction import IdentityStatement
from pramana.memory.contracts.graph import Grain, Interval
from pramana.memory.domain.families import OFFICE_FAMILIES
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, times_calendar
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali_people import stem_of
from pramana.memory.domain.reading.proposal_checks import (
    ARTICLES,
    EDGES,
    PRONOUNS,
    People,
    has_tie_word,
    is_denied,
    is_nickname_here,
    is_office_like,
)
from pramana.memory.domain.reading.statement_head import PointedWords, Proposal
from pramana.memory.domain.reading.utterances import SENTENCE

HOLDS, OVER, FALSE, TOLD, UNBELIEVED = "holds", "over", "false", "told", "unbelieved"
BELIEFS = {
    HOLDS: ("now", "begins", "will_begin"),
    OVER: ("ended", "will_end"),
    FALSE: ("not", "corrected"),
    TOLD: ("hearsay", "quoted"),
    UNBELIEVED: ("hypothetical", "plan", "joke", "asked"),
}
"""What a statement's status means for belief. Within a belief, the time that is stated decides:
what began on a day to come will begin."""
TABLE = """
works_at         | WORKS_AT      | works at             | worked at
lives_in         | LIVES_IN      | lives in             | lived in
address          | HAS_ADDRESS   | has the address      | had the address
studies_at       | STUDIES_AT    | studies at           | studied at
subject_of_study | STUDIES       | studies              | studied
spouse           | MARRIED_TO    | is married to        | was married to
boss             | REPORTS_TO    | reports to           | reported to
position         | HAS_POSITION  | is                   | was
sibling          | SIBLING_OF    | is a sibling of      | was a sibling of
friend           | FRIEND_OF     | is a friend of       | was a friend of
colleague        | COLLEAGUE_OF  | is a colleague of    | was a colleague of
relative         | RELATIVE_OF   | is a relative of     | was a relative of
parent           | PARENT_OF     | is a parent of       | was a parent of
child            | CHILD_OF      | is a child of        | was a child of
member_of        | MEMBER_OF     | is a member of       | was a member of
owns             | OWNS          | owns                 | owned
pet              | OWNS          | has the pet          | had the pet
likes            | LIKES         | likes                | liked
dislikes         | DISLIKES      | dislikes             | disliked
speaks           | SPEAKS        | speaks               | spoke
plays            | PLAYS         | plays                | played
teaches          | TEACHES       | teaches              | taught
has_condition    | HAS_CONDITION | has the condition    | had the condition
email            | HAS_EMAIL     | has the e-mail address | had the e-mail address
phone            | HAS_PHONE     | has the phone number | had the phone number
age              | HAS_AGE       | is aged              | was aged
birth            | BORN_ON       | was born on          | was born on
comes_from       | COMES_FROM    | comes from           | came from
died             | DIED          | died                 | died
"""
"""The model's families, the relation of each, and its verb while it holds and when it is over."""
RELATIONS = {
    row[0]: (row[1], row[2], row[3])
    for row in ([cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines())
}
IDENTITIES = {"same_as": "same", "nickname": "nickname"}
BETWEEN_PEOPLE = lexicon.word_set(
    "spouse boss sibling friend colleague relative parent child same_as nickname"
)
INVERSE = frozenset(("sibling", "relative", "parent", "child", "friend", "colleague"))
"""Families whose relation is stated of the object: my mother is a parent of me."""
LASTING = frozenset(("birth", "died", "age", "comes_from"))
"""What does not end when it is told in the past tense."""
OBJECT_KINDS = {
    **lexicon.OBJECT_KINDS,
    "COMES_FROM": EntityKind.LOCATION,
    "COLLEAGUE_OF": EntityKind.PERSON,
    "RELATIVE_OF": EntityKind.PERSON,
}
POSITION = "HAS_POSITION"
CONFIDENCE = 0.9
LEAST_CHANCE = 0.7
PROBABLY = 0.5
"""Of a whole statement, from which on it is taken."""
SURE = 0.9
"""From this chance on, the model's reading of words counts for more than the grammar's."""
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
NUMBER = re.compile(r"\d+")
OFFICE = re.compile(nepali_grammar.OFFICE_WORDS)


@dataclass(frozen=True)
class ProposedClaim:
    """A claim that the model proposes, and the chance that all of it is right."""

    claim: RelationClaim
    chance: float
    refers_back: bool = False
    """Whether its object stands in a message before: "Yes, since May."."""

    @property
    def is_sure(self) -> bool:
        return self.chance >= SURE


def proposed_claims(
    message: SpokenMessage, proposals: Iterable[Proposal]
) -> tuple[list[ProposedClaim], list[IdentityStatement]]:
    """The claims and identities of the proposals that are sure enough and that the words allow."""
    claims: list[ProposedClaim] = []
    identities: list[IdentityStatement] = []
    people = People(message)
    proposals = list(proposals)
    stated = {_about(each) for each in proposals if not each.object.text}
    for each in proposals:
        if each.object.text and _about(each) in stated:
            continue  # the message says something else of the same, and this is what came before
        belief, chance = likeliest_belief(each)
        whole = each.object_chance * each.subject_chance * chance
        denied = belief == HOLDS and is_denied(message.content, each.object)
        if whole < LEAST_CHANCE or belief == UNBELIEVED or denied:
            continue
        if not has_tie_word(message, each, is_over=belief == OVER):
            continue
        if each.family in IDENTITIES:
            identities += _identity(people, each, belief)
        elif each.family in RELATIONS:
            found = _claim(people, each, belief, whole)
            claims += [ProposedClaim(claim, whole, bool(each.object.text)) for claim in found]
    return claims, identities


def _about(proposal: Proposal) -> tuple[str, str, str]:
    """What a proposal is about: its family, its subject, and whether that holds."""
    subject = proposal.subject.words if proposal.subject else ""
    return proposal.family, subject, likeliest_belief(proposal)[0]


def likeliest_belief(proposal: Proposal) -> tuple[str, float]:
    """How far a proposal may be believed, and its chance."""
    shares = {name: proposal.share(statuses) for name, statuses in BELIEFS.items()}
    best = max(shares, key=lambda name: shares[name])
    return best, shares[best]


def _identity(people: People, each: Proposal, belief: str) -> Iterator[IdentityStatement]:
    one, other = people.person(each.subject), people.person(each.object)
    believed = belief in (HOLDS, FALSE)
    if one is None or other is None or one.name == other.name or not believed:
        return
    if not is_nickname_here(each) or not (one.is_named and other.is_named):
        return
    start, end = _sentence(people.message.content, each.object)
    kind = "different" if belief == FALSE else IDENTITIES[each.family]
    quote = people.message.content[start:end]
    yield IdentityStatement.model_validate(
        {"kind": kind, "name": other.name, "other": one.name, "quote": quote}
    )


def _claim(people: People, each: Proposal, belief: str, chance: float) -> Iterator[RelationClaim]:
    message = people.message
    relation, verb, past_verb = RELATIONS[each.family]
    subject = people.person(each.subject)
    times = _times(message, each)
    interval = _interval(each, belief, times, message)
    place = next((w for w in (each.object, each.subject, each.when) if w and not w.text), None)
    if subject is None or interval is None or place is None:
        return
    other = _object(people, each, relation, interval)
    if other is None or other.name.casefold() == subject.name.casefold():
        return
    if each.family == "birth" and not NUMBER.search(other.name.translate(DIGITS)):
        relation, verb, past_verb = "BORN_IN", "was born in", "was born in"
        other = replace(other, kind=EntityKind.LOCATION)
    if each.family in INVERSE:
        subject, other = other, subject
    claimant = _claimant(people, each, subject) if belief == TOLD else ""
    if claimant is None:
        return
    over = belief in (OVER, FALSE) or interval.end is not None
    start, end = _sentence(message.content, place)
    if message.content[start:end].endswith("?"):
        return
    text = f"{subject.name} {past_verb if over else verb} {other.words}."
    if contains_devanagari(message.content[start:end]):
        text = _nepali_text(message.content[start:end], subject, other, relation)
    if claimant:
        text = f"According to {claimant}, {text}"
    yield RelationClaim(
        subject,
        relation,
        other,
        text,
        start,
        end,
        interval,
        round(CONFIDENCE * chance**0.5, 2),
        is_false=belief == FALSE,
        claimed_by=claimant,
        calendar=times_calendar(times),
    )


def _nepali_text(sentence: str, subject: Referent, other: Referent, relation: str) -> str:
    if relation == "WORKS_AT" and OFFICE.search(sentence):  # the office is a fact of its own
        return f"{subject.name} {other.name}मा काम गर्छन्।"
    text = f"{sentence.strip(' ,।.')}।"
    if subject.name not in text:
        text = f"{subject.name}: {text}"
    return text if other.name in text else f"{text} ({other.name})"


def _claimant(people: People, each: Proposal, subject: Referent) -> str | None:
    """Whose claim it is; None if nobody can be named."""
    who = people.person(each.by) if each.by else None
    if who is None and each.share(["quoted"]) > each.share(["hearsay"]):
        who = subject
    return who.name if who and who.is_named else people.message.speaker or None


def _object(people: People, each: Proposal, relation: str, interval: Interval) -> Referent | None:
    if each.family == "died":
        day = interval.start.date().isoformat() if interval.start and each.when else "death"
        return Referent(day, phrase=f"on {day}" if each.when else "")
    if each.family in BETWEEN_PEOPLE:
        person = people.person(each.object)
        ties = lexicon.TIES | nepali_grammar.TIES
        return None if person is None or ties.get(person.tie) == relation else person
    words = each.object.words.strip(EDGES)
    if contains_devanagari(words):
        *first, last = words.split()
        words = " ".join((*first, stem_of(last)))
    if each.family in ("phone", "age"):
        words = words.translate(DIGITS)
    if each.family == "age" and words.isdigit():
        words = f"{words} years"
    name = ARTICLES.sub("", words)
    if not name or name.casefold() in PRONOUNS or name.casefold() in lexicon.VAGUE_NOUNS:
        return None
    is_position = each.family == "position"
    if is_position and not is_office_like(name):
        return None
    phrase = _with_article(people.message.content, each.object, name) if is_position else ""
    return Referent(name, OBJECT_KINDS.get(relation, EntityKind.OTHER), 0.8, phrase)


def _with_article(content: str, words: PointedWords, name: str) -> str:
    """A position with the article the message gives it, which tells a post from an occupation."""
    before = content[: words.start].split()[-2:] if not words.text else []
    is_definite = any(each.casefold() in ("the", "our", "your") for each in before)
    is_office = name.casefold() in lexicon.OFFICES or name.casefold() in lexicon.DEFINITE_OFFICES
    if is_definite or is_office or words.words.casefold().startswith(("the ", "our ")):
        return f"the {name}"
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _sentence(content: str, words: PointedWords) -> tuple[int, int]:
    """Where the sentence with these words begins and ends."""
    for match in SENTENCE.finditer(content):
        if match.start() <= words.start < match.end():
            text = match.group()
            start = match.start() + len(text) - len(text.lstrip())
            return start, max(match.start() + len(text.rstrip()), min(words.end, len(content)))
    return words.start, words.end


def _times(message: SpokenMessage, each: Proposal) -> list[TimeExpression]:
    """The time that belongs to a statement: where the model points, or the only one there is."""
    ahead = each.share(["will_begin", "will_end"]) > PROBABLY
    found = find_times(message.content, message.at, ahead=ahead)
    if each.when is None:
        place = each.object if not each.object.text else each.subject
        if place is None or place.text or each.share(["begins", "ended"]) < PROBABLY:
            return []
        start, end = _sentence(message.content, place)
        inside = [time for time in found if start <= time.start < end]
        return inside if len(inside) == 1 else []
    if each.when.text:
        return []
    return [time for time in found if time.start < each.when.end and each.when.start < time.end]


def _interval(
    each: Proposal, belief: str, times: Sequence[TimeExpression], message: SpokenMessage
) -> Interval | None:
    """When the statement held; None if a time to come is not known."""
    time, at = (times[0] if times else None), message.at
    if each.family in LASTING:
        return dated_interval(time if each.family == "died" else None, None, at)
    comes = time is not None and time.begins > at
    if not comes and not time and each.share(["will_begin", "will_end"]) > PROBABLY:
        return None
    if belief == OVER:
        return dated_interval(None, time, at, ends=not comes)
    if belief == FALSE:
        return dated_interval(None, None, at, ends=True)
    if comes or each.share(["begins", "will_begin"]) > each.share(["now"]):
        return dated_interval(time, None, at)
    if time and time.cue in (Cue.SINCE, Cue.FOR):
        return dated_interval(time, None, at)
    return dated_interval(None, None, at)


def join_readings(
    read: Iterable[RelationClaim],
    proposed: Iterable[ProposedClaim],
    proposals: Iterable[Proposal],
) -> list[RelationClaim]:
    """The claims of grammar and model together: of two readings of the same words the model's where
    it is sure, else the grammar's. What the model takes for no statement is not believed."""
    unbelieved = [
        each for each in proposals if each.object_chance * each.share(BELIEFS[UNBELIEVED]) >= SURE
    ]
    kept = [each for each in read if not any(_is_about(each, no) for no in unbelieved)]
    proposed = [each for each in proposed if not (each.refers_back and _is_stated(kept, each))]
    sure = [each.claim for each in proposed if each.is_sure]
    others = [each.claim for each in proposed if not each.is_sure]
    alone = [
        each
        for each in kept
        if not any(_same_words(each, claim) and not _beside(each, claim, kept) for claim in sure)
    ]
    joined = [_with_grammar(kept, claim) for claim in sure]
    more = [each for each in others if not any(_same_object(k, each) for k in (*kept, *sure))]
    return [*alone, *joined, *more]


def _is_stated(read: Iterable[RelationClaim], proposed: ProposedClaim) -> bool:
    """Whether the message itself says of somebody what a proposal takes from a message before."""
    relation, subject = group_of(proposed.claim.relation), proposed.claim.subject.name
    return any(
        group_of(each.relation) == relation and _overlap(each.subject.name, subject)
        for each in read
    )


def _beside(read: RelationClaim, sure: RelationClaim, kept: Iterable[RelationClaim]) -> bool:
    """Whether the grammar states of somebody else too what the model is sure of: "Ana and I"."""
    same = (read.relation, read.object.name, read.start)
    return read.subject.name != sure.subject.name and any(
        each.subject.name == sure.subject.name
        and (each.relation, each.object.name, each.start) == same
        and _state(each) == _state(sure) == _state(read)
        for each in kept
    )


def _with_grammar(read: Iterable[RelationClaim], claim: RelationClaim) -> RelationClaim:
    """A sure claim, as the grammar says it where both agree; with the time, if one found it."""
    for known in read:
        agrees = _state(known) == _state(claim) and known.subject.name == claim.subject.name
        agrees = agrees and not (known.object.tie and claim.object.is_named)
        if agrees and _same_words(known, claim):
            is_dated = known.interval.start_grain is not Grain.UNKNOWN
            finds_time = claim.interval.start_grain is not Grain.UNKNOWN
            return known if is_dated or not finds_time else replace(known, interval=claim.interval)
    return claim


def _is_about(claim: RelationClaim, proposal: Proposal) -> bool:
    relation = RELATIONS.get(proposal.family, ("",))[0]
    same_group = group_of(claim.relation) == group_of(relation)
    return same_group and _overlap(claim.object.name, proposal.object.words)


def _state(claim: RelationClaim) -> tuple[bool, bool, bool]:
    return claim.interval.end is not None, claim.is_false, bool(claim.claimed_by)


def _same_words(one: RelationClaim, other: RelationClaim) -> bool:
    if group_of(one.relation) != group_of(other.relation):
        return False
    if group_of(one.relation) == POSITION and one.start == other.start:
        return one.subject.name == other.subject.name or _same_object(one, other)
    if group_of(one.relation) == POSITION and (one.end <= other.start or other.end <= one.start):
        return one.subject.name == other.subject.name and _same_object(one, other)
    return _same_object(one, other) or _overlap(one.object.name, other.subject.name)


def _same_object(one: RelationClaim, other: RelationClaim) -> bool:
    return _overlap(one.object.name, other.object.name)


def group_of(relation: str) -> str:
    return POSITION if relation in OFFICE_FAMILIES or relation == "IS_A" else relation


def _overlap(one: str, other: str) -> bool:
    a, b = one.casefold(), other.casefold()
    return bool(a and b) and (a in b or b in a)
