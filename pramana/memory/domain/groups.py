"""What a group is called, and what it may set for its messages."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pramana.kit.errors import InvalidRequest
from pramana.memory.contracts.extraction import EntityTypeHint, FamilyHint
from pramana.memory.contracts.graph import Family, UniqueSide
from pramana.memory.domain.families import DEFAULTS, Families, canonical
from pramana.memory.errors import SettingsRefused

GROUP_ID = re.compile(r"[A-Za-z0-9_-]{1,255}")
GENERIC = "Entity"
PREVIOUS, MOST_PREVIOUS = 10, 50
PROTECTED = frozenset(
    {"uuid", "id", "name", "group_id", "labels", "type", "created_at", "summary", "attributes"}
)
"""Fields every entity has: a type may not name an attribute like one of them."""


JSON_TYPES = frozenset(
    {"string", "number", "integer", "boolean", "array", "object", "null"},
)


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


@dataclass(frozen=True)
class Rules:
    """A group's settings, checked."""

    settings: GroupSettings
    families: Families
    hints: tuple[FamilyHint, ...]
    own: tuple[FamilySetting, ...] = ()
    """The families that the group itself has set."""

    @property
    def types(self) -> tuple[EntityTypeHint, ...]:
        return tuple(
            EntityTypeHint(name, each.description, tuple(each.properties))
            for name, each in self.settings.entity_types.items()
        )

    @property
    def choices(self) -> tuple[FamilyHint, ...]:
        """The relations to choose from: the group's relation types, or else all families."""
        if not self.settings.relation_types:
            return self.hints
        known = {hint.name: hint for hint in self.hints}
        names = dict.fromkeys(map(canonical, self.settings.relation_types))
        return tuple(known.get(name) or FamilyHint(name) for name in names)

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
    """The rules of a group. Whatever contradicts itself is refused, before anything is read.

    Types may be given as pydantic models in place of their JSON schema.
    """
    try:
        given = GroupSettings.model_validate(_plain(settings))
        own = [FamilySetting.model_validate(each) for each in families]
    except ValidationError as error:
        places = ", ".join(".".join(map(str, each["loc"])) for each in error.errors())
        raise SettingsRefused(f"The group's settings cannot be understood: {places}.") from None
    _check_types(given)
    _check_relations(given)
    known = _families(own)
    return Rules(given, Families(known), tuple(_hint(each) for each in known), tuple(own))


def _plain(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Models as the schemas they stand for; relation types by name."""
    plain = dict(settings)
    types = plain.get("entity_types")
    if isinstance(types, Mapping):
        plain["entity_types"] = {name: _schema(each) for name, each in types.items()}
    if isinstance(plain.get("relation_types"), Mapping):
        plain["relation_types"] = list(plain["relation_types"])
    return plain


def _schema(given: Any) -> Any:
    if not (isinstance(given, type) and issubclass(given, BaseModel)):
        return given
    whole = given.model_json_schema()
    kept = EntityTypeSetting.model_fields
    return {name: value for name, value in whole.items() if name in kept}


def _check_types(given: GroupSettings) -> None:
    for name, each in given.entity_types.items():
        clash = sorted(PROTECTED & set(each.properties))
        if clash:
            raise SettingsRefused(
                f"The entity type {name} may not have an attribute named {clash[0]}."
            )
        _check_schema(name, each)
    unknown = sorted(set(given.excluded_entity_types) - {GENERIC, *given.entity_types})
    if unknown:
        raise SettingsRefused(
            f"The excluded entity type {unknown[0]} is none of the group's: "
            f"{', '.join([GENERIC, *given.entity_types])}."
        )


def _check_schema(name: str, given: EntityTypeSetting) -> None:
    missing = sorted(set(given.required) - given.properties.keys())
    if missing:
        raise SettingsRefused(
            f"The entity type {name} requires {missing[0]}, which is none of its attributes."
        )
    for attribute, schema in given.properties.items():
        said = schema.get("type", "string")
        kinds = said if isinstance(said, list) else [said]
        if not all(isinstance(kind, str) and kind in JSON_TYPES for kind in kinds):
            raise SettingsRefused(
                f"The attribute {attribute} of the entity type {name} has no type that JSON has."
            )


def _check_relations(given: GroupSettings) -> None:
    """The map must be about the group's own types and relations."""
    known = set(map(canonical, given.relation_types))
    for pair, relations in given.relation_type_map.items():
        types = [each.strip() for each in pair.split(",")]
        unknown = sorted(set(types) - {GENERIC, *given.entity_types})
        if len(types) != 2 or (given.entity_types and unknown):
            raise SettingsRefused(
                f"{pair!r} in the relation type map is no pair of the group's types, such as "
                f"{GENERIC},{GENERIC}."
            )
        stray = [each for each in relations if known and canonical(each) not in known]
        if stray:
            raise SettingsRefused(
                f"The relation {stray[0]!r} in the relation type map is none of the relation types."
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
