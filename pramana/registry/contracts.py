"""Records, their versions and relationships, as other capabilities see them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Any, Literal, Self, get_args
from uuid import UUID

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from pramana.kit.evidence import nfc


class RecordType(StrEnum):
    PERSON = "person"
    ORGANIZATION = "organization"
    LOCATION = "location"
    PROJECT = "project"


OrganizationKind = Literal[
    "political_party",
    "government_body",
    "ngo",
    "international_org",
    "hospital",
    "media",
    "financial_institution",
]
LocationKind = Literal[
    "province",
    "district",
    "metropolitan_city",
    "sub_metropolitan_city",
    "municipality",
    "rural_municipality",
    "ward",
    "constituency",
]
ProjectKind = Literal["development_project"]
SubType = Literal[OrganizationKind, LocationKind, ProjectKind]

SUB_TYPES: Mapping[RecordType, tuple[str, ...]] = MappingProxyType(
    {
        RecordType.PERSON: (),
        RecordType.ORGANIZATION: get_args(OrganizationKind),
        RecordType.LOCATION: get_args(LocationKind),
        RecordType.PROJECT: get_args(ProjectKind),
    }
)
"""The sub-types of each type. A record may always be without one."""


class NameKind(StrEnum):
    PRIMARY = "PRIMARY"
    ALIAS = "ALIAS"
    ALTERNATE = "ALTERNATE"
    BIRTH_NAME = "BIRTH_NAME"
    MISSPELLED = "MISSPELLED"
    """Only in the name index, for the names in `misspelled_names`."""


class RelationshipType(StrEnum):
    AFFILIATED_WITH = "AFFILIATED_WITH"
    EMPLOYED_BY = "EMPLOYED_BY"
    MEMBER_OF = "MEMBER_OF"
    PARENT_OF = "PARENT_OF"
    CHILD_OF = "CHILD_OF"
    SUPERVISES = "SUPERVISES"
    LOCATED_IN = "LOCATED_IN"


class PairVerdict(StrEnum):
    """What a person decided about two records."""

    MERGED = "merged"
    SEPARATE = "separate"


class VersionOrigin(StrEnum):
    """How a version was made. An import never overwrites what a person or a review decided."""

    PERSON = "person"
    CHANGE = "change"
    """An approved change of a review session."""
    IMPORT = "import"


Word = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(nfc)]
Words = Annotated[str, Field(min_length=1, max_length=20_000), AfterValidator(nfc)]


class RecordPart(BaseModel):
    """Base of a record's values: immutable, without unknown fields, texts without outer spaces."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class NameParts(RecordPart):
    full: Word
    given: Word | None = None
    middle: Word | None = None
    family: Word | None = None
    prefix: Word | None = None
    suffix: Word | None = None


class RecordName(RecordPart):
    """One name of a record, in English, in Nepali, or in both."""

    kind: Literal[NameKind.PRIMARY, NameKind.ALIAS, NameKind.ALTERNATE, NameKind.BIRTH_NAME]
    en: NameParts | None = None
    ne: NameParts | None = None

    @model_validator(mode="after")
    def _in_one_language_at_least(self) -> Self:
        if self.en is None and self.ne is None:
            raise ValueError("a name needs en, ne, or both")
        return self

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Language and full name, for each language it has."""
        both = (("en", self.en), ("ne", self.ne))
        return tuple((language, parts.full) for language, parts in both if parts)


class LangValue(RecordPart):
    value: Words
    provenance: Literal["human", "llm", "translation_service", "imported"] | None = None


class LangText(RecordPart):
    en: LangValue | None = None
    ne: LangValue | None = None


@dataclass(frozen=True)
class NameText:
    """One spelling by which a record can be found."""

    text: str
    language: str
    kind: NameKind


SLUG = r"^[a-z0-9-]{3,100}$"
Address = Annotated[str, Field(min_length=1, max_length=2000)]


class Identifier(RecordPart):
    """A number or name that another system uses for the same thing."""

    scheme: Annotated[str, Field(min_length=1, max_length=60)]
    value: Annotated[str, Field(min_length=1, max_length=300)]
    url: Address | None = None


class Contact(RecordPart):
    type: Annotated[str, Field(min_length=1, max_length=20)]
    value: Word


class Picture(RecordPart):
    type: Literal["thumb", "full", "wide"]
    url: Address
    width: int | None = None
    height: int | None = None
    description: Word | None = None


class Attribution(RecordPart):
    """A source of the record's information."""

    title: LangText
    details: LangText | None = None


class RecordData(RecordPart):
    names: Annotated[tuple[RecordName, ...], Field(min_length=1, max_length=100)]
    misspelled_names: Annotated[tuple[RecordName, ...], Field(max_length=100)] = ()
    identifiers: Annotated[tuple[Identifier, ...], Field(max_length=100)] = ()
    attributes: dict[str, Any] = Field(default_factory=dict)
    short_description: LangText | None = None
    description: LangText | None = None
    attributions: Annotated[tuple[Attribution, ...], Field(max_length=100)] = ()
    contacts: Annotated[tuple[Contact, ...], Field(max_length=100)] = ()
    tags: Annotated[tuple[Word, ...], Field(max_length=100)] = ()
    pictures: Annotated[tuple[Picture, ...], Field(max_length=100)] = ()

    @model_validator(mode="after")
    def _has_a_primary_name(self) -> Self:
        if all(name.kind != NameKind.PRIMARY for name in self.names):
            raise ValueError("at least one name must be of kind PRIMARY")
        return self

    def spellings(self) -> list[NameText]:
        """Every spelling by which the record is found, each once; misspelled ones are marked."""
        own = [NameText(text, lang, name.kind) for name in self.names for lang, text in name.texts]
        misspelled = [
            NameText(text, lang, NameKind.MISSPELLED)
            for name in self.misspelled_names
            for lang, text in name.texts
        ]
        spellings: dict[tuple[str, str], NameText] = {}
        for each in own + misspelled:
            spellings.setdefault((each.text, each.language), each)
        return list(spellings.values())

    def title(self, language: str = "en") -> str:
        """The primary name, in this language if it has one."""
        texts = [text for name in self._primary_first() for text in name.texts]
        return next((text for lang, text in texts if lang == language), texts[0][1])

    def _primary_first(self) -> list[RecordName]:
        return sorted(self.names, key=lambda name: name.kind != NameKind.PRIMARY)


class NewRecord(RecordData):
    """A record to be created. Without a slug it gets one from its name."""

    type: RecordType
    sub_type: str | None = None
    slug: Annotated[str, Field(pattern=SLUG)] | None = None

    @model_validator(mode="after")
    def _sub_type_fits(self) -> Self:
        known = SUB_TYPES[self.type]
        if self.sub_type is not None and self.sub_type not in known:
            listed = ", ".join(known) or "none"
            raise ValueError(f"{self.sub_type!r} is not a sub-type of {self.type}; known: {listed}")
        return self

    def data(self) -> RecordData:
        return RecordData.model_validate(self.model_dump(exclude={"type", "sub_type", "slug"}))


@dataclass(frozen=True)
class VersionView:
    """One change of a record: who, when and why, and the whole record after it."""

    record_id: UUID
    nes_id: str
    entity_id: str
    number: int
    author: str
    author_id: UUID | None
    description: str
    origin: VersionOrigin
    source_key: str
    created_at: datetime
    snapshot: Mapping[str, Any]


@dataclass(frozen=True)
class RecordView:
    """A record's newest state. `nes_id`: person_7, `entity_id`: entity:person/ram-rai."""

    id: UUID
    nes_id: str
    entity_id: str
    type: RecordType
    sub_type: str | None
    slug: str
    data: RecordData
    version: int
    author: str
    description: str
    created_at: datetime
    updated_at: datetime

    def title(self, language: str = "en") -> str:
        return self.data.title(language)


@dataclass(frozen=True)
class RecordPage:
    records: list[RecordView]
    total: int


@dataclass(frozen=True)
class RecordFilter:
    """Which records a list holds. `attribute` is a key, or a key and a part of its value."""

    entity_type: RecordType | None = None
    sub_type: str | None = None
    tag: str = ""
    attribute: str = ""
    """`district` or `district=Kaski`."""
    is_bookmarked: bool = False


ALL_RECORDS = RecordFilter()


@dataclass(frozen=True)
class RegistryViewItem:
    """Filters that someone keeps under a name."""

    id: UUID
    name: str
    filters: Mapping[str, str]


@dataclass(frozen=True)
class RecordMatch:
    """A record that a name may mean, with a score and the reasons in words."""

    record: RecordView
    name: str
    score: float
    reasons: tuple[str, ...]
    agreeing: tuple[str, ...] = ()
    """The attributes that agree; below those that differ, and that may have changed since."""
    differing: tuple[str, ...] = ()
    unsettled: tuple[str, ...] = ()


@dataclass(frozen=True)
class LikelyDuplicate:
    """Two records that may be the same thing, with a score and the reasons in words."""

    first: RecordView
    second: RecordView
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class MergedRecord:
    """A record that was merged into another, by whom and when."""

    record: RecordView
    author: str
    merged_at: datetime


@dataclass(frozen=True)
class NewRelationship:
    """A relationship to be added. `target` is any id of the other record."""

    type: RelationshipType
    target: str
    start_date: date | None = None
    end_date: date | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class RelationshipView:
    id: UUID
    type: RelationshipType
    source: RecordView
    target: RecordView
    start_date: date | None
    end_date: date | None
    attributes: Mapping[str, Any]
    created_at: datetime


@dataclass(frozen=True)
class OfficeHolder:
    """Someone who holds or held an office."""

    record: RecordView
    start_date: date | None
    end_date: date | None


@dataclass(frozen=True)
class Office:
    """A position in a body, with its holders, the newest first."""

    title: str
    holders: tuple[OfficeHolder, ...]


@dataclass(frozen=True)
class VersionDifference:
    """One difference between two versions of a record."""

    op: str
    path: str
    before: Any = None
    after: Any = None


class IdCheck(StrEnum):
    """What the registry knows about an id."""

    KNOWN = "known"
    UNKNOWN = "unknown"
    UNVERIFIED = "unverified"
    """Well formed, but the registry could not be reached."""
    MALFORMED = "malformed"
    OTHER_TYPE = "other_type"
