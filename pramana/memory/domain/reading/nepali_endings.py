"""What is over in Nepali without a word for what it was with: studies and terms of office."""

import re
from collections.abc import Iterator

from pramana.memory.domain.families import OFFICE_FAMILIES, SPHERE_FAMILIES, Sphere
from pramana.memory.domain.reading.claims import EndClaim
from pramana.memory.domain.reading.nepali_clauses import NepaliClause
from pramana.memory.domain.reading.nepali_grammar import LAZY, SPEAKER, WORD, NepaliTense

UNCERTAIN = frozenset((NepaliTense.UNREAL, NepaliTense.NEGATIVE, NepaliTense.NEVER))
_STUDIES_END = re.compile(
    rf"(?:(?P<whose>मेरो|मेरी|{LAZY}(?:\s{LAZY}){{0,2}}?(?:को|का|की))\s+)?(?:पढाइ|पढाई|अध्ययन|कोर्स|डिग्री)\s+(?:पनि\s+|त\s+)?"
    r"(?:सकि(?:यो|एको|इयो|सक्यो)|सकें|सकेँ|सक्यो|पूरा\s+(?:भयो|गर\S+)|सिद्धि(?:यो|एको))"
)
"""Studies that are over: मेरो पढाइ सकियो, धनकुटाको पढाइ सकियो."""


def study_end_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[EndClaim]:
    match = _STUDIES_END.search(clause.text)
    if match is None or tense in UNCERTAIN:
        return
    whose = match["whose"] or "मेरो"
    place, end = clause.start + match.start(), clause.start + match.end("whose")
    is_person = whose not in SPEAKER and clause.people.tagged_as_person(place, end)
    who = clause.people.person(whose) if is_person else clause.people.speaker()
    if who:
        yield clause.ending(who, SPHERE_FAMILIES[Sphere.STUDY], clause.interval("end"))


_TERM_ENDS = re.compile(
    rf"(?P<whose>मेरो|{LAZY}(?:\s{LAZY}){{0,2}}?को)\s+(?:{WORD}\s+){{0,2}}?(?:कार्यकाल|म्याद|पदावधि)\s+(?:\S+\s+){{0,3}}?"
    r"(?:सकि|समाप्त|पूरा\s+भ)\S*"
)
"""A term of office that is over: गीताको कार्यकाल असारमा सकियो."""


def term_end_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[EndClaim]:
    match = _TERM_ENDS.search(clause.text)
    if match is None or tense in UNCERTAIN:
        return
    whose = match["whose"]
    who = clause.people.speaker() if whose in SPEAKER else clause.people.person(whose)
    if who:
        families = (*sorted(OFFICE_FAMILIES), "HAS_POSITION")
        yield clause.ending(who, families, clause.interval("end"))
