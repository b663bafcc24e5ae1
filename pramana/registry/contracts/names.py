"""Names in both scripts, and texts that know how they came to be."""

from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from pramana.kit.evidence import nfc
from pramana.registry.contracts.kinds import NameKind

Word = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(nfc)]
Words = Annotated[str, Field(min_length=1, max_length=20_000), AfterValidator(nfc)]


class Value(BaseModel):
    """A value of a record: nothing unknown, never altered, no space around its words."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)


class NameParts(Value):
    full: Word
    given: Word | None = None
    middle: Word | None = None
    family: Word | None = None
    prefix: Word | None = None
    suffix: Word | None = None


class Name(Value):
    """One name of a record, in English letters, in Devanagari, or in both."""

    kind: Literal[NameKind.PRIMARY, NameKind.ALIAS, NameKind.ALTERNATE, NameKind.BIRTH_NAME]
    en: NameParts | None = None
    ne: NameParts | None = None

    @model_validator(mode="after")
    def _in_one_language_at_least(self) -> Self:
        if self.en is None and self.ne is None:
            raise ValueError("a name is given in en, in ne, or in both")
        return self

    @property
    def texts(self) -> tuple[tuple[str, str], ...]:
        """Language and full name, for each language it is given in."""
        both = (("en", self.en), ("ne", self.ne))
        return tuple((language, parts.full) for language, parts in both if parts)


class LangValue(Value):
    value: Words
    provenance: Literal["human", "llm", "translation_service", "imported"] | None = None


class LangText(Value):
    en: LangValue | None = None
    ne: LangValue | None = None


@dataclass(frozen=True)
class NameText:
    """One spelling under which a record can be found."""

    text: str
    language: str
    kind: NameKind
