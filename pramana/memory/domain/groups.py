"""What a group is called, and the rules that its settings make."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from pramana.kit.errors import InvalidRequest
from pramana.memory.contracts.extraction import EntityTypeHint, FamilyHint
from pramana.memory.contracts.graph import Family
from pramana.memory.contracts.messages import GROUP_ID, LONGEST_GROUP_ID
from pramana.memory.domain.families import DEFAULTS, Families, canonical
from pramana.memory.domain.group_checks import check_relations, check_types
from pramana.memory.domain.group_settings import (
    GENERIC,
    EntityTypeSetting,
    FamilySetting,
    GroupSettings,
)
from pramana.memory.errors import SettingsRefused

LONGEST_KEPT = 600
"""Characters of what was given as a group id: as many as an index holds in any script."""


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


def kept_as(group_id: str) -> str:
    """What a message is filed under until it is read. One that is longer than any group's id may
    be is filed by its beginning, so that it can be accepted and its job can say what is wrong."""
    return group_id[:LONGEST_KEPT]


def is_group_id(text: str) -> bool:
    return len(text) <= LONGEST_GROUP_ID and re.fullmatch(GROUP_ID, text) is not None


def check_group(group_id: str) -> None:
    if not is_group_id(group_id):
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
    check_types(given)
    check_relations(given)
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
