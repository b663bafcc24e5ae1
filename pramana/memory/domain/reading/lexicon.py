"""Words that tell something: offices, ties, occupations, and words that tell nothing.

Relations are those of `domain.families` where one fits.
"""

from typing import TypeVar

from pramana.memory.domain.reading.values import Aspect, Kind

V = TypeVar("V")


def set_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


def each_of(words: str, value: V) -> dict[str, V]:
    return dict.fromkeys(words.split(), value)


JOBS = set_of("job position post role internship")
LIKING = set_of("like love enjoy adore prefer hate dislike detest despise")
POSITIONS = {
    Aspect.START: set_of(
        "become appoint elect name nominate promote choose replace succeed take get"
    ),
    Aspect.END: set_of("resign retire step"),
}
"""Verbs with an office as their complement: was elected mayor of Pokhara."""

STOPPING = set_of("stop quit cease")
STARTING = set_of("start begin")
PLANNING = set_of("plan want intend hope wish aim decide")
LETTING = set_of("let help make have see watch hear feel ask tell want wish suggest recommend")
"""Verbs over one that is not said to happen: "let me join", "I saw her win" tell too little."""
LIGHT = set_of(
    "let say tell see know do be have get make think thank ask mean talk hear try keep give take"
    " share check help remember look find show start feel go come bring put stay catch hold"
    " call focus continue believe hope need want love like enjoy miss wait mention stick deal"
)
"""Verbs that tell nothing by themselves; "I'll let you know" is no plan."""

OFFICES = {
    "prime minister": "PRIME_MINISTER_OF", "chief minister": "CHIEF_MINISTER_OF",
    "vice president": "VICE_PRESIDENT_OF", "minister": "MINISTER_OF", "president": "PRESIDENT_OF",
    "mayor": "MAYOR_OF", "chair": "CHAIR_OF", "chairman": "CHAIR_OF", "chairwoman": "CHAIR_OF",
    "chairperson": "CHAIR_OF", "head": "HEAD_OF", "director": "HEAD_OF", "leader": "LEADER_OF",
    "ceo": "CEO_OF", "chief executive": "CEO_OF", "secretary": "SECRETARY_OF",
    "governor": "GOVERNOR_OF", "king": "KING_OF", "queen": "QUEEN_OF", "speaker": "SPEAKER_OF",
    "ambassador": "AMBASSADOR_TO", "principal": "PRINCIPAL_OF", "captain": "CAPTAIN_OF",
    "capital": "CAPITAL_OF",
}  # fmt: skip
EVENTS = set_of("CREATED OWNS MEMBER_OF TEACHES USES READS HEAD_OF SUPPORTS PLAYS VISITED")
ABSTRACT = set_of(
    "community journey connection confidence trust memory role importance love loyalty friendship"
    " relationship bond difference future life world dream goal change progress habit awareness"
    " space environment atmosphere moment impact influence experience energy strength skill passion"
    " plan place spot stage part force hand ride way foundation support network word conversation"
)
"""What is only built, joined, owned and played in a manner of speaking."""
GOING = set_of("go travel fly visit move attend relocate")
"""Verbs that look ahead while they are under way: "I'm going to a conference this month"."""
HABITS = set_of("PLAYS READS USES SUPPORTS TEACHES VOLUNTEERS_AT")
"""What tells something only while it is done again and again."""
TIMES = set_of(
    "minute hour day week weekend month year decade yesterday today tomorrow tonight morning"
    " afternoon evening night monday tuesday wednesday thursday friday saturday sunday fri tues"
)
SHARED = set_of("deputy vice assistant associate joint co acting former state")
"""Before an office, these say that it is another one, which several may hold."""

TIES = {
    **each_of("mother father parent mom dad mum", "PARENT_OF"),
    **each_of("son daughter child kid", "CHILD_OF"),
    **each_of("sister brother sibling", "SIBLING_OF"),
    **each_of("husband wife spouse", "MARRIED_TO"),
    **each_of("partner boyfriend girlfriend fiancé fiancée", "PARTNER_OF"),
    **each_of("friend buddy bestie", "FRIEND_OF"),
    **each_of("colleague coworker teammate", "COLLEAGUE_OF"),
    **each_of("neighbour neighbor", "NEIGHBOUR_OF"),
    **each_of("cousin uncle aunt nephew niece grandmother grandfather grandma grandpa"
                    " grandson granddaughter", "RELATIVE_OF"),
    **each_of("boss supervisor manager", "REPORTS_TO"),
    **each_of("member", "MEMBER_OF"),
    **each_of("employee staffer intern", "WORKS_AT"),
    **each_of("student pupil", "STUDIES_AT"),
    **each_of("resident inhabitant", "LIVES_IN"),
    **each_of("fan lover", "LIKES"),
    **each_of("founder author creator inventor writer", "CREATED"),
    **each_of("owner", "OWNS"),
}  # fmt: skip
"""Nouns that tie whoever they describe to their owner: Maya is my sister."""

BODIES = set_of(
    "municipality metropolis ministry office department commission authority council court"
    " university college school hospital bank company corporation"
)
"""The last word of a body one can work for, though a tagger may take it for a place."""

OWNED = set_of(
    "dog cat puppy kitten parrot rabbit horse cow goat pet car bike bicycle motorcycle scooter"
    " house apartment flat laptop phone guitar piano shop restaurant company farm garden boat"
    " camera violin drum tent"
)
"""Nouns of which "I have one" says something that lasts."""

OF_A_BODY = {"STUDIES_AT": "TEACHES", **each_of("WORKS_AT MEMBER_OF LIVES_IN", "")}
"""Ties to a body rather than a person: my students are those I teach, my members are nobody's."""

INVERSE = frozenset(("REPORTS_TO", "OWNS", "TEACHES"))
"""Ties told from the owner's side: my boss Hari means that I report to Hari."""

MUTUAL = frozenset(("MARRIED_TO", "PARTNER_OF", "FRIEND_OF", "COLLEAGUE_OF", "NEIGHBOUR_OF"))
FEMALE = set_of("mother mom mum daughter sister wife girlfriend aunt niece grandmother grandma"
                   " granddaughter fiancée fiancee queen chairwoman")  # fmt: skip
MALE = set_of("father dad son brother husband boyfriend uncle nephew grandfather grandpa"
                 " grandson king chairman")  # fmt: skip
OCCUPATIONS = set_of(
    "engineer developer programmer teacher doctor nurse lawyer advocate manager designer architect"
    " accountant analyst scientist researcher professor lecturer writer author journalist reporter"
    " editor artist painter musician singer actor actress dancer chef cook driver pilot farmer"
    " carpenter plumber electrician mechanic dentist pharmacist therapist psychologist counselor"
    " counsellor consultant salesperson cashier clerk secretary receptionist assistant intern"
    " student officer soldier policeman firefighter judge banker economist trader entrepreneur"
    " founder photographer filmmaker director producer librarian translator veterinarian vet coach"
    " trainer athlete footballer cricketer guide porter barista waiter waitress tailor baker"
    " technician administrator supervisor coordinator president minister secretary surgeon"
)
GREETINGS = set_of(
    "thanks thank hey hi hello wow yeah yep yes oh ah aw aww congrats congratulations ok okay bye"
    " haha lol absolutely definitely sure sorry cheers namaste well cool awesome no nope"
)

VAGUE = set_of(
    "thing things something anything nothing everything one ones lot lots bit way kind sort time"
    " times day fact idea point part reason question problem issue chance sense fun it this that"
    " these those someone anyone everyone people what which who whom stuff couple few some much"
    " more most all other others"
)
"""Nouns that name nothing anybody could look up."""

SUBJECTS = each_of(
    "WORKS_AT LIVES_IN STUDIES_AT MARRIED_TO BORN_IN BORN_ON LIKES DISLIKES REPORTS_TO"
    " HAS_POSITION HAS_AGE MINISTER_OF PRIME_MINISTER_OF PRESIDENT_OF MAYOR_OF CHAIR_OF"
    " CEO_OF FRIEND_OF KNOWS"
    " PARENT_OF CHILD_OF SIBLING_OF SPEAKS PLAYS READS TEACHES_AT ENGAGED_TO PARTNER_OF"
    " HAS_EMAIL HAS_PHONE PLANS", Kind.PERSON)  # fmt: skip
OBJECTS = {
    **each_of("WORKS_AT STUDIES_AT", Kind.ORGANIZATION),
    **each_of("LIVES_IN BORN_IN HEADQUARTERED_IN LOCATED_IN", Kind.LOCATION),
    **each_of("MAYOR_OF DEPUTY_MAYOR_OF", Kind.LOCATION),
    **each_of("MARRIED_TO REPORTS_TO FRIEND_OF SIBLING_OF PARENT_OF CHILD_OF", Kind.PERSON),
}  # fmt: skip
"""What the ends of a relation are, whatever a tagger took a bare name for."""
