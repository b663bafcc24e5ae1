"""The prompt that asks whom and what a part of a document names."""

from dataclasses import dataclass, field
from importlib.resources import files

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from pramana.agni.contracts import EntitySubType, EntityType
from pramana.agni.prompts.metadata import reviewer_section
from pramana.llm.contracts import Prompt, about_quoted, quoted

NAME = "agni.entities"
VERSION = 2
SYSTEM = files(__package__).joinpath("entities.md").read_text("utf-8")


class NameReading(BaseModel):
    text: str = Field(min_length=1, max_length=500)
    language: str = ""


class EntityReading(BaseModel):
    type: EntityType
    sub_type: EntitySubType | None = None
    names: list[NameReading] = Field(min_length=1)
    attributes: dict[str, str] = Field(default_factory=dict)
    quotes: list[str] = Field(default_factory=list)
    confidence: float = Field(default=0.5, ge=0, le=1)
    spans: SkipJsonSchema[list[tuple[int, int]]] = Field(default_factory=list)
    """Where the mentions stand in the part that was read. A model is never asked for places."""
    evidence: SkipJsonSchema[dict[str, tuple[int, int]]] = Field(default_factory=dict)
    """Where the words of each attribute stand."""

    def shift(self, by: int) -> "EntityReading":
        """The same reading, with places in a text that begins `by` characters earlier."""
        return self.model_copy(
            update={
                "spans": [(start + by, end + by) for start, end in self.spans],
                "evidence": {key: (a + by, b + by) for key, (a, b) in self.evidence.items()},
            }
        )


class EntitiesReading(BaseModel):
    entities: list[EntityReading] = Field(default_factory=list)


@dataclass(frozen=True)
class EntitiesInput:
    """A part of a document. `about` restricts the reading to one entity, by its names."""

    text: str = field(repr=False)
    language: str = ""
    reviewer_messages: tuple[str, ...] = field(default=(), repr=False)
    about: tuple[str, ...] = field(default=(), repr=False)
    tenant_id: str = ""
    """The tenant whose registry the offline engine looks names up in."""


def entities_prompt(request: EntitiesInput) -> Prompt[EntitiesReading]:
    system = SYSTEM.format(sub_types=", ".join(EntitySubType)) + "\n" + about_quoted("document")
    if request.about:
        system += "\nRead only what concerns the thing whose name stands between <name> tags."
    about = "".join("\n\n" + quoted(name, "name") for name in request.about)
    user = quoted(request.text, "document") + about + reviewer_section(request.reviewer_messages)
    return Prompt(NAME, VERSION, system=system, user=user, output=EntitiesReading, input=request)
