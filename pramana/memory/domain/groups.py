"""A group's id, its settings as people write them, and the checked rules made from them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pramana.kit.errors import InvalidRequest
from pramana.memory.contracts.extraction import EntityTypeHint, FamilyHint
from pramana.memory.contracts.graph import Family, UniqueSide
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.memory.domain.families import DEFAULTS, Families, canonical_relation
from pramana.memory.errors import InvalidGroupSettings

GENERIC = "Entity"
PREVIOUS, MOST_PREVIOUS = 10, 50
LONGEST_INBOX_GROUP_ID = 600
"""Characters of a group id that the inbox stores: as many as an index holds in any script."""


class EntityTypeSetting(BaseModel):
    """A type of entity, given as the JSON schema of its attributes."""

    model_config = ConfigDict(extra="forbid")

    title: str = ""
    type: Literal["object"] = "object"
    description: str = ""
    properties: dict[str, dict[str, Any]] = Field(default_factory=dict)
    required: list[str] = Field(default_factory=list)


class FamilySetting(BaseModel):
    """A relation family of the group. It replaces the default of the same name."""

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
    """The only relations to keep. If empty, every relation is kept."""
    relation_type_map: dict[str, list[str]] = Field(default_factory=dict)
    """The relations allowed between two types, by a key such as `Person,Organization`."""
    store_raw_content: bool = True
    update_communities: bool = False
    """Whether messages also update the communities of the entities they mention."""
    previous_episodes: int = Field(default=PREVIOUS, ge=0, le=MOST_PREVIOUS)
    """How many earlier episodes are given as context."""


PROTECTED = frozenset(
    {"uuid", "id", "name", "group_id", "labels", "type", "created_at", "summary", "attributes"}
)
"""Fields that every entity has. An attribute of a type may not have such a name."""
JSON_TYPES = frozenset(
    {"string", "number", "integer", "boolean", "array", "object", "null"},
)


def check_types(settings: GroupSettings) -> None:
    for name, each in settings.entity_types.items():
        clash = sorted(PROTECTED & set(each.properties))
        if clash:
            raise InvalidGroupSettings(
                f"The entity type {name} may not have an attribute named {clash[0]}."
            )
        _check_schema(name, each)
    unknown = sorted(set(settings.excluded_entity_types) - {GENERIC, *settings.entity_types})
    if unknown:
        raise InvalidGroupSettings(
            f"The excluded entity type {unknown[0]} is not one of the group's types: "
            f"{', '.join([GENERIC, *settings.entity_types])}."
        )


def _check_schema(name: str, setting: EntityTypeSetting) -> None:
    missing = sorted(set(setting.required) - setting.properties.keys())
    if missing:
        raise InvalidGroupSettings(
            f"The entity type {name} requires {missing[0]}, which is not one of its attributes."
        )
    for attribute, schema in setting.properties.items():
        stated = schema.get("type", "string")
        kinds = stated if isinstance(stated, list) else [stated]
        if not all(isinstance(kind, str) and kind in JSON_TYPES for kind in kinds):
            raise InvalidGroupSettings(
                f"The attribute {attribute} of the entity type {name} must have a JSON type."
            )


def check_relations(settings: GroupSettings) -> None:
    """Check that the relation type map names only the group's own types and relations."""
    known = set(map(canonical_relation, settings.relation_types))
    for pair, relations in settings.relation_type_map.items():
        types = [each.strip() for each in pair.split(",")]
        unknown = sorted(set(types) - {GENERIC, *settings.entity_types})
        if len(types) != 2 or (settings.entity_types and unknown):
            raise InvalidGroupSettings(
                f"{pair!r} in the relation type map is not a pair of the group's types, such as "
                f"{GENERIC},{GENERIC}."
            )
        stray = [each for each in relations if known and canonical_relation(each) not in known]
        if stray:
            raise InvalidGroupSettings(
                f"The relation {stray[0]!r} in the relation type map is not one of the group's "
                "relation types."
            )


@dataclass(frozen=True)
class GroupRules:
    """A group's settings after they were checked, with all its relation families."""

    settings: GroupSettings
    families: Families
    hints: tuple[FamilyHint, ...]
    own_families: tuple[FamilySetting, ...] = ()
    """The families that the group has set itself."""

    @property
    def entity_types(self) -> tuple[EntityTypeHint, ...]:
        return tuple(
            EntityTypeHint(name, each.description, tuple(each.properties))
            for name, each in self.settings.entity_types.items()
        )

    @property
    def relation_choices(self) -> tuple[FamilyHint, ...]:
        """The relations offered to extraction: the group's relation types, or else all families."""
        if not self.settings.relation_types:
            return self.hints
        known = {hint.name: hint for hint in self.hints}
        names = dict.fromkeys(map(canonical_relation, self.settings.relation_types))
        return tuple(known.get(name) or FamilyHint(name) for name in names)

    def allows(self, subject_type: str, relation: str, object_type: str) -> bool:
        """Whether the group keeps this relation between entities of these types."""
        name, allowed = canonical_relation(relation), self.settings.relation_types
        if allowed and name not in map(canonical_relation, allowed):
            return False
        by_pair = self.settings.relation_type_map
        pairs = (f"{subject_type},{object_type}", f"{GENERIC},{GENERIC}")
        mapped = [by_pair[pair] for pair in pairs if pair in by_pair]
        return not mapped or any(name in map(canonical_relation, each) for each in mapped)


def inbox_group_id(group_id: str) -> str:
    """The group id that the inbox stores, cut to a length that its index can hold.

    A message with a longer id is still accepted; its job then fails and says what is wrong.
    """
    return group_id[:LONGEST_INBOX_GROUP_ID]


def is_group_id(text: str) -> bool:
    return len(text) <= LONGEST_GROUP_ID and re.fullmatch(GROUP_ID, text) is not None


def check_group(group_id: str) -> None:
    if not is_group_id(group_id):
        raise InvalidRequest(
            "A group id consists of letters, digits, hyphens and underscores, 255 at most."
        )


def read_rules(
    settings: Mapping[str, Any], families: Sequence[Mapping[str, Any]] = ()
) -> GroupRules:
    """Check a group's settings and make its rules. Settings that contradict themselves raise.

    Types may be given as pydantic models instead of JSON schemas.
    """
    try:
        checked = GroupSettings.model_validate(_plain_settings(settings))
        own = [FamilySetting.model_validate(each) for each in families]
    except ValidationError as error:
        places = ", ".join(".".join(map(str, each["loc"])) for each in error.errors())
        raise InvalidGroupSettings(
            f"The group's settings are not valid at: {places}. Correct these fields."
        ) from None
    check_types(checked)
    check_relations(checked)
    merged = _merge_families(own)
    hints = tuple(
        FamilyHint(each.name, tuple(sorted(each.aliases)), each.description) for each in merged
    )
    return GroupRules(checked, Families(merged), hints, tuple(own))


def _plain_settings(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings with JSON schemas instead of models, and relation types by name."""
    plain = dict(settings)
    types = plain.get("entity_types")
    if isinstance(types, Mapping):
        plain["entity_types"] = {name: _json_schema(each) for name, each in types.items()}
    if isinstance(plain.get("relation_types"), Mapping):
        plain["relation_types"] = list(plain["relation_types"])
    return plain


def _json_schema(type_: Any) -> Any:
    if not (isinstance(type_, type) and issubclass(type_, BaseModel)):
        return type_
    known = EntityTypeSetting.model_fields
    return {name: value for name, value in type_.model_json_schema().items() if name in known}


def _merge_families(own: Sequence[FamilySetting]) -> list[Family]:
    """The group's families, followed by the defaults without the names that the group uses."""
    families = [
        Family(
            canonical_relation(each.name),
            frozenset(map(canonical_relation, each.aliases)),
            each.unique_side,
            each.description,
        )
        for each in own
    ]
    names = {name for family in families for name in (family.name, *family.aliases)}
    defaults = [
        Family(each.name, each.aliases - names, each.unique_side, each.description)
        for each in DEFAULTS
        if each.name not in names
    ]
    return [*families, *defaults]
