"""What a record may be, and how records may stand to each other."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Literal, get_args


class EntityType(StrEnum):
    PERSON = "person"
    ORGANIZATION = "organization"
    LOCATION = "location"
    PROJECT = "project"


OrganizationKind = Literal[
    "political_party",
    "government_body",
    "ngo",
    "international_org",
    "hospital",
    "media",
    "financial_institution",
]
LocationKind = Literal[
    "province",
    "district",
    "metropolitan_city",
    "sub_metropolitan_city",
    "municipality",
    "rural_municipality",
    "ward",
    "constituency",
]
ProjectKind = Literal["development_project"]
SubType = Literal[OrganizationKind, LocationKind, ProjectKind]

SUB_TYPES: Mapping[EntityType, tuple[str, ...]] = MappingProxyType(
    {
        EntityType.PERSON: (),
        EntityType.ORGANIZATION: get_args(OrganizationKind),
        EntityType.LOCATION: get_args(LocationKind),
        EntityType.PROJECT: get_args(ProjectKind),
    }
)
"""The sub-types of each type; none is always allowed."""


class NameKind(StrEnum):
    PRIMARY = "PRIMARY"
    ALIAS = "ALIAS"
    ALTERNATE = "ALTERNATE"
    BIRTH_NAME = "BIRTH_NAME"
    MISSPELLED = "MISSPELLED"
    """Never on a record's own names: what `misspelled_names` are found by."""


class RelationshipType(StrEnum):
    AFFILIATED_WITH = "AFFILIATED_WITH"
    EMPLOYED_BY = "EMPLOYED_BY"
    MEMBER_OF = "MEMBER_OF"
    PARENT_OF = "PARENT_OF"
    CHILD_OF = "CHILD_OF"
    SUPERVISES = "SUPERVISES"
    LOCATED_IN = "LOCATED_IN"


class Origin(StrEnum):
    """How a version came to be. An import never writes over what a person or a review decided."""

    PERSON = "person"
    CHANGE = "change"
    """An approved change of a review session."""
    IMPORT = "import"
