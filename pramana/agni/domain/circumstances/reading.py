"""What a document says of a person or body right beside its name, each with its words.

Only the clause around a mention counts, up to the next person's name: what stands further away is
as likely to be about someone else.
"""

from collections.abc import Sequence

from pramana.agni.domain.circumstances.cases import case_role, role_by_position
from pramana.agni.domain.circumstances.clause import (
    PERSON,
    Circumstance,
    NameClause,
    is_relative,
    is_stated_relative,
)
from pramana.agni.domain.circumstances.homes import body_place, home
from pramana.agni.domain.circumstances.memberships import identifiers, party
from pramana.agni.domain.circumstances.offices import person_position
from pramana.agni.domain.circumstances.relations import age, relatives
from pramana.language.tagging import NameMention


def read_circumstances(
    text: str, at: int, mentions: Sequence[NameMention]
) -> dict[str, Circumstance]:
    """The circumstances that stand beside the mention at this place of the list."""
    clause = NameClause.around(text, at, mentions)
    if is_relative(text, clause.mention) or is_stated_relative(text, clause.mention):
        return {}
    found: dict[str, Circumstance] = {}
    readers = _PERSON_READERS if clause.mention.kind is PERSON else _BODY_READERS
    for reader in readers:
        for circumstance in reader(clause):
            if circumstance.value and circumstance.key not in found:
                found[circumstance.key] = circumstance
    if "position" in found and (role := role_by_position(found["position"])):
        found["case_role"] = role
    return found


_PERSON_READERS = (person_position, relatives, age, home, party, case_role, identifiers)
_BODY_READERS = (body_place, identifiers)
