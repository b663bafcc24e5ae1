"""Everything a record says, apart from what it is and which one it is."""

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from pramana.registry.contracts.kinds import SUB_TYPES, EntityType, NameKind
from pramana.registry.contracts.names import LangText, Name, NameText, Value, Word

SLUG = r"^[a-z0-9-]{3,100}$"
Address = Annotated[str, Field(min_length=1, max_length=2000)]


class Identifier(Value):
    """A number or name under which others know the same thing."""

    scheme: Annotated[str, Field(min_length=1, max_length=60)]
    value: Annotated[str, Field(min_length=1, max_length=300)]
    url: Address | None = None


class Contact(Value):
    type: Annotated[str, Field(min_length=1, max_length=20)]
    value: Word


class Picture(Value):
    type: Literal["thumb", "full", "wide"]
    url: Address
    width: int | None = None
    height: int | None = None
    description: Word | None = None


class Attribution(Value):
    """Where something about the record was taken from."""

    title: LangText
    details: LangText | None = None


class RecordData(Value):
    names: Annotated[tuple[Name, ...], Field(min_length=1, max_length=100)]
    misspelled_names: Annotated[tuple[Name, ...], Field(max_length=100)] = ()
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
            raise ValueError("one name at least is of the kind PRIMARY")
        return self

    def spellings(self) -> list[NameText]:
        """Every text the record is found by, misspelled ones as such, each once."""
        own = [NameText(text, lang, name.kind) for name in self.names for lang, text in name.texts]
        wrong = [
            NameText(text, lang, NameKind.MISSPELLED)
            for name in self.misspelled_names
            for lang, text in name.texts
        ]
        found: dict[tuple[str, str], NameText] = {}
        for each in own + wrong:
            found.setdefault((each.text, each.language), each)
        return list(found.values())

    def title(self, language: str = "en") -> str:
        """The primary name, in this language where there is one."""
        texts = [text for name in self._primary_first() for text in name.texts]
        return next((text for lang, text in texts if lang == language), texts[0][1])

    def _primary_first(self) -> list[Name]:
        return sorted(self.names, key=lambda name: name.kind != NameKind.PRIMARY)


class NewRecord(RecordData):
    """A record before it is written. Without a slug it gets one from its name."""

    type: EntityType
    sub_type: str | None = None
    slug: Annotated[str, Field(pattern=SLUG)] | None = None

    @model_validator(mode="after")
    def _sub_type_fits(self) -> Self:
        known = SUB_TYPES[self.type]
        if self.sub_type is not None and self.sub_type not in known:
            listed = ", ".join(known) or "none"
            raise ValueError(f"{self.sub_type!r} is no sub-type of {self.type}; known: {listed}")
        return self

    def data(self) -> RecordData:
        given = self.model_dump(exclude={"type", "sub_type", "slug"})
        return RecordData.model_validate(given)
