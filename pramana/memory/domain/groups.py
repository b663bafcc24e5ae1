"""What a group is called, and what it may set for its messages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pramana.kit.errors import InvalidRequest
from pramana.memory.contracts.extraction import EntityTypeHint, FamilyHint
from pramana.memory.contracts.graph import Family, UniqueSide
from pramana.memory.domain.families import DEFAULTS, Families, canonical

GROUP_ID = re.compile(r"[A-Za-z0-9_-]{1,255}")
GENERIC = "Entity"
PROTECTED = frozenset(
    {"uuid", "id", "name", "group_id", "labels", "type", "created_at", "summary", "attributes"}
)
"""Fields every entity has: a type may not name an attribute like one of them."""


class EntityTypeSetting(BaseModel):
    """A type of entity with the JSON schema of its attributes."""

    model_config = ConfigDict(extra="forbid")

    description: str = ""
    properties: dict[str, dict[str, Any]] = Field(default_factory=dict)


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


@dataclass(frozen=True)
class Rules:
    """A group's settings, checked."""

    settings: GroupSettings
    families: Families
    hints: tuple[FamilyHint, ...]

    @property
    def types(self) -> tuple[EntityTypeHint, ...]:
        return tuple(
            EntityTypeHint(name, each.description, tuple(each.properties))
            for name, each in self.settings.entity_types.items()
        )

    def allows(self, subject_type: str, relation: str, object_type: str) -> bool:
        """Whether the group keeps such a relation between such entities."""
        given = self.settings
        if given.relation_types and canonical(relation) not in map(canonical, given.relation_types):
            return False
        pairs = (f"{subject_type},{object_type}", f"{GENERIC},{GENERIC}")
        mapped = [
            given.relation_type_map[pair] for pair in pairs if pair in given.relation_type_map
        ]
        return not mapped or any(canonical(relation) in map(canonical, each) for each in mapped)


def check_group(group_id: str) -> None:
    if not GROUP_ID.fullmatch(group_id):
        raise InvalidRequest(
            "A group id consists of letters, digits, hyphens and underscores, 255 at most."
        )


def read_rules(settings: Mapping[str, Any], families: Sequence[Mapping[str, Any]] = ()) -> Rules:
    """The rules of a group. Whatever contradicts itself is refused, before anything is read."""
    try:
        given = GroupSettings.model_validate(settings)
        own = [FamilySetting.model_validate(each) for each in families]
    except ValidationError as error:
        places = ", ".join(".".join(map(str, each["loc"])) for each in error.errors())
        raise InvalidRequest(f"The group's settings cannot be understood: {places}.") from None
    _check_types(given)
    known = _families(own)
    return Rules(given, Families(known), tuple(_hint(each) for each in known))


def _check_types(given: GroupSettings) -> None:
    for name, each in given.entity_types.items():
        clash = sorted(PROTECTED & set(each.properties))
        if clash:
            raise InvalidRequest(
                f"The entity type {name} may not have an attribute named {clash[0]}."
            )
    unknown = sorted(set(given.excluded_entity_types) - {GENERIC, *given.entity_types})
    if unknown:
        raise InvalidRequest(
            f"The excluded entity type {unknown[0]} is none of the group's: "
            f"{', '.join([GENERIC, *given.entity_types])}."
        )


def _families(own: Sequence[FamilySetting]) -> list[Family]:
    made = [
        Family(
            canonical(each.name),
            frozenset(map(canonical, each.aliases)),
            each.unique_side,
            each.description,
        )
        for each in own
    ]
    taken = {name for family in made for name in (family.name, *family.aliases)}
    kept = [
        Family(each.name, each.aliases - taken, each.unique_side, each.description)
        for each in DEFAULTS
        if each.name not in taken
    ]
    return [*made, *kept]


def _hint(family: Family) -> FamilyHint:
    return FamilyHint(family.name, tuple(sorted(family.aliases)), family.description)
