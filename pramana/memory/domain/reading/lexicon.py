"""Which words tell which relation. Families are those of `domain.families` where one fits."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from pramana.memory.domain.reading.values import Aspect, Kind

DIRECT = "object"
V = TypeVar("V")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


def _each(words: str, value: V) -> dict[str, V]:
    return dict.fromkeys(words.split(), value)


@dataclass(frozen=True)
class VerbRule:
    """A verb that links its subject to its object, or to what follows one of `links`."""

    links: tuple[str, ...]
    relation: str
    aspect: Aspect
    passive: bool = False
    wanted: Kind | None = None
    """The kind the object must be, where the verb means something else otherwise."""


_WANTED = {
    "org": Kind.ORGANIZATION,
    "place": Kind.LOCATION,
    "person": Kind.PERSON,
    "": None,
}
_VERBS = """
state WORKS_AT      : work at; work for; intern at; be-employed by; be-employed at
start WORKS_AT      : join object org; be-hired by; be-hired at; be-recruited by
end   WORKS_AT      : leave object org; quit object org; resign from; retire from
end   WORKS_AT      : be-fired from; be-fired by; be-laid from; be-laid by
state WORKS_WITH    : work with person; collaborate with
state HAS_POSITION  : work as; serve as
start HAS_POSITION  : be-hired as; be-promoted to; be-appointed as
state LIVES_IN      : live in; live at; reside in; be-based in
start LIVES_IN      : move to; relocate to; settle in; shift to place
end   LIVES_IN      : move from; relocate from; leave object place
state STUDIES_AT    : study at; be-enrolled at; be-enrolled in org; attend object org
start STUDIES_AT    : enroll at; enroll in org; enrol at; enrol in org
end   STUDIES_AT    : graduate from; drop from org
state STUDIES       : study object; major in
start MARRIED_TO    : marry object; be-married to
end   MARRIED_TO    : divorce object; be-divorced from; separate from person
start ENGAGED_TO    : be-engaged to person
state REPORTS_TO    : report to
start BORN_IN       : be-born in; be-born at
state LIKES         : like object; love object; enjoy object; adore object; prefer object
state DISLIKES      : hate object; dislike object; detest object; despise object
state OWNS          : own object; possess object; have object
start OWNS          : buy object; purchase object; adopt object; acquire object
end   OWNS          : sell object
start KNOWS         : meet object person; know object person
start VISITED       : visit object; travel to; fly to; go to place; be-visited by
state HEADQUARTERED_IN : be-headquartered in
state COMES_FROM    : be from place
state LOCATED_IN    : be in place; be-located in; be-situated in; lie in place
start CREATED       : write object; found object; create object; build object; establish object
start CREATED       : launch object; compose object; paint object
start CREATED       : invent object; design object; develop object
state MEMBER_OF     : belong to
start MEMBER_OF     : join object
state HEAD_OF       : lead object; head object
state CHAIR_OF      : chair object
state SPEAKS        : speak object
state PLAYS         : play object
state TEACHES       : teach object
state TEACHES_AT    : teach at
state USES          : use object
state READS         : read object
state SUPPORTS      : support object
state VOLUNTEERS_AT : volunteer at; volunteer for
"""


def _verb_rules() -> Mapping[str, list[VerbRule]]:
    rules: dict[str, list[VerbRule]] = defaultdict(list)
    for line in _VERBS.strip().splitlines():
        head, _, verbs = line.partition(":")
        aspect, relation = head.split()
        for said in verbs.split(";"):
            verb, link, *wanted = said.split()
            passive, lemma = verb.startswith("be-"), verb.removeprefix("be-")
            rules[PARTICIPLES.get(lemma, lemma)].append(
                VerbRule((link,), relation, Aspect(aspect), passive, _WANTED["".join(wanted)])
            )
    return rules


PARTICIPLES = {
    "employed": "employ", "hired": "hire", "recruited": "recruit", "fired": "fire", "laid": "lay",
    "promoted": "promote", "appointed": "appoint", "based": "base", "enrolled": "enroll",
    "married": "marry", "divorced": "divorce", "engaged": "engage", "born": "bear",
    "visited": "visit", "headquartered": "headquarter", "located": "locate",
    "situated": "situate",
}  # fmt: skip
VERBS = _verb_rules()
POSITIONS = {
    Aspect.START: _set("become appoint elect name nominate promote choose replace succeed"),
    Aspect.END: _set("resign retire step"),
}
"""Verbs with an office as their complement: was elected mayor of Pokhara."""

STOPPING = _set("stop quit cease")
STARTING = _set("start begin")
PLANNING = _set("plan want intend hope wish aim decide")
LIGHT = _set(
    "let say tell see know do be have get make think thank ask mean talk hear try keep give take"
    " share check help remember look find show start feel"
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
UNITS = _set("minute hour day week month year decade")
SHARED = _set("deputy vice assistant associate joint co acting former state")
"""Before an office, these say that it is another one, which several may hold."""

TIES = {
    **_each("mother father parent mom dad mum", "PARENT_OF"),
    **_each("son daughter child kid", "CHILD_OF"),
    **_each("sister brother sibling", "SIBLING_OF"),
    **_each("husband wife spouse", "MARRIED_TO"),
    **_each("partner boyfriend girlfriend fiancé fiancée", "PARTNER_OF"),
    **_each("friend buddy bestie", "FRIEND_OF"),
    **_each("colleague coworker teammate", "COLLEAGUE_OF"),
    **_each("neighbour neighbor", "NEIGHBOUR_OF"),
    **_each("cousin uncle aunt nephew niece grandmother grandfather grandma grandpa"
                    " grandson granddaughter", "RELATIVE_OF"),
    **_each("boss supervisor manager", "REPORTS_TO"),
    **_each("member", "MEMBER_OF"),
    **_each("employee staffer intern", "WORKS_AT"),
    **_each("student pupil", "STUDIES_AT"),
    **_each("resident inhabitant", "LIVES_IN"),
    **_each("fan lover", "LIKES"),
    **_each("founder author creator inventor writer", "CREATED"),
    **_each("owner", "OWNS"),
}  # fmt: skip
"""Nouns that tie whoever they describe to their owner: Maya is my sister."""

OWNED = _set(
    "dog cat puppy kitten parrot rabbit horse cow goat pet car bike bicycle motorcycle scooter"
    " house apartment flat laptop phone guitar piano shop restaurant company farm garden boat"
    " camera violin drum tent"
)
"""Nouns of which "I have one" says something that lasts."""

INVERSE = frozenset(("REPORTS_TO", "OWNS"))
"""Ties told from the owner's side: my boss Hari means that I report to Hari."""

MUTUAL = frozenset(("MARRIED_TO", "PARTNER_OF", "FRIEND_OF", "COLLEAGUE_OF", "NEIGHBOUR_OF"))
FEMALE = _set("mother mom mum daughter sister wife girlfriend aunt niece grandmother grandma"
                   " granddaughter fiancée fiancee queen chairwoman")  # fmt: skip
MALE = _set("father dad son brother husband boyfriend uncle nephew grandfather grandpa"
                 " grandson king chairman")  # fmt: skip
OCCUPATIONS = _set(
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
GREETINGS = _set("thanks thank hey hi hello wow yeah yes oh congrats ok okay bye")
VAGUE = _set(
    "thing things something anything nothing everything one ones lot lots bit way kind sort time"
    " times day fact idea point part reason question problem issue chance sense fun it this that"
    " these those someone anyone everyone people what which who whom stuff couple few some much"
    " more most all other others"
)
"""Nouns that name nothing anybody could look up."""

SUBJECTS = _each(
    "WORKS_AT LIVES_IN STUDIES_AT MARRIED_TO BORN_IN BORN_ON LIKES DISLIKES REPORTS_TO"
    " HAS_POSITION HAS_AGE MINISTER_OF PRIME_MINISTER_OF PRESIDENT_OF MAYOR_OF CHAIR_OF"
    " CEO_OF FRIEND_OF KNOWS"
    " PARENT_OF CHILD_OF SIBLING_OF SPEAKS PLAYS ENGAGED_TO PARTNER_OF", Kind.PERSON)  # fmt: skip
OBJECTS = {
    **_each("WORKS_AT STUDIES_AT", Kind.ORGANIZATION),
    **_each("LIVES_IN BORN_IN HEADQUARTERED_IN LOCATED_IN", Kind.LOCATION),
    **_each("MARRIED_TO REPORTS_TO FRIEND_OF SIBLING_OF PARENT_OF CHILD_OF", Kind.PERSON),
}  # fmt: skip
"""What the ends of a relation are, whatever a tagger took a bare name for."""
