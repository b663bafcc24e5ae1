"""Relation families: which relations mean the same, and which can hold only once at a time.

The most common complaint about such memories is that they close facts that are still true. So a
family is unique on a side only if two facts at once would be a contradiction. A group may change
any of this.

Families belong to spheres of life, such as work or home: a change or a question is about one.
"""

import re
from collections.abc import Iterable, Mapping
from enum import StrEnum

from pramana.memory.contracts.graph import Family, UniqueSide

SUBJECT, OBJECT = UniqueSide.SUBJECT, UniqueSide.OBJECT


def _family(name: str, aliases: str = "", side: UniqueSide = UniqueSide.NONE) -> Family:
    return Family(name, frozenset(aliases.split()), side)


DEFAULTS = (
    _family(
        "WORKS_AT", "WORKS_FOR EMPLOYED_BY EMPLOYED_AT JOINED HIRED_BY WORKS_WITH_COMPANY", SUBJECT
    ),
    _family("LIVES_IN", "RESIDES_IN MOVED_TO LIVES_AT RELOCATED_TO BASED_IN", SUBJECT),
    _family("STUDIES_AT", "ATTENDS ENROLLED_AT", SUBJECT),
    _family("MARRIED_TO", "SPOUSE_OF HUSBAND_OF WIFE_OF", SUBJECT),
    _family("REPORTS_TO", "MANAGED_BY SUPERVISED_BY", SUBJECT),
    _family("HAS_POSITION", "WORKS_AS HAS_ROLE HAS_JOB_TITLE", SUBJECT),
    _family("HEADQUARTERED_IN", "HAS_HEADQUARTERS_IN", SUBJECT),
    _family("BORN_IN", "BIRTHPLACE", SUBJECT),
    _family("BORN_ON", "BIRTHDAY DATE_OF_BIRTH", SUBJECT),
    _family("HAS_AGE", "IS_AGED", SUBJECT),
    _family("HAS_STATUS", "STATUS IN_STATE", SUBJECT),
    _family("HAS_EMAIL", "EMAIL", SUBJECT),
    _family("HAS_PHONE", "PHONE", SUBJECT),
    _family("MINISTER_OF", "BECAME_MINISTER_OF APPOINTED_MINISTER_OF", OBJECT),
    _family("PRIME_MINISTER_OF", "", OBJECT),
    _family("PRESIDENT_OF", "", OBJECT),
    _family("MAYOR_OF", "", OBJECT),
    _family("CHAIR_OF", "CHAIRS CHAIRPERSON_OF CHAIRMAN_OF", OBJECT),
    _family("HEAD_OF", "HEADS LEADS DIRECTOR_OF RUNS MANAGES", OBJECT),
    _family("CEO_OF", "CHIEF_EXECUTIVE_OF", OBJECT),
    _family("SECRETARY_OF", "", OBJECT),
    *(
        _family(name, "", OBJECT)
        for name in (
            *(
                "TREASURER_OF",
                "CONDUCTOR_OF",
                "COACH_OF",
                "EDITOR_OF",
                "PRINCIPAL_OF",
                "CAPTAIN_OF",
            ),
            *("LEADER_OF", "GOVERNOR_OF", "SPEAKER_OF", "ADMINISTRATOR_OF", "DEPUTY_MAYOR_OF"),
            *("COORDINATOR_OF", "MATRON_OF", "WARDEN_OF", "ORGANIZER_OF", "DEAN_OF", "CURATOR_OF"),
            *("STEWARD_OF", "MANAGER_OF", "CTO_OF", "CFO_OF", "COO_OF"),
        )
    ),
    _family("MEETS_AT", "GATHERS_AT", SUBJECT),
    _family("DIED", "PASSED_AWAY DEATH_OF", SUBJECT),
    _family("COMES_FROM", "IS_FROM HAILS_FROM", SUBJECT),
    _family("CAPITAL_OF", "", OBJECT),
    _family("IS_A", "IS KIND_OF INSTANCE_OF"),
    _family("KNOWS", "MET ACQUAINTED_WITH"),
    _family("FRIEND_OF", "FRIENDS_WITH"),
    _family("PARENT_OF", "MOTHER_OF FATHER_OF"),
    _family("CHILD_OF", "SON_OF DAUGHTER_OF"),
    _family("SIBLING_OF", "BROTHER_OF SISTER_OF"),
    _family("LIKES", "LOVES ENJOYS FOND_OF PREFERS"),
    _family("DISLIKES", "HATES"),
    _family("OWNS", "HAS BOUGHT POSSESSES"),
    _family("LOCATED_IN", "SITUATED_IN"),
    _family("PART_OF", "DIVISION_OF BRANCH_OF"),
    _family("MEMBER_OF", "BELONGS_TO"),
    _family("VISITED", "TRAVELLED_TO WENT_TO"),
    _family("PLANS", "INTENDS WANTS"),
    _family("CREATED", "WROTE BUILT MADE FOUNDED"),
)


def canonical_relation(relation: str) -> str:
    """A relation's name in the form in which it is stored.

    >>> canonical_relation("works at")
    'WORKS_AT'
    """
    return re.sub(r"[^\w]+", "_", relation.strip()).strip("_").upper()


class Families:
    """The families of a group. A relation outside them is a family of its own, and not unique."""

    def __init__(self, families: Iterable[Family] = DEFAULTS) -> None:
        self._by_name = {
            name: family for family in families for name in (*family.aliases, family.name)
        }

    def of(self, relation: str) -> Family:
        name = canonical_relation(relation)
        return self._by_name.get(name) or Family(name)


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

WORK, DEATH = "WORKS_AT", "DIED"
OFFICE_FAMILIES = frozenset(OFFICES.split())
FAMILY_TIES = (
    *(family for family in SPHERE_FAMILIES[Sphere.MARRIAGE] if family != "DIVORCED_FROM"),
    *SPHERE_FAMILIES[Sphere.KIN],
)
"""The families of those who are related or married."""
_BELONGING = frozenset(
    family
    for sphere in (Sphere.WORK, Sphere.GROUP, Sphere.HOME, Sphere.STUDY)
    for family in SPHERE_FAMILIES[sphere]
)
ENDS_WITH_LIFE = _BELONGING | {"HAS_ADDRESS"}
"""Families that end at the latest when their subject dies."""
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
    "DIVORCED_FROM": "MARRIED_TO",
}
"""A family whose beginning ends the other, between the same two."""


def families_ending_with(family: str) -> frozenset[str]:
    """The families that an end of this one also ends, between the same two entities.

    >>> "CHAIR_OF" in families_ending_with("WORKS_AT")
    True
    """
    return ENDS_ALSO.get(family, frozenset((family,)))
