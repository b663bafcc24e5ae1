"""Which schema stands for which kind of record, and how ids are written there."""

from pramana.registry.contracts import EntityType, RelationshipType

SCHEME = "ftm"
"""The scheme of identifiers that FollowTheMoney files gave."""

NOT_NUMBERS = frozenset({"wikidata", "nes", "csv", SCHEME})
LONGEST_NUMBER = 64
OURS = "pramana-"
"""How the ids of our own records begin there."""

SCHEMATA: dict[tuple[EntityType, str | None], str] = {
    (EntityType.PERSON, None): "Person",
    (EntityType.ORGANIZATION, "government_body"): "PublicBody",
    (EntityType.ORGANIZATION, "financial_institution"): "Company",
    (EntityType.ORGANIZATION, None): "Organization",
    (EntityType.LOCATION, None): "Address",
    (EntityType.PROJECT, None): "Project",
}
TYPES: dict[str, tuple[EntityType, str | None]] = {
    "Person": (EntityType.PERSON, None),
    "LegalEntity": (EntityType.ORGANIZATION, None),
    "Organization": (EntityType.ORGANIZATION, None),
    "PublicBody": (EntityType.ORGANIZATION, "government_body"),
    "Company": (EntityType.ORGANIZATION, None),
    "Address": (EntityType.LOCATION, None),
    "Project": (EntityType.PROJECT, "development_project"),
}
TOPICS = {
    "political_party": "pol.party",
    "government_body": "gov",
    "international_org": "gov.igo",
    "financial_institution": "fin",
}
LINKS: dict[RelationshipType, tuple[str, str, str]] = {
    RelationshipType.MEMBER_OF: ("Membership", "member", "organization"),
    RelationshipType.EMPLOYED_BY: ("Employment", "employee", "employer"),
}
OTHER_LINK = ("UnknownLink", "subject", "object")
RELATIONS: dict[str, tuple[RelationshipType, str, str]] = {
    "Membership": (RelationshipType.MEMBER_OF, "member", "organization"),
    "Employment": (RelationshipType.EMPLOYED_BY, "employee", "employer"),
    "Directorship": (RelationshipType.AFFILIATED_WITH, "director", "organization"),
    "Representation": (RelationshipType.AFFILIATED_WITH, "agent", "client"),
    "UnknownLink": (RelationshipType.AFFILIATED_WITH, "subject", "object"),
}
CONTACTS = {"EMAIL": "email", "PHONE": "phone", "URL": "website"}
PLAIN_CONTACTS = {name: kind for kind, name in CONTACTS.items()}
LEGAL = frozenset({EntityType.PERSON, EntityType.ORGANIZATION})


def ftm_id(text: str) -> str:
    """How a relation of a file names its end, as an identifier is named."""
    return f"{SCHEME}:{text}"


def own_id(text: str) -> str | None:
    """Our own uuid in an identifier that our own files gave.

    >>> own_id("ftm:pramana-6f2b"), own_id("ftm:x-1")
    ('6f2b', None)
    """
    begins = f"{SCHEME}:{OURS}"
    return text.removeprefix(begins) if text.startswith(begins) else None
