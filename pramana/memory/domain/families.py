"""Relation families: which relations mean the same, and which can hold only once at a time.

The most common complaint about such memories is that they close facts that are still true. So a
family is unique on a side only if two facts at once would be a contradiction. A group may change
any of this.
"""

import re
from collections.abc import Iterable

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
    _family("HEAD_OF", "HEADS LEADS DIRECTOR_OF", OBJECT),
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
