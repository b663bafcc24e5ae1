"""What a reading hands on: the entities, facts and endings of an extraction, made of claims."""

from collections.abc import Iterable

from pramana.memory.contracts.extraction import (
    Description,
    EndingStatement,
    EntityMention,
    EntityTypeHint,
    ExtractionRequest,
    FactStatement,
    FamilyHint,
    MessageExtraction,
)
from pramana.memory.domain.families import canonical_relation
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim

SYNONYMS = {
    EntityKind.PERSON: ("person", "people", "human", "user"),
    EntityKind.ORGANIZATION: ("organization", "organisation", "company", "org"),
    EntityKind.LOCATION: ("location", "place", "city", "gpe"),
}


def join_extractions(pieces: Iterable[MessageExtraction]) -> MessageExtraction:
    """Join the extractions of pieces: each entity and fact once, as it was first stated."""
    entities: dict[str, EntityMention] = {}
    facts: dict[tuple[str, str, str], FactStatement] = {}
    joined = MessageExtraction()
    for piece in pieces:
        for each in piece.entities:
            _add_entity(entities, each)
        for fact in piece.facts:
            facts.setdefault((fact.subject, fact.relation, fact.object), fact)
        joined.endings += piece.endings
        joined.identities += piece.identities
    joined.entities, joined.facts = list(entities.values()), list(facts.values())
    return joined


def _add_entity(entities: dict[str, EntityMention], each: EntityMention) -> None:
    known = entities.setdefault(each.name.casefold(), each)
    if known.type == EntityKind.OTHER:
        known.type = each.type
    known.attributes |= each.attributes
    known.confidence = max(known.confidence, each.confidence)


def ending_statements(
    endings: Iterable[EndClaim], known: dict[str, str], content: str
) -> list[EndingStatement]:
    return [
        EndingStatement(
            subject=known[each.subject.name.casefold()],
            relations=list(each.relations),
            at=each.interval.end,
            grain=each.interval.end_grain,
            quote=content[each.start : each.end],
            successor=known.get(each.successor.name.casefold(), "") if each.successor else "",
            words=list(each.words),
        )
        for each in endings
        if each.subject.name.casefold() in known
    ]


def claim_entities(
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
                    described_by=_description(referent),
                ),
            )
    return list(entities.values())


def _description(referent: Referent) -> Description | None:
    """How to look up a person whom the message only describes."""
    if not referent.tie:
        return None
    relation = (lexicon.TIES | nepali_grammar.TIES).get(referent.tie, "") if referent.owner else ""
    if not relation:
        is_post = lexicon.is_occupation(referent.tie.rsplit(" ", 1)[-1])
        is_head = referent.tie in lexicon.DEFINITE_OFFICES
        default = "HAS_POSITION" if is_post and not is_head else "HEAD_OF"
        offices = lexicon.OFFICES | nepali_grammar.OFFICES
        default = "HAS_POSITION" if referent.tie in nepali_grammar.OCCUPATIONS else default
        relation = offices.get(referent.tie, default)
    inverse = relation in lexicon.INVERSE_TIES
    return Description(
        owner=referent.owner,
        relation=relation,
        role="object" if inverse else "subject",
        word=referent.tie,
    )


def _group_type(kind: EntityKind, hints: tuple[EntityTypeHint, ...]) -> str:
    """The group's own type for a kind, if the group has types."""
    if not hints or kind is EntityKind.OTHER:
        return kind.value
    fitting = [hint.name for hint in hints if hint.name.casefold() in SYNONYMS[kind]]
    return fitting[0] if fitting else EntityKind.OTHER.value


def fact_statements(
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
                valid_grain=claim.interval.start_grain,
                invalid_grain=claim.interval.end_grain,
                calendar=claim.calendar,
                claimed_by=claim.claimed_by,
                is_false=claim.is_false,
                corrects=claim.corrects,
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
