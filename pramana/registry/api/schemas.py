"""Request and response schemas of records. OpenAPI states the limits that the services check.

The functions in `domain/nes_format.py` produce the responses.
"""

import re
from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Path, Query, Schema
from pydantic import BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

from pramana.kit.texts import NO_NUL, READABLE
from pramana.registry.contracts import SLUG, NameKind, RelationshipType, SubType

KEY = r"^[A-Za-z][A-Za-z0-9_.:-]{0,63}$"
IDS = r"^[^,\x00]+(,[^,\x00]+){0,24}$"
"""Without a length for each id: 25 times 300 characters make a pattern of 16 MB."""
LONGEST_IDS = 25 * 301
MAX_OFFSET = 1_000_000
MAX_VERSION = 2**31 - 1
MAX_NUMBER = 10**15
DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

EntityId = Annotated[
    str,
    Path(
        description="person_7, entity:person/ram-rai, or our uuid.",
        examples=["person_7", "entity:organization/political_party/nepali-congress"],
    ),
]
Type = Literal["person", "organization", "location", "project"]
Word = Annotated[str, StringConstraints(min_length=1, max_length=300, pattern=READABLE)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=20_000, pattern=READABLE)]
Note = Annotated[str, StringConstraints(max_length=2000, pattern=NO_NUL)]
SearchText = Annotated[str, Query(min_length=1, max_length=300, pattern=NO_NUL)]
Ids = Annotated[
    str,
    Query(
        pattern=IDS,
        max_length=LONGEST_IDS,
        description="Up to 25 ids, separated by commas. Other parameters are then ignored.",
    ),
]
Limit = Annotated[int, Query(ge=1, le=1000)]
Offset = Annotated[int, Query(ge=0, le=MAX_OFFSET)]


def check_day(value: object) -> object:
    """Accept only an ISO 8601 day: pydantic would also take a number of seconds."""
    if value is not None and not (isinstance(value, str) and DAY.fullmatch(value)):
        raise ValueError("Input should be a day like 2026-11-15")
    return value


Number = Annotated[int, Field(ge=1, le=MAX_VERSION)]
Day = Annotated[date | None, BeforeValidator(check_day)]

Plain = (
    Annotated[str, StringConstraints(max_length=20_000, pattern=NO_NUL)]
    | Annotated[int, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
    | Annotated[float, Field(ge=-MAX_NUMBER, le=MAX_NUMBER)]
    | bool
    | None
)
Key = Annotated[str, StringConstraints(pattern=KEY)]


VISIBLE = r"^[!-~]+$"

CLOSED = Field(json_schema_extra={"additionalProperties": False})
Attributes = Annotated[
    dict[Key, Plain | list[Plain] | Annotated[dict[Key, Plain], CLOSED]],
    CLOSED,
    Field(max_length=200),
]
"""Keys with values; a value may be a list or an object of plain values."""

ANY = {
    "anyOf": [
        {"type": "string", "pattern": NO_NUL},
        {"type": ["number", "boolean", "null"]},
        {"type": "array", "items": {"type": "string", "pattern": NO_NUL}},
        {
            "type": "object",
            "propertyNames": {"pattern": KEY},
            "additionalProperties": {"type": "string", "pattern": NO_NUL},
        },
    ]
}
"""What OpenAPI states about a patch's value. Deeper values, such as a whole name, are accepted."""

ONE_LANGUAGE: dict[str, Any] = {
    "anyOf": [
        {"required": [language], "properties": {language: {"type": "object"}}}
        for language in ("en", "ne")
    ]
}
PRIMARY: dict[str, Any] = {"required": ["kind"], "properties": {"kind": {"const": "PRIMARY"}}}
Kind = Literal[NameKind.PRIMARY, NameKind.ALIAS, NameKind.ALTERNATE, NameKind.BIRTH_NAME]
Place = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=VISIBLE)]


class StrictSchema(Schema):
    """Unknown fields are refused, not ignored."""

    model_config = ConfigDict(extra="forbid")


class RecordNamePartsIn(StrictSchema):
    full: Word
    given: Word | None = None
    middle: Word | None = None
    family: Word | None = None
    prefix: Word | None = None
    suffix: Word | None = None


class RecordNameIn(StrictSchema):
    model_config = ConfigDict(json_schema_extra=ONE_LANGUAGE)

    kind: Kind
    en: RecordNamePartsIn | None = None
    ne: RecordNamePartsIn | None = None


class RecordLangValueIn(StrictSchema):
    value: Text
    provenance: Literal["human", "llm", "translation_service", "imported"] | None = None


class RecordLangTextIn(StrictSchema):
    en: RecordLangValueIn | None = None
    ne: RecordLangValueIn | None = None


class RecordIdentifierIn(StrictSchema):
    scheme: Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=VISIBLE)]
    value: Word
    url: Place | None = None


class RecordContactIn(StrictSchema):
    type: Annotated[str, StringConstraints(pattern=r"^[A-Z_]{1,20}$")]
    value: Word


class RecordAttributionIn(StrictSchema):
    title: RecordLangTextIn
    details: RecordLangTextIn | None = None


class RecordIn(StrictSchema):
    """A new record. A `sub_type` of another `type` is a conflict."""

    type: Type
    sub_type: SubType | None = None
    slug: Annotated[str, StringConstraints(pattern=SLUG)] | None = None
    names: Annotated[
        list[RecordNameIn],
        Field(min_length=1, max_length=100, json_schema_extra={"contains": PRIMARY}),
    ]
    misspelled_names: Annotated[list[RecordNameIn], Field(max_length=100)] = Field(default=[])
    identifiers: Annotated[list[RecordIdentifierIn], Field(max_length=100)] = Field(default=[])
    attributes: Attributes = Field(default={})
    short_description: RecordLangTextIn | None = None
    description: RecordLangTextIn | None = None
    attributions: Annotated[list[RecordAttributionIn], Field(max_length=100)] = Field(default=[])
    contacts: Annotated[list[RecordContactIn], Field(max_length=100)] = Field(default=[])
    tags: Annotated[list[Word], Field(max_length=100)] = Field(default=[])
    change_description: Note = ""


class PatchOperationIn(StrictSchema):
    """One operation of JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace", "move", "copy", "test"]
    path: Word
    from_: Annotated[Word | None, Field(alias="from")] = None
    value: Annotated[Any, WithJsonSchema(ANY)] = None


class RecordPatchIn(StrictSchema):
    patch: Annotated[list[PatchOperationIn], Field(max_length=1000)]
    change_description: Note = ""
    expected_version: Number | None = None


def patch_operations(body: RecordPatchIn) -> list[dict[str, Any]]:
    """The patch as JSON. A null value is kept; a missing one stays missing."""
    return [each.model_dump(mode="json", by_alias=True, exclude_unset=True) for each in body.patch]


class RecordAuthorOut(Schema):
    id: str
    slug: str
    name: str


class RecordVersionSummaryOut(Schema):
    id: str
    entity_or_relationship_id: str
    type: str = "ENTITY"
    version_number: int
    author: RecordAuthorOut
    change_description: str
    created_at: datetime


class RecordVersionOut(RecordVersionSummaryOut):
    origin: Literal["person", "change", "import"]
    snapshot: dict[str, Any]


class RecordOut(Schema):
    id: str
    nes_id: str
    record_id: UUID
    slug: str
    type: Type
    sub_type: str | None
    entity_prefix: str
    names: list[dict[str, Any]]
    misspelled_names: list[dict[str, Any]]
    identifiers: list[dict[str, Any]]
    attributes: dict[str, Any]
    short_description: dict[str, Any] | None = None
    description: dict[str, Any] | None = None
    attributions: list[dict[str, Any]]
    contacts: list[dict[str, Any]]
    tags: list[str]
    pictures: list[dict[str, Any]]
    version_summary: RecordVersionSummaryOut
    created_at: datetime
    updated_at: datetime


class RelationshipOut(Schema):
    id: UUID
    source_entity_id: str
    target_entity_id: str
    type: RelationshipType
    start_date: date | None
    end_date: date | None
    attributes: dict[str, Any]
    created_at: datetime
