"""Forms of one English verb that no stemmer brings together: who "met" is who did "meet"."""

from pramana.language.stems import stem

VERBS = """
be was were been|become became|begin began begun|bear bore born|break broke broken
bring brought|build built|buy bought|catch caught|choose chose chosen|come came|deal dealt
die death dead|do did done|draw drew drawn|drink drank|drive drove driven|eat ate eaten
fall fell fallen|feel felt|fight fought|find found|fly flew flown|forbid forbade forbidden
get got|give gave given|go went gone|grow grew grown|hear heard|hold held|keep kept
know knew known|lead led|leave left|lend lent|lose lost loss|make made|mean meant|meet met
pay paid|rise rose risen|run ran|say said|see saw seen|seek sought|sell sold sale|send sent
shoot shot|sing sang|sit sat|sleep slept|speak spoke spoken|spend spent|stand stood
steal stole stolen|swim swam|take took taken|teach taught|tell told|think thought
understand understood|wear wore worn|win won|write wrote written
"""

_FAMILIES = [
    frozenset(stem(word) for word in family.split())
    for line in VERBS.strip().splitlines()
    for family in line.split("|")
]
FORMS = {form: family - {form} for family in _FAMILIES for form in family}
"""The other stems of a verb, by each of its stems."""
