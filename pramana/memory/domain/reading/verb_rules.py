"""The table of verbs: which relation each states, between whom, and whether it begins or ends."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from pramana.memory.domain.reading.claims import Aspect, EntityKind
from pramana.memory.domain.reading.lexicon import word_set

DIRECT_OBJECT = "object"
JOB_LINK = "job"
"""A link to the organization of a job: "I quit my job at Acme"."""


@dataclass(frozen=True)
class VerbRule:
    """A verb that relates its subject to its object, or to what follows one of `links`."""

    links: tuple[str, ...]
    relation: str
    aspect: Aspect
    passive: bool = False
    object_kind: EntityKind | None = None
    """The kind that the object must be, if the verb has another meaning otherwise."""
    object_nouns: frozenset[str] = frozenset()
    """The nouns that the object must be one of, likewise."""


_OBJECT_NOUNS = {
    "event": word_set(
        "workshop concert meeting conference class festival parade party wedding seminar fair show"
        " exhibition reading retreat camp marathon race rally protest ceremony funeral course"
        " lecture hearing session convention gala fundraiser"
    ),
    "pet": word_set("dog cat puppy kitten pup parrot rabbit horse car bike house apartment"),
    "key": word_set("key keys"),
    "shop": word_set(
        "shop store studio restaurant company business cafe café firm clinic school club bakery"
        " hotel guesthouse lodge farm factory workshop office branch department hospital museum"
        " library"
    ),
}
"""Nouns with which a common verb states a relation: went to a concert, got a puppy."""
_OBJECT_KINDS = {
    "org": EntityKind.ORGANIZATION,
    "place": EntityKind.LOCATION,
    "person": EntityKind.PERSON,
    "": None,
}
_VERB_TABLE = """
state WORKS_AT      : work at; work for; intern at; be-employed by; be-employed at
start WORKS_AT      : join object org; be-hired by; be-hired at; be-recruited by
end   WORKS_AT      : leave object org; quit object org; resign from; retire from
start WORKS_AT      : get job; take job; land job; start job; accept job
end   WORKS_AT      : leave job; quit job; lose job
end   WORKS_AT      : be-fired from; be-fired by; be-laid from; be-laid by
state WORKS_WITH    : work with person; collaborate with
state HAS_POSITION  : work as; serve as
start HAS_POSITION  : be-hired as; be-promoted to; be-appointed as
state WORKS_AT      : drive for; be at org; stay at org; freelance for
start WORKS_AT      : start at; begin at; sign with org; start with org
start HAS_POSITION  : join as; start as; begin as
state HEAD_OF       : run object shop; manage object shop; run object org
state HEAD_OF       : manage object org; direct object org; conduct object org
start LIVES_IN      : move into; shift into
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
state KEEPS         : keep object key
state OWNS          : own object; possess object; have object
start OWNS          : buy object; purchase object; adopt object; acquire object; get object pet
end   OWNS          : sell object
start KNOWS         : meet object person; know object person
start VISITED       : meet in place; arrive in place; come to place; fly from place
start VISITED       : visit object; travel to; fly to; go to place; be to place
start ATTENDED      : attend object; go to event; run object event; finish object event
state HEADQUARTERED_IN : be-headquartered in
state COMES_FROM    : be from place
state LOCATED_IN    : be in place; be-located in; be-situated in; lie in place
start CREATED       : write object; found object; create object; build object; establish object
start CREATED       : launch object; compose object; paint object
start CREATED       : invent object; design object; develop object; open object shop
start CREATED       : start object shop
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
    for line in _VERB_TABLE.strip().splitlines():
        head, _, verbs = line.partition(":")
        aspect, relation = head.split()
        for entry in verbs.split(";"):
            verb, link, *condition = entry.split()
            passive, lemma = verb.startswith("be-"), verb.removeprefix("be-")
            rules[PARTICIPLES.get(lemma, lemma)].append(
                VerbRule(
                    (link,),
                    relation,
                    Aspect(aspect),
                    passive,
                    _OBJECT_KINDS.get("".join(condition)),
                    _OBJECT_NOUNS.get("".join(condition), frozenset()),
                )
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
