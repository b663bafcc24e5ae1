"""The question about who and what a part of a document names."""

from dataclasses import dataclass, field
from importlib.resources import files

from pydantic import BaseModel, Field

from pramana.agni.contracts.entities import EntitySubType, EntityType
from pramana.agni.prompts.reviewers import said_by_reviewers
from pramana.llm.contracts import Prompt
from pramana.llm.fencing import about_quoted, quoted

NAME = "agni.entities"
VERSION = 1
SYSTEM = files(__package__).joinpath("entities.md").read_text("utf-8")


class NameRead(BaseModel):
    text: str = Field(min_length=1, max_length=500)
    language: str = ""


class EntityRead(BaseModel):
    type: EntityType
    sub_type: EntitySubType | None = None
    names: list[NameRead] = Field(min_length=1)
    attributes: dict[str, str] = Field(default_factory=dict)
    quotes: list[str] = Field(default_factory=list)
    confidence: float = Field(default=0.5, ge=0, le=1)


class EntitiesRead(BaseModel):
    entities: list[EntityRead] = Field(default_factory=list)


@dataclass(frozen=True)
class EntitiesInput:
    """A part of a document. `about` keeps the reading to one entity, by its names."""

    text: str = field(repr=False)
    language: str = ""
    said: tuple[str, ...] = field(default=(), repr=False)
    about: tuple[str, ...] = field(default=(), repr=False)
    tenant_id: str = ""
    """Whose registry the offline engine may look names up in."""


def entities_prompt(asked: EntitiesInput) -> Prompt[EntitiesRead]:
    system = SYSTEM.format(sub_types=", ".join(EntitySubType)) + "\n" + about_quoted("document")
    if asked.about:
        system += "\nRead only what concerns the thing whose name stands between <name> tags."
    about = "".join("\n\n" + quoted(name, "name") for name in asked.about)
    user = quoted(asked.text, "document") + about + said_by_reviewers(asked.said)
    return Prompt(NAME, VERSION, system=system, user=user, output=EntitiesRead, input=asked)
