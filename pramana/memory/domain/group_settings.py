"""What a group may set for its messages, as people write it down."""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pramana.memory.contracts.graph import UniqueSide

GENERIC = "Entity"
PREVIOUS, MOST_PREVIOUS = 10, 50


class EntityTypeSetting(BaseModel):
    """A type of entity, as the JSON schema of its attributes."""

    model_config = ConfigDict(extra="forbid")

    title: str = ""
    type: Literal["object"] = "object"
    description: str = ""
    properties: dict[str, dict[str, Any]] = Field(default_factory=dict)
    required: list[str] = Field(default_factory=list)


class FamilySetting(BaseModel):
    """A relation family of the group; one with the name of a default stands in its place."""

    model_config = ConfigDict(extra="forbid")

    name: str = Field(min_length=1, max_length=100)
    aliases: list[str] = Field(default_factory=list)
    unique_side: UniqueSide = UniqueSide.NONE
    description: str = ""


class GroupSettings(BaseModel):
    model_config = ConfigDict(extra="forbid")

    entity_types: dict[str, EntityTypeSetting] = Field(default_factory=dict)
    excluded_entity_types: list[str] = Field(default_factory=list)
    relation_types: list[str] = Field(default_factory=list)
    """The only relations to keep; empty lets every relation through."""
    relation_type_map: dict[str, list[str]] = Field(default_factory=dict)
    """`Person,Organization` → the relations allowed between the two."""
    store_raw_content: bool = True
    update_communities: bool = False
    """Whether messages also change the communities of the entities they name."""
    previous_episodes: int = Field(default=PREVIOUS, ge=0, le=MOST_PREVIOUS)
    """Earlier episodes that are given as context."""
