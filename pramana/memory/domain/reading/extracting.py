"""An extraction from what was claimed: names once each, families of the group, types it knows."""

from collections.abc import Iterable, Iterator

from pramana.language.tagging import tag
from pramana.memory.contracts.extraction import (
    EntityFound,
    EntityTypeHint,
    ExtractInput,
    Extraction,
    FactFound,
    FamilyHint,
)
from pramana.memory.domain.families import canonical
from pramana.memory.domain.reading.english import english_claims, without_verbs
from pramana.memory.domain.reading.message import Message, message_of
from pramana.memory.domain.reading.nepali import nepali_claims
from pramana.memory.domain.reading.parsing import parsed
from pramana.memory.domain.reading.pieces import pieces
from pramana.memory.domain.reading.things import KINDS
from pramana.memory.domain.reading.values import Claim, Kind, Thing

LONGEST_NAME = 200
SYNONYMS = {
    Kind.PERSON: ("person", "people", "human", "user"),
    Kind.ORGANIZATION: ("organization", "organisation", "company", "org"),
    Kind.LOCATION: ("location", "place", "city", "gpe"),
}


def read_message(asked: ExtractInput) -> Extraction:
    """The entities and facts that a message states.

    Every fact quotes its sentence; what is asked, imagined or unclear about whom yields none.
    """
    return joined(read_pieces(asked))


def read_pieces(asked: ExtractInput) -> Iterator[Extraction]:
    """What each piece of a message states, piece by piece. Runs in the CPU pool."""
    for piece in pieces(message_of(asked)):
        yield _read(piece, asked)


def joined(read: Iterable[Extraction]) -> Extraction:
    """The pieces as one: each entity and each fact once, as it was first said."""
    entities: dict[str, EntityFound] = {}
    facts: dict[tuple[str, str, str], FactFound] = {}
    for piece in read:
        for each in piece.entities:
            _join(entities, each)
        for fact in piece.facts:
            facts.setdefault((fact.subject, fact.relation, fact.object), fact)
    return Extraction(entities=list(entities.values()), facts=list(facts.values()))


def _join(found: dict[str, EntityFound], each: EntityFound) -> None:
    known = found.setdefault(each.name.casefold(), each)
    if known.type == Kind.OTHER:
        known.type = each.type
    known.attributes |= each.attributes
    known.confidence = max(known.confidence, each.confidence)


def _read(message: Message, asked: ExtractInput) -> Extraction:
    doc = parsed(message.content)
    mentions = without_verbs(doc, tag(message.content))
    claims = [*english_claims(message, doc, mentions), *nepali_claims(message, mentions)]
    claims = [each for each in claims if _is_kept(each)]
    named = [Thing(each.text, KINDS[each.kind], each.confidence) for each in mentions]
    if message.speaker:
        named.append(Thing(message.speaker, Kind.PERSON, 0.9))
    ends = [end for each in claims for end in (each.subject, each.object)]
    entities = _entities([*ends, *named], asked)
    known = {each.name.casefold(): each.name for each in entities}
    return Extraction(entities=entities, facts=_facts(claims, known, message.content, asked))


def _is_kept(claim: Claim) -> bool:
    longest = max(len(claim.subject.name), len(claim.object.name))
    return longest <= LONGEST_NAME and claim.subject.name != claim.object.name


def _entities(things: Iterable[Thing], asked: ExtractInput) -> list[EntityFound]:
    """Each name once: the kind its relations gave it, every attribute, the best confidence."""
    found: dict[str, EntityFound] = {}
    excluded = {name.casefold() for name in asked.excluded_types}
    for thing in things:
        kind = _type(thing.kind, asked.entity_types)
        if kind.casefold() not in excluded:
            sure = round(min(0.95, thing.confidence), 2)
            told = dict(thing.attributes)
            _join(found, EntityFound(name=thing.name, type=kind, attributes=told, confidence=sure))
    return list(found.values())


def _type(kind: Kind, hints: tuple[EntityTypeHint, ...]) -> str:
    """The group's own type for it, where the group has types."""
    if not hints or kind is Kind.OTHER:
        return kind.value
    fitting = [hint.name for hint in hints if hint.name.casefold() in SYNONYMS[kind]]
    return fitting[0] if fitting else Kind.OTHER.value


def _facts(
    claims: Iterable[Claim], known: dict[str, str], content: str, asked: ExtractInput
) -> list[FactFound]:
    found: dict[tuple[str, str, str], FactFound] = {}
    for claim in claims:
        subject = known.get(claim.subject.name.casefold())
        other = known.get(claim.object.name.casefold())
        if subject and other:
            relation = _relation(claim.relation, asked.families)
            fact = FactFound(
                subject=subject,
                relation=relation,
                object=other,
                fact=claim.text,
                quote=content[claim.start : claim.end],
                valid_at=claim.held.start,
                invalid_at=claim.held.end,
                confidence=claim.confidence,
            )
            found.setdefault((subject, relation, other), fact)
    return list(found.values())


def _relation(relation: str, families: tuple[FamilyHint, ...]) -> str:
    """The group's family that has this relation by name or alias, or the relation itself."""
    for family in families:
        if relation in (canonical(family.name), *map(canonical, family.aliases)):
            return family.name
    return relation
