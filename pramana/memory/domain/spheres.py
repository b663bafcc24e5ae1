"""Spheres of life: which relation families a change or a question is about."""

from collections.abc import Mapping
from enum import StrEnum


class Sphere(StrEnum):
    WORK = "work"
    HOME = "home"
    STUDY = "study"
    GROUP = "group"
    MARRIAGE = "marriage"
    KIN = "kin"
    CONTACT = "contact"
    BIRTH = "birth"
    TASTE = "taste"
    PASTIME = "pastime"
    PROPERTY = "property"
    PLACE = "place"
    HEALTH = "health"
    DEATH = "death"


OFFICES = (
    "MINISTER_OF PRIME_MINISTER_OF CHIEF_MINISTER_OF PRESIDENT_OF VICE_PRESIDENT_OF MAYOR_OF"
    " DEPUTY_MAYOR_OF CHAIR_OF HEAD_OF LEADER_OF CEO_OF SECRETARY_OF TREASURER_OF GOVERNOR_OF"
    " SPEAKER_OF AMBASSADOR_TO PRINCIPAL_OF CAPTAIN_OF CONDUCTOR_OF COACH_OF MANAGER_OF"
    " ADMINISTRATOR_OF EDITOR_OF COORDINATOR_OF MATRON_OF WARDEN_OF ORGANIZER_OF DEAN_OF"
    " CURATOR_OF STEWARD_OF CTO_OF CFO_OF COO_OF"
)
_TABLE = {
    Sphere.WORK: f"WORKS_AT HAS_POSITION REPORTS_TO TEACHES TEACHES_AT VOLUNTEERS_AT {OFFICES}",
    Sphere.HOME: "LIVES_IN",
    Sphere.STUDY: "STUDIES_AT STUDIED_AT STUDIES",
    Sphere.GROUP: "MEMBER_OF",
    Sphere.MARRIAGE: "MARRIED_TO ENGAGED_TO PARTNER_OF DIVORCED_FROM",
    Sphere.KIN: "PARENT_OF CHILD_OF SIBLING_OF RELATIVE_OF",
    Sphere.CONTACT: "HAS_PHONE HAS_EMAIL HAS_ADDRESS",
    Sphere.BIRTH: "BORN_ON BORN_IN HAS_AGE COMES_FROM",
    Sphere.TASTE: "LIKES DISLIKES",
    Sphere.PASTIME: "PLAYS",
    Sphere.PROPERTY: "OWNS KEEPS",
    Sphere.PLACE: "LOCATED_IN HEADQUARTERED_IN MEETS_AT",
    Sphere.HEALTH: "ALLERGIC_TO HAS_CONDITION",
    Sphere.DEATH: "DIED",
}
SPHERE_FAMILIES: Mapping[Sphere, tuple[str, ...]] = {
    sphere: tuple(families.split()) for sphere, families in _TABLE.items()
}
SPHERES: Mapping[str, Sphere] = {
    family: sphere for sphere, families in SPHERE_FAMILIES.items() for family in families
}
"""The sphere of each family."""

OFFICE_FAMILIES = frozenset(OFFICES.split())
_BELONGING = frozenset(
    family
    for sphere in (Sphere.WORK, Sphere.GROUP, Sphere.HOME, Sphere.STUDY)
    for family in SPHERE_FAMILIES[sphere]
)
ENDS_ALSO: Mapping[str, frozenset[str]] = {
    "WORKS_AT": _BELONGING,
    "MEMBER_OF": _BELONGING,
    "LIVES_IN": _BELONGING,
    "STUDIES_AT": _BELONGING,
    "MARRIED_TO": frozenset(("MARRIED_TO", "ENGAGED_TO", "PARTNER_OF")),
}
"""Families that end with another, between the same two: who leaves an organization also gives up
an office in it, but who gives up the office may stay. To leave is said of work, home and study."""

SYMMETRIC = frozenset(
    (
        "MARRIED_TO",
        "DIVORCED_FROM",
        "ENGAGED_TO",
        "PARTNER_OF",
        "SIBLING_OF",
        "FRIEND_OF",
        "COLLEAGUE_OF",
    )
)
"""Families whose two sides may be exchanged."""


OPPOSITES: Mapping[str, str] = {
    "LIKES": "DISLIKES",
    "DISLIKES": "LIKES",
    "MARRIED_TO": "DIVORCED_FROM",
}
"""A family whose beginning ends the other, between the same two."""


def families_ending_with(family: str) -> frozenset[str]:
    """The families that an end of this one also ends, between the same two entities.

    >>> "CHAIR_OF" in families_ending_with("WORKS_AT")
    True
    """
    return ENDS_ALSO.get(family, frozenset((family,)))
