"""Settings of a group that contradict themselves are refused, with what is wrong in words."""

from pramana.memory.domain.families import canonical
from pramana.memory.domain.group_settings import GENERIC, EntityTypeSetting, GroupSettings
from pramana.memory.errors import SettingsRefused

PROTECTED = frozenset(
    {"uuid", "id", "name", "group_id", "labels", "type", "created_at", "summary", "attributes"}
)
"""Fields every entity has: a type may not name an attribute like one of them."""
JSON_TYPES = frozenset(
    {"string", "number", "integer", "boolean", "array", "object", "null"},
)


def check_types(given: GroupSettings) -> None:
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


def check_relations(given: GroupSettings) -> None:
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
