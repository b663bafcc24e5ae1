"""What may be written over HTTP. OpenAPI says of it all that can be said in a schema."""

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import ConfigDict, Field, StringConstraints, WithJsonSchema

from pramana.kit.fields import NO_NUL
from pramana.registry.api.fields import KEY, Key, Note, Number, Plain, Text, Type, Word
from pramana.registry.contracts import SLUG, NameKind, SubType

VISIBLE = r"^[!-~]+$"

CLOSED = Field(json_schema_extra={"additionalProperties": False})
Attributes = Annotated[
    dict[Key, Plain | list[Plain] | Annotated[dict[Key, Plain], CLOSED]],
    CLOSED,
    Field(max_length=200),
]
"""Names to values; a value may be a list or hold names of its own."""

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
"""What OpenAPI says of a patch's value; deeper values are taken too, like a whole name."""

ONE_LANGUAGE: dict[str, Any] = {
    "anyOf": [
        {"required": [language], "properties": {language: {"type": "object"}}}
        for language in ("en", "ne")
    ]
}
PRIMARY: dict[str, Any] = {"required": ["kind"], "properties": {"kind": {"const": "PRIMARY"}}}
Kind = Literal[NameKind.PRIMARY, NameKind.ALIAS, NameKind.ALTERNATE, NameKind.BIRTH_NAME]
Place = Annotated[str, StringConstraints(min_length=1, max_length=2000, pattern=VISIBLE)]


class Strict(Schema):
    """A field that is not known is refused, never dropped."""

    model_config = ConfigDict(extra="forbid")


class RecordNamePartsIn(Strict):
    full: Word
    given: Word | None = None
    middle: Word | None = None
    family: Word | None = None
    prefix: Word | None = None
    suffix: Word | None = None


class RecordNameIn(Strict):
    model_config = ConfigDict(json_schema_extra=ONE_LANGUAGE)

    kind: Kind
    en: RecordNamePartsIn | None = None
    ne: RecordNamePartsIn | None = None


class RecordLangValueIn(Strict):
    value: Text
    provenance: Literal["human", "llm", "translation_service", "imported"] | None = None


class RecordLangTextIn(Strict):
    en: RecordLangValueIn | None = None
    ne: RecordLangValueIn | None = None


class RecordIdentifierIn(Strict):
    scheme: Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=VISIBLE)]
    value: Word
    url: Place | None = None


class RecordContactIn(Strict):
    type: Annotated[str, StringConstraints(pattern=r"^[A-Z_]{1,20}$")]
    value: Word


class RecordAttributionIn(Strict):
    title: RecordLangTextIn
    details: RecordLangTextIn | None = None


class RecordIn(Strict):
    """A new record. A `sub_type` that is none of its `type` is a conflict."""

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


class PatchOperationIn(Strict):
    """One operation of JSON Patch (RFC 6902)."""

    op: Literal["add", "remove", "replace", "move", "copy", "test"]
    path: Word
    from_: Annotated[Word | None, Field(alias="from")] = None
    value: Annotated[Any, WithJsonSchema(ANY)] = None


class RecordPatchIn(Strict):
    patch: Annotated[list[PatchOperationIn], Field(max_length=1000)]
    change_description: Note = ""
    expected_version: Number | None = None


def operations(body: RecordPatchIn) -> list[dict[str, Any]]:
    """The patch as JSON has it; a value of null is a value, a missing one is none."""
    return [each.model_dump(mode="json", by_alias=True, exclude_unset=True) for each in body.patch]
