"""Reading a message without a model: its claims become entities and facts of the group.

English sentences are read in order, so that pronouns refer back and never ahead.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import MentionKind, NameMention, tag
from pramana.language.tagging.mentions import replace_overlapped
from pramana.memory.contracts.extraction import (
    ExtractionRequest,
    MessageExtraction,
)
from pramana.memory.domain.families import FAMILY_TIES
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.changes import change_claims, listed_member_claims
from pramana.memory.domain.reading.claims import (
    EndClaim,
    EntityKind,
    Referent,
    RelationClaim,
    as_former_post,
    with_kind,
    with_lasting_tie,
)
from pramana.memory.domain.reading.clauses import parse_clause
from pramana.memory.domain.reading.contacts import contact_claims
from pramana.memory.domain.reading.corrections import (
    believed_claims,
    is_reassigned,
    misattributed_claims,
    reassigned_claims,
    substituted_claims,
    withdrawn_claims,
)
from pramana.memory.domain.reading.extraction_parts import (
    claim_entities,
    ending_statements,
    fact_statements,
    join_extractions,
)
from pramana.memory.domain.reading.first_days import (
    with_first_day,
    with_last_day,
    with_moving_day,
)
from pramana.memory.domain.reading.fragments import completed_claims, rewritten_claims
from pramana.memory.domain.reading.handovers import (
    HandoverReader,
    posts_given_up,
    uncontested_claims,
)
from pramana.memory.domain.reading.joined_readings import join_readings, with_divorces
from pramana.memory.domain.reading.leavings import is_left_already, leaving_claims
from pramana.memory.domain.reading.messages import (
    LATIN,
    SpokenMessage,
    as_meant,
    parse_english,
    parse_message,
    split_message,
)
from pramana.memory.domain.reading.names import (
    NAMED_BEFORE,
    drop_verb_mentions,
    given_surname,
    unit_mentions,
    with_full_name,
    with_known_names,
    without_dates,
    without_title,
)
from pramana.memory.domain.reading.nepali import nepali_claims
from pramana.memory.domain.reading.nicknames import identity_statements, without_ties_to_oneself
from pramana.memory.domain.reading.nouns import copula_claims, noun_claims, person_claims
from pramana.memory.domain.reading.premises import premises_claims, without_misread_seats
from pramana.memory.domain.reading.proposal_checks import without_misread_speaker
from pramana.memory.domain.reading.proposals import proposed_claims
from pramana.memory.domain.reading.referents import KINDS, Referents
from pramana.memory.domain.reading.relatives import later_named_claims, with_named_relatives
from pramana.memory.domain.reading.romanised import (
    outside,
    romanised_claims,
    romanised_sentences,
)
from pramana.memory.domain.reading.set_phrases import announced_claims
from pramana.memory.domain.reading.statement_head import Proposal
from pramana.memory.domain.reading.suppositions import serious_claims
from pramana.memory.domain.reading.utterances import Utterance, split_utterances
from pramana.memory.domain.reading.verb_rules import VERBS
from pramana.memory.domain.reading.verbs import verb_claims

LONGEST_NAME = 200
MAY_POINT_BACK = re.compile(r"@|\d{2}|[\u0900-\u097F]")
"""What only contacts and Nepali sentences contain, which need the person named last."""
Propose = Callable[[SpokenMessage], Sequence[Proposal]]


def extract_offline(request: ExtractionRequest) -> MessageExtraction:
    """The entities and facts that a message states.

    Every fact quotes its sentence. Questions, wishes, and sentences about an unclear person yield
    none.
    """
    return join_extractions(read_pieces(request))


def read_pieces(
    request: ExtractionRequest, propose: Propose = lambda _: ()
) -> Iterator[MessageExtraction]:
    """The extraction of each piece of a message, by grammar and by what a model proposes.

    Runs in the CPU pool.
    """
    for piece in split_message(parse_message(request)):
        yield _read_piece(piece, request, propose(as_meant(piece)))


def _read_piece(
    message: SpokenMessage, request: ExtractionRequest, proposals: Sequence[Proposal]
) -> MessageExtraction:
    written, message = message.content, as_meant(message)
    claims: list[RelationClaim] = []
    endings: list[EndClaim] = []
    referents: list[Referent] = []
    for utterance in split_utterances(message):
        said, mentions = _read_utterance(utterance)
        if utterance.is_quote:
            turned = rewritten_claims(utterance.message, _read_utterance)
            said += [
                attributed_claim(each, utterance)
                for each in turned
                if isinstance(each, RelationClaim)
            ]
        claims += [each for each in said if isinstance(each, RelationClaim) and _is_storable(each)]
        endings += [each for each in said if isinstance(each, EndClaim)]
        referents += [
            Referent(each.text, KINDS[each.kind], each.confidence, is_named=True)
            for each in mentions
        ]
        if utterance.claimed_by:
            referents.append(Referent(utterance.claimed_by, EntityKind.PERSON, 0.8))
    claims += substituted_claims(message, _read_utterance)
    claims += list(withdrawn_claims(message, claims, _read_utterance))
    reassigned = list(reassigned_claims(message, claims))
    reassigned += misattributed_claims(message, _read_utterance)
    claims += reassigned
    more = [*completed_claims(message, _read_utterance), *announced_claims(message)]
    more += later_named_claims(message)
    claims += [each for each in more if isinstance(each, RelationClaim) and _is_storable(each)]
    endings += [each for each in more if isinstance(each, EndClaim)]
    endings = _dated_endings(endings, message)
    claims = [each for each in claims if not is_left_already(each, endings)]
    handed = [each for each in claims if each.is_handover]
    claims = _fullest_claims(uncontested_claims(claims, handed, endings))
    claims = [with_first_day(with_moving_day(each, message), message) for each in claims]
    claims = [with_last_day(each, message) for each in claims]
    claims = [_with_stated_end(each, endings, message) for each in claims]
    proposed, identities = proposed_claims(message, proposals)
    allowed = uncontested_claims([each.claim for each in proposed], handed, endings)
    allowed = without_misread_speaker(message, allowed, claims)
    proposed = [each for each in proposed if each.claim in allowed and _is_storable(each.claim)]
    proposed = [each for each in proposed if not is_reassigned(each.claim, reassigned)]
    proposed = [each for each in proposed if not is_left_already(each.claim, endings)]
    proposed = [replace(each, claim=with_moving_day(each.claim, message)) for each in proposed]
    proposed = [replace(each, claim=with_last_day(each.claim, message)) for each in proposed]
    joined = [*join_readings(claims, proposed, proposals), *handed]
    claims = believed_claims(message, [*joined, *posts_given_up(joined, endings)])
    claims = with_divorces(message, without_misread_seats(claims))
    claims = serious_claims(replace(message, content=written), claims)
    claims = with_named_relatives([as_former_post(with_lasting_tie(each)) for each in claims])
    claims = [
        replace(each, subject=without_title(each.subject), object=without_title(each.object))
        for each in claims
    ]
    endings = [replace(each, subject=without_title(each.subject)) for each in endings]
    referents = [without_title(each) for each in referents]
    first, full = given_surname(message.content)
    if first:
        claims = [
            replace(each, subject=with_full_name(each.subject, first, full)) for each in claims
        ]
        endings = [
            replace(each, subject=with_full_name(each.subject, first, full)) for each in endings
        ]
        referents = [with_full_name(each, first, full) for each in referents]
    identities += identity_statements(message)
    claims = without_ties_to_oneself(claims, identities)
    claimants = [each.claimed_by for each in claims if each.claimed_by]
    referents += [Referent(name, EntityKind.PERSON, 0.8) for name in claimants]
    names = [name for each in identities for name in (each.name, each.other)]
    referents = [*(Referent(name, EntityKind.PERSON, 0.8) for name in names), *referents]
    if message.speaker:
        referents.append(Referent(message.speaker, EntityKind.PERSON, 0.9))
    ends = [end for each in claims for end in (each.subject, each.object)]
    ends += [who for each in endings for who in (each.subject, each.successor) if who]
    entities = claim_entities([*ends, *referents], request)
    known = {each.name.casefold(): each.name for each in entities}
    return MessageExtraction(
        entities=entities,
        facts=fact_statements(claims, known, written, request),
        endings=ending_statements(endings, known, written),
        identities=identities,
    )


def _fullest_claims(claims: Sequence[RelationClaim]) -> list[RelationClaim]:
    """The claims without those that say the same of a shorter name: "Another Mia: Mia Berg …"."""
    full = {(each.subject.name, each.relation, each.object.name, each.start) for each in claims}
    return [
        each
        for each in claims
        if not any(
            name.startswith(f"{each.subject.name} ")
            for name, *rest in full
            if tuple(rest) == (each.relation, each.object.name, each.start)
        )
    ]


def _dated_endings(endings: Sequence[EndClaim], message: SpokenMessage) -> list[EndClaim]:
    """The endings without those that give no day, where another one of the same person does: "Kit
    is retiring. His last day as foreman is 29 August."."""
    dated = [each for each in endings if each.interval.end not in (None, message.at)]
    return [
        each
        for each in endings
        if each in dated
        or not any(
            other.subject.name == each.subject.name and set(other.relations) & set(each.relations)
            for other in dated
        )
    ]


LEFT = re.compile(
    r"[^.;!?\n]{0,60}?, (?:(?:sadly|finally|has|had|have|already|just) )*"
    r"(?:left|retired|resigned|quit|stepped down|stood down)\b"
)


def _is_left(claim: RelationClaim, message: SpokenMessage) -> bool:
    """Whether whoever is called so leaves in the same breath: "Our cook, Ana Ruiz, left in May"."""
    sentence = message.content[claim.start : claim.end]
    place = sentence.casefold().find(claim.object.name.casefold())
    return place >= 0 and bool(LEFT.match(sentence, place + len(claim.object.name)))


def _with_stated_end(
    claim: RelationClaim, endings: Iterable[EndClaim], message: SpokenMessage
) -> RelationClaim:
    """The claim with its end, if the same message says when it will end: "Kit the plumber's last
    day is 14 May"."""
    for each in endings:
        end = each.interval.end
        same = each.subject.name == claim.subject.name and claim.relation in each.relations
        is_open = claim.interval.start == message.at and claim.interval.end is None
        if same and is_open and end and end <= message.at and _is_left(claim, message):
            interval = replace(claim.interval, start=None, end=end)
            interval = replace(interval, end_grain=each.interval.end_grain)
            return replace(claim, interval=interval, text=claim.text.replace(" is ", " was ", 1))
        if same and is_open and end and end > message.at:
            interval = replace(claim.interval, end=end, end_grain=each.interval.end_grain)
            return replace(claim, interval=interval)
    return claim


def _read_utterance(
    utterance: Utterance,
) -> tuple[list[RelationClaim | EndClaim], list[NameMention]]:
    """The claims of an utterance, each with its standing, and the names in it."""
    message = utterance.message
    doc = parse_english(message.content)
    tagged = replace_overlapped(tag(message.content), unit_mentions(message.content))
    tagged = without_dates(tagged, message)
    mentions = with_known_names(doc, drop_verb_mentions(doc, tagged), message)
    referents = Referents(message, doc, mentions)
    last = referents.last_person_named() if MAY_POINT_BACK.search(message.content) else ""
    romanised = list(romanised_sentences(message.content))
    claims: list[RelationClaim | EndClaim] = [
        *contact_claims(message, last),
        *outside(romanised, english_claims(referents, doc)),
        *premises_claims(message),
        *outside(romanised, leaving_claims(message)),
        *outside(romanised, HandoverReader(message, mentions, referents).claims()),
        *nepali_claims(message, mentions, last),
        *romanised_claims(message, romanised, last),
    ]
    if utterance.claimed_by:
        claims = [
            each if _is_own_tie(each, utterance) else attributed_claim(each, utterance)
            for each in claims
            if isinstance(each, RelationClaim)
        ]
    elif utterance.corrects:
        claims = [
            replace(each, corrects=utterance.corrects) if isinstance(each, RelationClaim) else each
            for each in claims
            if not isinstance(each, RelationClaim) or each.relation != "CREATED"  # "I wrote 12"
        ]
    return claims, mentions


def _is_own_tie(claim: RelationClaim, utterance: Utterance) -> bool:
    """Whether a speaker names a relative in passing: "my wife Ana says …" is no hearsay of her."""
    is_speaker = utterance.claimed_by in (claim.subject.name, claim.object.name)
    is_speaker = is_speaker and utterance.claimed_by == utterance.message.speaker
    return is_speaker and claim.relation in FAMILY_TIES and not utterance.is_quote


def attributed_claim(claim: RelationClaim, utterance: Utterance) -> RelationClaim:
    """The claim as one of whoever is quoted or passes it on."""
    return replace(claim, claimed_by=utterance.claimed_by, text=_attributed(claim, utterance))


def _attributed(claim: RelationClaim, utterance: Utterance) -> str:
    """The sentence of a claim, which says whose it is."""
    if contains_devanagari(claim.text):
        return f"{utterance.claimed_by}का अनुसार: {claim.text}"
    return f"According to {utterance.claimed_by}, {claim.text}"


def _is_storable(claim: RelationClaim) -> bool:
    longest = max(len(claim.subject.name), len(claim.object.name))
    return longest <= LONGEST_NAME and claim.subject.name != claim.object.name


def english_claims(referents: Referents, doc: Any) -> list[RelationClaim | EndClaim]:
    claims: list[RelationClaim | EndClaim] = []
    if not LATIN.search(doc.text):
        return claims
    for sentence in doc.sents:
        claims += _sentence_claims(referents, sentence)
    return claims


def _is_sure(mention: NameMention, token: Any) -> bool:
    """Whether the first word of a message is a name, and not only a word with a capital."""
    return mention.why == NAMED_BEFORE or " " in mention.text or token.pos_ == "PROPN"


def _is_verb(token: Any) -> bool:
    """Whether a word is a verb; the tagger takes "work" in "Ana and Bo work at …" for a noun."""
    has_subject = token.dep_ == "ROOT" and any(each.dep_ == "nsubj" for each in token.children)
    is_verb = token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass")
    is_verb = is_verb or (token.pos_ == "ADJ" and _has_helper(token))
    return is_verb or (token.pos_ == "NOUN" and has_subject and token.lemma_ in VERBS)


def _has_helper(token: Any) -> bool:
    """Whether an auxiliary makes a verb of a participle: "Mia and Leo got married in May"."""
    return any(each.dep_ == "auxpass" for each in token.children)


def _sentence_claims(referents: Referents, sentence: Any) -> Iterator[RelationClaim | EndClaim]:
    for token in sentence:
        mention = referents.mention_at(token)
        subject = token.pos_ == "PROPN" and token.dep_ in ("nsubj", "nsubjpass")
        is_person = mention.kind is MentionKind.PERSON if mention else subject
        is_said_of = token.dep_ in ("attr", "oprd", "appos")  # "Mia is the vet" names one person
        if token.pos_ == "NOUN" and not is_said_of and lexicon.is_occupation(token.lemma_):
            holder = referents.resolve(token)
            if holder and holder.tie:
                referents.remember_person(token, holder)
        if is_person and (token.i or not mention or _is_sure(mention, token)):
            person = referents.resolve(token)
            if person:
                referents.remember_person(token, with_kind(person, EntityKind.PERSON))
    for token in sentence:
        if _is_verb(token):
            yield from change_claims(referents, parse_clause(token))
            yield from copula_claims(referents, token)
            yield from verb_claims(referents, token)
        elif token.pos_ == "NOUN":
            yield from noun_claims(referents, token)
            yield from listed_member_claims(referents, token)
        elif token.pos_ == "PROPN":
            yield from person_claims(referents, token)
