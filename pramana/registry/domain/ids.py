"""The two forms of a record's id, and how each is read.

`person_7` counts the tenant's records of a type; `entity:person/ram-rai` is the form of the public
Nepal Entity Service. Every record has both, and either is accepted wherever an id is.
"""

import re
from dataclasses import dataclass
from uuid import UUID

from pramana.registry.contracts import SUB_TYPES, EntityType

PREFIXES = {
    EntityType.PERSON: "person",
    EntityType.ORGANIZATION: "org",
    EntityType.LOCATION: "location",
    EntityType.PROJECT: "project",
}
TYPES = {prefix: entity_type for entity_type, prefix in PREFIXES.items()}
SERIAL = re.compile(r"(person|org|location|project)_([1-9][0-9]{0,17})", re.ASCII)
ENTITY = re.compile(r"entity:([a-z_]+(?:/[a-z0-9_]+){0,4})/([a-z0-9-]{3,100})", re.ASCII)
LONGEST = 300


@dataclass(frozen=True)
class SerialId:
    type: EntityType
    serial: int

    def __str__(self) -> str:
        return f"{PREFIXES[self.type]}_{self.serial}"


@dataclass(frozen=True)
class SlugId:
    """`sub_type` is what stands between type and slug; a remote registry may nest it deeper."""

    type: EntityType
    sub_type: str | None
    slug: str

    def __str__(self) -> str:
        return "/".join(("entity:" + self.type, *filter(None, (self.sub_type, self.slug))))


RecordId = SerialId | SlugId | UUID


def read_id(text: str) -> RecordId | None:
    """The id a text stands for, or None when it is none. Our own uuids are ids too.

    >>> read_id("org_12")
    SerialId(type=<EntityType.ORGANIZATION: 'organization'>, serial=12)
    >>> str(read_id("entity:organization/political_party/nepali-congress"))
    'entity:organization/political_party/nepali-congress'
    >>> read_id("company_3") is None
    True
    """
    if len(text) > LONGEST:
        return None
    if found := SERIAL.fullmatch(text):
        return SerialId(TYPES[found[1]], int(found[2]))
    if found := ENTITY.fullmatch(text):
        return _slug_id(found[1], found[2])
    return _uuid(text)


def type_of(record_id: RecordId) -> EntityType | None:
    """The type an id speaks of; a uuid speaks of none."""
    return None if isinstance(record_id, UUID) else record_id.type


def prefix_of(entity_type: EntityType, sub_type: str | None) -> str:
    return f"{entity_type}/{sub_type}" if sub_type else str(entity_type)


def known_sub_type(entity_type: EntityType, sub_type: str | None) -> str | None:
    """The registry's own sub-type for what an outside id or prefix says.

    >>> known_sub_type(EntityType.ORGANIZATION, "government/commission/district")
    'government_body'
    """
    first = (sub_type or "").partition("/")[0]
    for known in SUB_TYPES[entity_type]:
        if sub_type == known or first == known or (first and known.startswith(f"{first}_")):
            return known
    return None


def _slug_id(prefix: str, slug: str) -> SlugId | None:
    kind, _, sub_type = prefix.partition("/")
    if kind not in set(EntityType):
        return None
    return SlugId(EntityType(kind), sub_type or None, slug)


def _uuid(text: str) -> UUID | None:
    if len(text) not in (32, 36):
        return None
    try:
        return UUID(text)
    except ValueError:
        return None
