"""The two forms of a record's id, and the slug in one of them.

`person_7` holds a serial number among the records of a type; `entity:person/ram-rai` is the
form of the public Nepal Entity Service. Every record has both, and either is accepted as an id.
"""

import re
import unicodedata
from dataclasses import dataclass
from uuid import UUID

from pramana.registry.contracts import SUB_TYPES, RecordData, RecordType

PREFIXES = {
    RecordType.PERSON: "person",
    RecordType.ORGANIZATION: "org",
    RecordType.LOCATION: "location",
    RecordType.PROJECT: "project",
}
TYPES = {prefix: entity_type for entity_type, prefix in PREFIXES.items()}
SERIAL = re.compile(r"(person|org|location|project)_([1-9][0-9]{0,17})", re.ASCII)
ENTITY = re.compile(r"entity:([a-z_]+(?:/[a-z0-9_]+){0,4})/([a-z0-9-]{3,100})", re.ASCII)
MAX_ID_LENGTH = 300


@dataclass(frozen=True)
class SerialId:
    type: RecordType
    serial: int

    def __str__(self) -> str:
        return f"{PREFIXES[self.type]}_{self.serial}"


@dataclass(frozen=True)
class SlugId:
    """`sub_type` is between type and slug; in a remote registry it may have several parts."""

    type: RecordType
    sub_type: str | None
    slug: str

    def __str__(self) -> str:
        return "/".join(("entity:" + self.type, *filter(None, (self.sub_type, self.slug))))


RecordId = SerialId | SlugId | UUID


def parse_id(text: str) -> RecordId | None:
    """Parse an id in either form, or a record's uuid; None if it is neither.

    >>> parse_id("org_12")
    SerialId(type=<RecordType.ORGANIZATION: 'organization'>, serial=12)
    >>> str(parse_id("entity:organization/political_party/nepali-congress"))
    'entity:organization/political_party/nepali-congress'
    >>> parse_id("company_3") is None
    True
    """
    if len(text) > MAX_ID_LENGTH:
        return None
    if match := SERIAL.fullmatch(text):
        return SerialId(TYPES[match[1]], int(match[2]))
    if match := ENTITY.fullmatch(text):
        return _slug_id(match[1], match[2])
    return _uuid(text)


def id_type(record_id: RecordId) -> RecordType | None:
    """The type that an id states; None for a uuid."""
    return None if isinstance(record_id, UUID) else record_id.type


def entity_prefix(entity_type: RecordType, sub_type: str | None) -> str:
    return f"{entity_type}/{sub_type}" if sub_type else str(entity_type)


def nearest_sub_type(entity_type: RecordType, sub_type: str | None) -> str | None:
    """Our sub-type for the sub-type in another service's id.

    >>> nearest_sub_type(RecordType.ORGANIZATION, "government/commission/district")
    'government_body'
    """
    first = (sub_type or "").partition("/")[0]
    for known in SUB_TYPES[entity_type]:
        if sub_type == known or first == known or (first and known.startswith(f"{first}_")):
            return known
    return None


def _slug_id(prefix: str, slug: str) -> SlugId | None:
    kind, _, sub_type = prefix.partition("/")
    if kind not in set(RecordType):
        return None
    return SlugId(RecordType(kind), sub_type or None, slug)


def _uuid(text: str) -> UUID | None:
    if len(text) not in (32, 36):
        return None
    try:
        return UUID(text)
    except ValueError:
        return None


MIN_SLUG, MAX_SLUG = 3, 100
MAX_BASE = MAX_SLUG - 8
"""What is left beside the number that tells namesakes apart."""


def slug_for(data: RecordData, latin: str, *, otherwise: str) -> str:
    """From the English name, else from the transliterated name, else `otherwise`."""
    english = next((text for lang, text in _names(data) if lang == "en"), "")
    for text in (english, latin):
        slug = slugify(text)
        if len(slug) >= MIN_SLUG:
            return slug
    return otherwise


def slugify(text: str) -> str:
    """The ASCII letters and digits of a text, in lower case, joined by hyphens.

    >>> slugify("Pokhara Metropolitan City — कास्की")
    'pokhara-metropolitan-city'
    >>> slugify("Café Ñ")
    'cafe-n'
    """
    bare = "".join(
        char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char)
    )
    words = re.sub(r"[^a-z0-9]+", "-", bare.lower(), flags=re.ASCII).strip("-")
    return words[:MAX_BASE].rstrip("-")


def numbered_slug(slug: str, number: int) -> str:
    """The slug of the second, third, … record with a name."""
    return slug if number < 2 else f"{slug}-{number}"


def _names(data: RecordData) -> list[tuple[str, str]]:
    return [text for name in data.names for text in name.texts]
