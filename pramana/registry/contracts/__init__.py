"""Records as others may see them."""

from pramana.registry.contracts.data import (
    SLUG,
    Attribution,
    Contact,
    Identifier,
    NewRecord,
    Picture,
    RecordData,
)
from pramana.registry.contracts.kinds import (
    SUB_TYPES,
    EntityType,
    NameKind,
    Origin,
    RelationshipType,
    SubType,
)
from pramana.registry.contracts.names import LangText, LangValue, Name, NameParts, NameText
from pramana.registry.contracts.views import (
    Change,
    Check,
    Found,
    NewRelationship,
    RecordPage,
    RecordView,
    RelationshipView,
    Tally,
    VersionView,
)

__all__ = [
    "SLUG",
    "SUB_TYPES",
    "Attribution",
    "Change",
    "Check",
    "Contact",
    "EntityType",
    "Found",
    "Identifier",
    "LangText",
    "LangValue",
    "Name",
    "NameKind",
    "NameParts",
    "NameText",
    "NewRecord",
    "NewRelationship",
    "Origin",
    "Picture",
    "RecordData",
    "RecordPage",
    "RecordView",
    "RelationshipType",
    "RelationshipView",
    "SubType",
    "Tally",
    "VersionView",
]
