"""Statements that the model proposes, checked against the words and joined with the grammar's.

A proposal points at words; everything else is decided here: who they refer to, which relation and
which time they mean, whether they may be believed, and which of two readings of the same words is
kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pramana.language.scripts import contains_devanagari
from pramana.language.times import Cue, TimeExpression
from pramana.memory.contracts.extraction import IdentityStatement
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.families import FAMILY_TIES
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, times_calendar
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali_people import stem_of
from pramana.memory.domain.reading.proposal_checks import (
    ARTICLES,
    EDGES,
    PRONOUNS,
    People,
    is_contradicted,
    is_nickname_here,
    is_office_like,
    is_worded,
)
from pramana.memory.domain.reading.proposal_subjects import sentence_of, with_own_subjects
from pramana.memory.domain.reading.statement_head import PointedWords, Proposal
from pramana.memory.domain.reading.suppositions import supposed_spans
from pramana.memory.domain.reading.utterances import hearsay_spans

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
NOWHERE = lexicon.word_set("here there home away यहाँ त्यहाँ यहीँ त्यहीँ yaha tyaha yahi tyahi")
"""What names no place by itself."""
UNIT_HEADS = lexicon.word_set(
    "manager head leader lead boss chief director foreman forewoman captain coordinator president"
    " chair treasurer secretary editor conductor principal matron warden coach supervisor"
)
"""Whoever is "shop foreman" is the one foreman of the shop."""
CONFIDENCE = 0.9
LEAST_CHANCE = 0.7
PROBABLY = 0.5
"""Of a whole statement, from which on it is taken."""
SURE = 0.9
"""From this chance on, the model's reading of words counts for more than the grammar's."""
PAST_VERB = re.compile(
    r"\b(?:was|were|let|left|quit|had|got|did|gave|made|began|became|[a-z]{2,}ed)\b", re.IGNORECASE
)
AHEAD_WORD = re.compile(
    r"\b(?:will|shall|going to|is|are|am|from|next|tomorrow|until|till|[a-z]+ing)\b"
    r"|['’](?:ll|m|re|s)\b",
    re.IGNORECASE,
)
"""What tells a time to come from one that was, where the tense is not parsed."""
STARTS = re.compile(
    r"\b(?:starts?|begins?|joins?|leaves?|finish(?:es)?)"
    r"(?: (?:there|here|work|with us|as an? \w+))?,? (?:on |from |in )?$",
    re.IGNORECASE,
)
"""A present verb of change right before a day, which is to come then: "starts there on 3 June"."""
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
SPEAKER_HERE = re.compile(
    r"\b(?:I|me|my|myself|ma|malai|mero|here)\b|(?<!\S)(?:म|मलाई|मेरो)(?!\S)", re.IGNORECASE
)
"""What says that a name is the speaker's own: "we called Dinesh so" says nothing of theirs."""
NUMBER = re.compile(r"\d+")
ROMANISED_DEGREE = re.compile(
    r"(?:\s{1,3}(?:sarai|sahrai|dherai|ekdam|ekdamai|khub|nikai|nikkai|aba|ajhai|pani|chai|malai)){1,4}$",
    re.IGNORECASE,
)
"""How much something is liked, which is no part of it: "malai dudh dherai man parchha"."""
NOT_POSTS = re.compile(r"\b(?:us|me|you|them|him|it)\b")
"""Words that no name of a post contains: "brings them eggs"."""
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
    proposals = with_own_subjects(message, list(proposals))
    told, supposed = hearsay_spans(message), supposed_spans(message.content)
    stated = {_about(each) for each in proposals if not each.object.text}
    for each in proposals:
        if each.object.text and _about(each) in stated:
            continue  # the message says something else of the same, and this is what came before
        belief, chance = likeliest_belief(each)
        whole = each.object_chance * each.subject_chance * chance
        if whole < LEAST_CHANCE or belief == UNBELIEVED or _is_supposed(each, supposed):
            continue
        if is_contradicted(message.content, each, is_held=belief == HOLDS):
            continue
        if not is_worded(message, each, is_over=belief == OVER):
            continue
        if each.family in IDENTITIES:
            identities += _identity(people, each, belief)
        elif each.family in RELATIONS:
            found = _claim(people, each, belief, whole)
            claims += [
                ProposedClaim(_as_told(claim, told, message), whole, bool(each.object.text))
                for claim in found
            ]
    return claims, identities


def _is_supposed(proposal: Proposal, supposed: Sequence[tuple[int, int]]) -> bool:
    words = proposal.object
    return not words.text and any(start <= words.start < end for start, end in supposed)


def _as_told(
    claim: RelationClaim, told: Sequence[tuple[str, int, int]], message: SpokenMessage
) -> RelationClaim:
    """The claim, as somebody's word where the message only passes it on."""
    spans = [each for each in told if each[1] < claim.end and claim.start < each[2]]
    who = (spans[0][0] or message.speaker) if spans else ""
    is_own = who == message.speaker and claim.relation in FAMILY_TIES
    is_own = is_own and who in (claim.subject.name, claim.object.name)
    if not who or claim.claimed_by or is_own:
        return claim  # "my wife Ana says …" is no hearsay of her
    return replace(claim, claimed_by=who, text=f"According to {who}, {claim.text}")


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
    start, end = sentence_of(people.message.content, each.object)
    if each.subject is None and not SPEAKER_HERE.search(people.message.content, start, end):
        return
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
    if relation == "MEMBER_OF" and employs(other.name):
        relation, verb, past_verb = RELATIONS["works_at"]
    if each.family in INVERSE:
        subject, other = other, subject
    claimant = _claimant(people, each, subject) if belief == TOLD else ""
    if claimant is None:
        return
    over = belief in (OVER, FALSE) or interval.end is not None
    start, end = sentence_of(message.content, place)
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


def employs(name: str) -> bool:
    """Whether a name is that of a body one works for, and is no member of: a ministry, a bank."""
    words = name.casefold().split()
    nouns = lexicon.WORKPLACES | lexicon.ORGANIZATION_NOUNS
    return len(words) > 1 and bool(nouns & {words[0], words[-1]}) and name[:1].isupper()


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
        last = stem_of(last)
        words = " ".join((*first, nepali_grammar.SHORT_FORMS.get(last, last)))
    if each.family in ("phone", "age"):
        words = words.translate(DIGITS)
    if each.family == "age" and words.isdigit():
        words = f"{words} years"
    if each.family in ("likes", "dislikes"):
        words = ROMANISED_DEGREE.sub("", words)
    name = ARTICLES.sub("", words)
    if not name or name.casefold() in PRONOUNS | NOWHERE | lexicon.VAGUE_NOUNS:
        return None
    is_position = each.family == "position"
    if is_position and (NOT_POSTS.search(name) or not is_office_like(name)):
        return None
    phrase = _with_article(people.message.content, each.object, name) if is_position else ""
    return Referent(name, OBJECT_KINDS.get(relation, EntityKind.OTHER), 0.8, phrase)


def _with_article(content: str, words: PointedWords, name: str) -> str:
    """A position with the article the message gives it, which tells a post from an occupation."""
    before = content[: words.start].split()[-2:] if not words.text else []
    is_definite = any(each.casefold() in ("the", "our", "your") for each in before)
    *unit, noun = name.casefold().split()
    is_office = name.casefold() in lexicon.OFFICES or name.casefold() in lexicon.DEFINITE_OFFICES
    is_office = is_office or bool(unit and noun in UNIT_HEADS and "a" not in before)
    if is_definite or is_office or words.words.casefold().startswith(("the ", "our ")):
        return f"the {name}"
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _times(message: SpokenMessage, each: Proposal) -> list[TimeExpression]:
    """The time that belongs to a statement: where the model points, or the only one there is."""
    ahead = each.share(["will_begin", "will_end"]) > PROBABLY
    if ahead and not each.object.text:
        start, end = sentence_of(message.content, each.object)
        is_past = PAST_VERB.search(message.content, start, end)
        ahead = not is_past or bool(AHEAD_WORD.search(message.content, start, end))
    if each.when and not each.when.text and STARTS.search(message.content[: each.when.start]):
        ahead = True
    found = find_chat_times(message.content, message.at, ahead=ahead)
    if each.when is None:
        place = each.object if not each.object.text else each.subject
        if place is None or place.text:
            return []
        start, end = sentence_of(message.content, place)
        inside = [time for time in found if start <= time.start < end]
        if each.share(["begins", "ended"]) < PROBABLY:
            inside = [time for time in inside if time.cue is Cue.SINCE]
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
        return dated_interval(None, time, at, ends=True)
    if belief == FALSE:
        return dated_interval(None, None, at, ends=True)
    if comes or each.share(["begins", "will_begin"]) > each.share(["now"]):
        return dated_interval(time, None, at)
    if time and time.cue in (Cue.SINCE, Cue.FOR):
        return dated_interval(time, None, at)
    return dated_interval(None, None, at)
