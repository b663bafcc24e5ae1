"""What a name may be the name of. Which words count in it depends on that."""

from enum import StrEnum


class NameKind(StrEnum):
    PERSON = "person"
    ORGANIZATION = "organization"
    LOCATION = "location"
    PROJECT = "project"
