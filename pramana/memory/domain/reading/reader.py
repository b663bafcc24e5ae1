"""Reading a message without a model: its claims become entities and facts of the group.

English sentences are read in order, so that pronouns refer back and never ahead.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from pramana.language.tagging import MentionKind, NameMention, tag
from pramana.memory.contracts.extraction import (
    EntityMention,
    EntityTypeHint,
    ExtractionRequest,
    FactStatement,
    FamilyHint,
    MessageExtraction,
)
from pramana.memory.domain.families import canonical_relation
from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.messages import (
    SpokenMessage,
    parse_english,
    parse_message,
    split_message,
)
from pramana.memory.domain.reading.nepali import nepali_claims
from pramana.memory.domain.reading.nouns import copula_claims, noun_claims
from pramana.memory.domain.reading.referents import KINDS, Referents
from pramana.memory.domain.reading.verbs import verb_claims

LONGEST_NAME = 200
SYNONYMS = {
    EntityKind.PERSON: ("person", "people", "human", "user"),
    EntityKind.ORGANIZATION: ("organization", "organisation", "company", "org"),
    EntityKind.LOCATION: ("location", "place", "city", "gpe"),
}


def extract_offline(request: ExtractionRequest) -> MessageExtraction:
    """The entities and facts that a message states.

    Every fact quotes its sentence. Questions, wishes, and sentences about an unclear person yield
    none.
    """
    return join_extractions(read_pieces(request))


def read_pieces(request: ExtractionRequest) -> Iterator[MessageExtraction]:
    """The extraction of each piece of a message. Runs in the CPU pool."""
    for piece in split_message(parse_message(request)):
        yield _read_piece(piece, request)


def join_extractions(pieces: Iterable[MessageExtraction]) -> MessageExtraction:
    """Join the extractions of pieces: each entity and fact once, as it was first stated."""
    entities: dict[str, EntityMention] = {}
    facts: dict[tuple[str, str, str], FactStatement] = {}
    for piece in pieces:
        for each in piece.entities:
            _add_entity(entities, each)
        for fact in piece.facts:
            facts.setdefault((fact.subject, fact.relation, fact.object), fact)
    return MessageExtraction(entities=list(entities.values()), facts=list(facts.values()))


def _add_entity(entities: dict[str, EntityMention], each: EntityMention) -> None:
    known = entities.setdefault(each.name.casefold(), each)
    if known.type == EntityKind.OTHER:
        known.type = each.type
    known.attributes |= each.attributes
    known.confidence = max(known.confidence, each.confidence)


def _read_piece(message: SpokenMessage, request: ExtractionRequest) -> MessageExtraction:
    doc = parse_english(message.content)
    mentions = drop_verb_mentions(doc, tag(message.content))
    claims = [*english_claims(message, doc, mentions), *nepali_claims(message, mentions)]
    claims = [each for each in claims if _is_storable(each)]
    referents = [Referent(each.text, KINDS[each.kind], each.confidence) for each in mentions]
    if message.speaker:
        referents.append(Referent(message.speaker, EntityKind.PERSON, 0.9))
    ends = [end for each in claims for end in (each.subject, each.object)]
    entities = _claim_entities([*ends, *referents], request)
    known = {each.name.casefold(): each.name for each in entities}
    return MessageExtraction(
        entities=entities, facts=_fact_statements(claims, known, message.content, request)
    )


def _is_storable(claim: RelationClaim) -> bool:
    longest = max(len(claim.subject.name), len(claim.object.name))
    return longest <= LONGEST_NAME and claim.subject.name != claim.object.name


def _claim_entities(
    referents: Iterable[Referent], request: ExtractionRequest
) -> list[EntityMention]:
    """Each name once, with the kind its relations imply, all attributes, the best confidence."""
    entities: dict[str, EntityMention] = {}
    excluded = {name.casefold() for name in request.excluded_types}
    for referent in referents:
        kind = _group_type(referent.kind, request.entity_types)
        if kind.casefold() not in excluded:
            confidence = round(min(0.95, referent.confidence), 2)
            _add_entity(
                entities,
                EntityMention(
                    name=referent.name,
                    type=kind,
                    attributes=dict(referent.attributes),
                    confidence=confidence,
                ),
            )
    return list(entities.values())


def _group_type(kind: EntityKind, hints: tuple[EntityTypeHint, ...]) -> str:
    """The group's own type for a kind, if the group has types."""
    if not hints or kind is EntityKind.OTHER:
        return kind.value
    fitting = [hint.name for hint in hints if hint.name.casefold() in SYNONYMS[kind]]
    return fitting[0] if fitting else EntityKind.OTHER.value


def _fact_statements(
    claims: Iterable[RelationClaim], known: dict[str, str], content: str, request: ExtractionRequest
) -> list[FactStatement]:
    facts: dict[tuple[str, str, str], FactStatement] = {}
    for claim in claims:
        subject = known.get(claim.subject.name.casefold())
        other = known.get(claim.object.name.casefold())
        if subject and other:
            relation = _group_relation(claim.relation, request.families)
            fact = FactStatement(
                subject=subject,
                relation=relation,
                object=other,
                fact=claim.text,
                quote=content[claim.start : claim.end],
                valid_at=claim.interval.start,
                invalid_at=claim.interval.end,
                confidence=claim.confidence,
            )
            facts.setdefault((subject, relation, other), fact)
    return list(facts.values())


def _group_relation(relation: str, families: tuple[FamilyHint, ...]) -> str:
    """The group's family with this relation as name or alias, or else the relation itself."""
    for family in families:
        if relation in (canonical_relation(family.name), *map(canonical_relation, family.aliases)):
            return family.name
    return relation


def drop_verb_mentions(doc: Any, mentions: Sequence[NameMention]) -> list[NameMention]:
    """The mentions without those that contain a verb, such as "Ram joined Acme" tagged as a name.

    Punctuation at the start of a mention is removed.
    """
    mentions = [_trim_punctuation(each) for each in mentions]
    spans = [doc.char_span(each.start, each.end, alignment_mode="expand") for each in mentions]
    return [
        mention
        for mention, span in zip(mentions, spans, strict=True)
        if not any(token.tag_ in ("VBD", "VBZ") for token in span or ())
    ]


def _trim_punctuation(mention: NameMention) -> NameMention:
    words = mention.text.lstrip("।॥.,;:!?- \n")
    cut = len(mention.text) - len(words)
    return replace(mention, start=mention.start + cut, text=words) if cut and words else mention


def english_claims(
    message: SpokenMessage, doc: Any, mentions: Sequence[NameMention]
) -> list[RelationClaim]:
    referents = Referents(message, doc, mentions)
    claims: list[RelationClaim] = []
    for sentence in doc.sents:
        claims += _sentence_claims(referents, sentence)
    return claims


def _sentence_claims(referents: Referents, sentence: Any) -> Iterator[RelationClaim]:
    for token in sentence:
        mention = referents.mention_at(token)
        if mention and mention.kind is MentionKind.PERSON and token.i:
            person = referents.resolve(token)
            if person:
                referents.remember_person(token, person)
    for token in sentence:
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            yield from copula_claims(referents, token)
            yield from verb_claims(referents, token)
        elif token.pos_ == "NOUN":
            yield from noun_claims(referents, token)
