"""The table of verbs: which relation each states, between whom, whether it begins or ends, and with
which objects it has that meaning."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import Aspect, EntityKind, Referent, Token
from pramana.memory.domain.reading.clauses import linked_tokens
from pramana.memory.domain.reading.lexicon import WORKPLACES, word_set


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
    particle: str = ""
    """The word that must follow the verb: "give up", "let go"."""
    needs: str = ""
    """`over` or `denied`: what the clause must say, as in "I don't eat it any more"."""
    inverse: bool = False
    """Whether the object is the one who has the relation: "the club belongs to Ann"."""


_OBJECT_NOUNS = {
    "event": word_set(
        "workshop concert meeting conference class festival parade party wedding seminar fair show"
        " exhibition reading retreat camp marathon race rally protest ceremony funeral course"
        " lecture hearing session convention gala fundraiser drill picnic match game talk"
        " training rehearsal mass vigil market auction reunion dinner lunch barbecue tournament"
        " walk run race hike climb trek swim ride parade relay triathlon regatta pilgrimage"
    ),
    "pet": word_set("dog cat puppy kitten pup parrot rabbit horse car bike house apartment"),
    "key": word_set(
        "key keys box list book books account accounts minutes archive register roster"
    ),
    "department": word_set(
        "accounts spa kitchen lab laboratory bar reception housekeeping marketing sales finance"
        " payroll library archive garden canteen office school hospital clinic bank shop store"
        " salon factory warehouse pharmacy nursery mill bakery restaurant hotel laundry garage"
        " studio workshop stable brewery cafe café ward theatre museum maintenance logistics"
        " station depot plant estate centre center hostel shelter terminal observatory"
    ),
    "unit": word_set(
        "group class course crew stall market nursery playgroup archive website page newsletter"
        " department section unit wing desk switchboard payroll booking sale account helpline"
        " choir band workshop playscheme foodbank pantry festival league tournament fund hotline"
        "kitchen bar reception desk programme program project activity garden canteen ward office"
        " team rota night shift service line survey study trial lab project scheme initiative"
        " campaign station clinic"
    ),
    "team": word_set(
        "committee team board group panel crew squad jury council choir band orchestra club society"
        " association union league chorus troupe ensemble party guild lodge brigade regiment corps"
        " cooperative collective commission parliament senate"
    ),
    "workplace": word_set(
        "office branch plant headquarters hq site depot department division subsidiary unit desk"
        " team newsroom factory warehouse hospital clinic"
    ),
    "employer": WORKPLACES,
    "illness": word_set(
        "diabetes asthma arthritis cancer leukaemia leukemia lymphoma epilepsy glaucoma cataract"
        " dementia alzheimer parkinson migraine eczema psoriasis anaemia anemia hepatitis malaria"
        " typhoid dengue pneumonia bronchitis tuberculosis tb covid flu influenza measles mumps"
        " chickenpox shingles depression anxiety adhd autism dyslexia insomnia hypertension angina"
        " stroke disease syndrome disorder condition allergy intolerance infection tumour tumor"
        " fracture hernia ulcer gout sciatica osteoporosis thyroid pacemaker stent gallstone"
        " appendicitis tinnitus vertigo scoliosis endometriosis fibromyalgia lupus sepsis jaundice"
        " rheumatism gastritis colitis sinusitis tonsillitis laryngitis"
    ),
    "animal": word_set(
        "hen chicken goat sheep cow pig bee duck goose horse donkey pony rabbit pigeon parrot dog"
        " cat tortoise snake ferret hamster canary alpaca llama quail"
    ),
    "shop": word_set(
        "shop store studio restaurant company business cafe café firm clinic school club bakery"
        " hotel guesthouse lodge farm factory workshop office branch department hospital museum"
        " library salon pub bar kiosk stall pharmacy garage nursery laundry gym mill brewery"
        " bookshop gallery vineyard orchard campsite hostel agency practice surgery dairy"
    ),
}
"""Nouns with which a common verb states a relation: went to a concert, got a puppy."""
_OBJECT_KINDS = {
    "org": EntityKind.ORGANIZATION,
    "place": EntityKind.LOCATION,
    "person": EntityKind.PERSON,
    "thing": EntityKind.OTHER,
    "": None,
}
_VERB_TABLE = """
state WORKS_AT      : work at; work for; intern at; be-employed by; be-employed at
start WORKS_AT      : join object org; be-hired by; be-hired at; be-recruited by
end   WORKS_AT      : leave object org; quit object org; resign from; retire from
start WORKS_AT      : get job; take job; land job; start job; accept job
end   WORKS_AT      : leave job; quit job; lose job
end   WORKS_AT      : finish at; finish with org; pack at; pack with org; stop at org
end   WORKS_AT      : be-fired from; be-fired by; be-laid from; be-laid by; be-sacked from
end   WORKS_AT      : be-sacked by; be-dismissed from; be-dismissed by; be-let+go from
end   WORKS_AT      : be-let+go by; be-made+redundant by; be-made+redundant at; depart from org
end   WORKS_AT      : pack+in job; give+up job; jack+in job; chuck+in job; walk+out of org
end   WORKS_AT      : move+on from org; part from org; swap object org; switch from org
end   WORKS_AT      : exit object org; bow+out of org; ditch object org; trade object org
start WORKS_AT      : swap for org; switch to org; transfer to org; trade for org; be-taken+on by
start WORKS_AT      : be-taken+on at; move+over to org; sign+on with
start WORKS_AT      : be-poached by; be-headhunted by; be-seconded to; be-transferred to org
start WORKS_AT      : be-transferred to workplace; be-assigned to workplace; be-posted to workplace
start WORKS_AT      : move to workplace; transfer to workplace; switch to workplace; go+over to org
start WORKS_AT      : sign+on at; sign+up with org; be-offered job; be-given job; secure job
start WORKS_AT      : win job; find job; defect to org; go+back to org; return to org
end   WORKS_AT      : hand+in job; put+in job; turn+in job; tender job; submit job; wrap+up at
end   WORKS_AT      : finish+up at; be-kicked+out of org; be-booted from; be-axed from; be-axed by
end   WORKS_AT      : be-terminated from; be-terminated by; be-dropped by org; be-released by org
end   WORKS_AT      : be-transferred from org; transfer from workplace; part with org; chuck job
end   WORKS_AT      : quit object employer; resign from employer; retire from employer
end   WORKS_AT      : walk+away from org; be-ousted from; be-pensioned from; be-suspended from
state WORKS_AT      : intern with; intern for; temp at; temp for; moonlight at; waitress at; cook at
state WORKS_AT      : cook for org; consult at; consult for; lecture at; be-posted at
state WORKS_AT      : be-stationed at; be-attached to org; be-contracted to; bake at; bake for org
state WORKS_AT      : sweep at; clean at; clean for; guard at; caddy at; work with org
state WORKS_AT      : work out of org; sell for org; code for org; research at; train with org
state WORKS_AT      : be with workplace; be at workplace
state WORKS_AT      : work in department; work in org; nurse at; clerk at; bartend at
state WORKS_WITH    : work with person; collaborate with
state HAS_POSITION  : work as; serve as
start HAS_POSITION  : be-hired as; be-promoted to; be-appointed as
state WORKS_AT      : do job; write for org; report for org; guide for org; fly for org
state HAS_WEIGHT    : weigh object
end   HAS_POSITION  : give+up object unit
state HAS_POSITION  : be as; do object key; handle object key; look after unit; look after key
state MEMBER_OF     : play for; sing in org; swim for org; row for org
state COMES_FROM    : grow+up in; be-raised in
state WORKS_AT      : drive for; be at org; stay at org; freelance for; be with org
start WORKS_AT      : start at; begin at; sign with org; start with org
start HAS_POSITION  : join as; start as; begin as; qualify as; retrain as
start HAS_POSITION  : be-sworn+in as; be-ordained as
start HAS_POSITION  : be-installed as; be-recruited as; be-engaged as; sign as
start HAS_POSITION  : come+in as; step+in as; step+up as; be-confirmed as; be-crowned as
start HAS_POSITION  : be-called+up as; be-drafted as; be-picked as; be-unveiled as; return as
state HAS_POSITION  : act as; moonlight as; freelance as; continue as; stay+on as; volunteer as
state HAS_POSITION  : be-employed as; double as; be-listed as; practise as; practice as; carry+on as
state HEAD_OF       : run object shop; manage object shop; run object org
state HEAD_OF       : run object unit; manage object unit; lead object unit; oversee object unit
start HEAD_OF       : take+over object unit; take+over object shop; take+over object org
state HEAD_OF       : supervise object unit; head+up object; helm object; preside over
state HEAD_OF       : look+after object unit; be+in charge of
state COACH_OF      : coach object
state CAPTAIN_OF    : captain object; skipper object
state EDITOR_OF     : edit object
state HEAD_OF       : manage object org; direct object org; conduct object org
state HEAD_OF       : run object department; manage object department
start LIVES_IN      : move home; move into; shift into
state LIVES_IN      : live in; live at; reside in; be-based in; stay in place; rent home
state LIVES_IN      : share home; live above; live over; live near; dwell in; lodge in; lodge at
start LIVES_IN      : be+back in place; settle+down in place
end   LIVES_IN      : be+out of place
start LIVES_IN      : emigrate to; immigrate to; migrate to; resettle in; decamp to; retire to place
start LIVES_IN      : be-posted to place; be-transferred to place; be-relocated to; move+back to
start LIVES_IN      : move+over to; move+out to; move+down to; move+up to; move+across to
start LIVES_IN      : shift+over to; transfer to place; settle at; take home; buy home; find home
start LIVES_IN      : get home; lease home; be-rehoused in; be-rehoused to
state LIVES_IN      : be-posted in; be-stationed in; be-settled in; board at; board in; squat in
state LIVES_IN      : rent in place; stay+on in place; have home; keep home
end   LIVES_IN      : emigrate from; migrate from; be-evicted from; vacate object; flee object place
end   LIVES_IN      : move+away from; move+out of
start LIVES_IN      : move to; relocate to; settle in; shift to place
end   LIVES_IN      : move from; relocate from; leave object place; move of; clear of; quit of
start ATTENDED      : attend object event; do object event
state STUDIES_AT    : study in place
state STUDIES_AT    : attend object org; study at; be-enrolled at; be-enrolled in org
start STUDIES_AT    : be-admitted to org; be-accepted at org; be-accepted by org; matriculate at
end   STUDIES_AT    : drop+out of; be-expelled from; be-suspended from; flunk+out of
start STUDIES_AT    : enroll at; enroll in org; enrol at; enrol in org
end   STUDIES_AT    : graduate from; drop from org
state STUDIES       : study object; major in; minor in; specialise in; specialize in
start MARRIED_TO    : marry object; be-married to; wed object person; be-wed to; remarry object
start MARRIED_TO    : elope with person; be-hitched to
start PARTNER_OF    : date object person; go+out with person; get+together with person
start LIVES_WITH    : move+in with person
state LIVES_WITH    : live with person
end   MARRIED_TO    : split from person; split+up with person; split with person
end   MARRIED_TO    : break+up with person; dump object person; be-separated from; part from person
end   MARRIED_TO    : divorce object; be-divorced from; separate from person
start ENGAGED_TO    : be-engaged to person
state REPORTS_TO    : report to
start BORN_IN       : be-born in; be-born at
state LIKES         : like object; love object; enjoy object; adore object; prefer object
state LIKES         : be into thing; fancy object thing; dig object thing; be-hooked on
state LIKES         : relish object; savour object; crave object; be-obsessed with; be-addicted to
state LIKES         : swear by thing; root for; cheer for; be-crazed about
end   LIKES         : be-fed+up with; be-bored with; be off thing; be-weaned off; swear+off object
end   LIKES         : lose+interest in; kick object thing; ditch object thing
start LIKES         : get+into thing; take to thing; discover object thing; warm to
end   LIKES         : go off; switch from thing; tire of; grow+out of; give+up object thing
start LIKES         : switch to thing; take+up object thing; fall for thing
over  LIKES         : eat object; drink object; play object; watch object; smoke object; do object
over  LIKES         : touch object; buy object thing; follow object
denied LIKES        : stand object; bear object; abide object; stomach object; tolerate object
state DISLIKES      : hate object; dislike object; detest object; despise object; loathe object
state DISLIKES      : abhor object; be-put+off by; be-sickened by
start HAS_CONDITION : be-diagnosed with; develop object illness; contract object illness
start HAS_CONDITION : catch object illness; get object illness; come+down with
state HAS_CONDITION : suffer from; suffer with; have object illness; battle object illness
state HAS_CONDITION : live with illness; struggle with illness; fight object illness
state HAS_CONDITION : be-affected by illness; be+down with
end   HAS_CONDITION : recover from; be-cured of; beat object illness
state KEEPS         : keep object key; hold object key; have object key; mind object key
state OWNS          : own object; possess object; have object
state ~OWNS         : belong to person; be-owned by
start OWNS          : buy object; purchase object; adopt object; acquire object; get object pet
start OWNS          : inherit object
end   OWNS          : sell object; give+away object; trade+in object; scrap object; rehome object
state OWNS          : keep object animal; breed object animal; raise object animal
start KNOWS         : meet object person; know object person
start VISITED       : go in place; meet+up in place; land in place; gather in place
start VISITED       : meet in place; arrive in place; come to place; fly from place
start VISITED       : visit in place
start VISITED       : visit object; travel to; fly to; go to place; be to place; go up place
start VISITED       : climb object place; hike up; hike to; walk to place; walk up place; sail to
start VISITED       : ride to place; drive to place; cycle to place; head to place; take to place
start ATTENDED      : attend object; go to event; run object event; finish object event; be at event
state HEADQUARTERED_IN : be-headquartered in
state COMES_FROM    : be from place; come from place; hail from
state MEETS_AT      : meet at; gather at; assemble at; rehearse at; practise at; practice at
state MEETS_AT      : train at
state LIVES_IN      : live on; live at
state LOCATED_IN    : be in place; be-located in; be-situated in; lie in place
start CREATED       : write object; found object; create object; build object; establish object
start CREATED       : launch object; compose object; paint object
start CREATED       : invent object; design object; develop object; open object shop
start CREATED       : start object shop
state MEMBER_OF     : belong to; sit on team; serve on team; sing with team; sing in team
state MEMBER_OF     : play in team; play with team; dance in team; dance with team; march with team
state MEMBER_OF     : be on team; be in team; be with team; row with team; act in team
start MEMBER_OF     : join object; sign+up to team; sign+up with team; be-elected to team
start MEMBER_OF     : be-voted onto team; be-admitted to team; enlist in; be-accepted into team
start MEMBER_OF     : be-coopted onto team; get+into team; be-added to team; be-drafted into
start MEMBER_OF     : be-welcomed into team; be-welcomed to team; be-selected for team
end   MEMBER_OF     : leave object team; quit object team; drop+out of team; resign from team
end   MEMBER_OF     : be-kicked+out of team; be-expelled from team; part from team; step+off team
end   MEMBER_OF     : be-dropped from team; retire from team; walk+out of team; withdraw from team
state HEAD_OF       : lead object; head object
state CHAIR_OF      : chair object
state ~HEAD_OF      : be-led by; be-run by; be-managed by; be-headed by; be-supervised by
state ~CHAIR_OF     : be-chaired by
state ~COACH_OF     : be-coached by
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
        stated, relation = head.split()
        aspect = {"over": "end", "denied": "state"}.get(stated, stated)
        for entry in verbs.split(";"):
            verb, link, *condition = entry.split()
            verb, _, particle = verb.partition("+")
            passive, lemma = verb.startswith("be-"), verb.removeprefix("be-")
            rules[PARTICIPLES.get(lemma, lemma)].append(
                VerbRule(
                    (link,),
                    relation.removeprefix("~"),
                    Aspect(aspect),
                    passive,
                    _OBJECT_KINDS.get("".join(condition)),
                    _OBJECT_NOUNS.get("".join(condition), frozenset()),
                    particle,
                    stated if stated in ("over", "denied") else "",
                    relation.startswith("~"),
                )
            )
    return rules


PARTICIPLES = {
    "employed": "employ", "hired": "hire", "recruited": "recruit", "fired": "fire", "laid": "lay",
    "promoted": "promote", "appointed": "appoint", "based": "base", "enrolled": "enroll",
    "married": "marry", "divorced": "divorce", "engaged": "engage", "born": "bear",
    "visited": "visit", "headquartered": "headquarter", "located": "locate",
    "situated": "situate", "sacked": "sack", "dismissed": "dismiss", "made": "make",
    "taken": "take", "owned": "own", "hooked": "hook", "raised": "raise", "fed": "feed",
    "bored": "bore",
    "poached": "poach", "headhunted": "headhunt", "seconded": "second", "transferred": "transfer",
    "assigned": "assign", "posted": "post", "offered": "offer", "given": "give", "kicked": "kick",
    "booted": "boot", "axed": "axe", "terminated": "terminate", "dropped": "drop",
    "released": "release", "ousted": "oust", "pensioned": "pension", "suspended": "suspend",
    "stationed": "station", "attached": "attach", "contracted": "contract", "named": "name",
    "sworn": "swear", "ordained": "ordain", "elected": "elect", "chosen": "choose",
    "installed": "install", "confirmed": "confirm", "crowned": "crown", "called": "call",
    "led": "lead", "run": "run", "managed": "manage", "headed": "head", "chaired": "chair",
    "supervised": "supervise", "coached": "coach",
    "drafted": "draft", "picked": "pick", "unveiled": "unveil", "listed": "list",
    "relocated": "relocate", "rehoused": "rehouse", "settled": "settle", "evicted": "evict",
    "admitted": "admit", "accepted": "accept", "expelled": "expel", "wed": "wed",
    "hitched": "hitch", "separated": "separate", "obsessed": "obsess", "addicted": "addict",
    "crazed": "craze", "weaned": "wean", "put": "put", "sickened": "sicken",
    "diagnosed": "diagnose", "affected": "affect", "cured": "cure", "voted": "vote",
    "coopted": "coopt", "added": "add", "welcomed": "welcome", "selected": "select", "let": "let",
}  # fmt: skip
VERBS = _verb_rules()


SHORTEST_ENDING = 3
"""Letters of the noun that a name must end in to be one of its kind."""
DEMONSTRATIVES = frozenset(("the", "this", "that", "these", "those", "your"))
MODIFIERS = frozenset(("amod", "relcl", "prep", "acl"))


def rule_fits(rule: VerbRule, other: Referent, token: Token, verb: Token) -> bool:
    """Whether the verb has the rule's meaning with this object. Many verbs have others too."""
    if token.lemma_.lower() in lexicon.TIME_NOUNS or (
        rule.relation != "LIKES" and _has_recipient(verb)
    ):
        return False
    if rule.relation in ("LIKES", "DISLIKES") and (
        _is_one_particular_thing(token) or token.lemma_ in lexicon.OFFICES
    ):
        return False
    if (
        rule.relation in lexicon.CONCRETE_OBJECT_RELATIONS
        and not other.is_named
        and token.lemma_ in lexicon.ABSTRACT_NOUNS
    ):
        return False
    if _is_nobody(rule, other, token):
        return False
    if rule.relation == "USES" and not (other.is_named or any(map(str.isupper, other.name))):
        return False  # "the following code" is nothing one could look up
    homes = rule.relation == "LIVES_IN" and token.lemma_ in lexicon.HOME_NOUNS
    if homes and (linked_tokens(token, "in") or linked_tokens(verb, "in")):
        return False  # "a flat in Lund" is in Lund
    if rule.object_nouns and not _is_one_of(token, rule.object_nouns):
        return False
    if rule.relation == "OWNS" and verb.lemma_ == "have":
        return token.lemma_ in lexicon.POSSESSIONS
    is_place = other.kind is EntityKind.LOCATION
    if rule.relation in ("BORN_IN", "LIVES_IN", "VISITED") and token.pos_ == "NUM" and not is_place:
        return False
    return _kind_fits(rule, other, verb)


def _is_one_of(token: Token, nouns: frozenset[str]) -> bool:
    """Whether a noun is one of these, or a name that ends in one: "the Moonwalk"."""
    word = token.lemma_.lower()
    is_compound = token.pos_ == "PROPN" and any(
        word.endswith(each) for each in nouns if len(each) >= SHORTEST_ENDING
    )
    return word in nouns or (is_compound and nouns is _OBJECT_NOUNS["event"])


def _is_nobody(rule: VerbRule, other: Referent, token: Token) -> bool:
    """ "She joined us"; "for wasps ring Ana, she works at …"."""
    if rule.relation == "MEMBER_OF":
        return bool(token.pos_ == "PRON")
    return bool(rule.relation == "WORKS_AT" and token.tag_ == "NNS" and not other.is_named)


def _kind_fits(rule: VerbRule, other: Referent, verb: Token) -> bool:
    """Whether the object is of the kind that the rule needs, as far as the tagger knows."""
    if rule.object_kind is None:
        return True
    if rule.object_kind is EntityKind.PERSON:
        return other.kind is EntityKind.PERSON
    if rule.object_kind is EntityKind.OTHER:
        return not other.is_named and other.kind is EntityKind.OTHER
    is_body = other.name.rsplit(" ", 1)[-1].lower() in lexicon.ORGANIZATION_NOUNS
    is_place = other.kind is EntityKind.LOCATION
    if rule.object_kind is EntityKind.LOCATION:
        travels = verb.lemma_ in lexicon.TRAVEL_VERBS or rule.relation == "COMES_FROM"
        unknown = other.kind is EntityKind.OTHER or (travels and " " not in other.name)
        open_to_names = rule.relation in ("VISITED", "COMES_FROM")  # nobody is from a person
        is_place = is_place or (open_to_names and other.is_named and unknown)
        return is_place and not is_body
    is_place = is_place and not _may_be_organization(other.name)
    if not other.is_named and other.name.rsplit(" ", 1)[-1].lower() in lexicon.EMPLOYERS:
        return True
    is_person = other.kind is EntityKind.PERSON
    return other.is_named and (is_body or not (is_place or is_person))


def _may_be_organization(name: str) -> bool:
    """Whether a name that was tagged as a place may also be a firm: several words, no landform."""
    words = name.lower().split()
    return len(words) > 1 and words[-1] not in lexicon.PLACE_NOUNS and words[0] not in lexicon.UNITS


def _is_one_particular_thing(token: Token) -> bool:
    """Whether one particular thing is meant: "the blue vase in that picture", not "the beach"."""
    children = [child for each in (token, *token.conjuncts) for child in each.children]
    pointing = any(child.lower_ in DEMONSTRATIVES for child in children)
    described = any(child.dep_ in MODIFIERS for child in children)
    return pointing and described and token.pos_ != "PROPN"


def _has_recipient(verb: Token) -> bool:
    """Whether the verb has a recipient: in "she bought me a drink", nobody owns the drink."""
    return any(child.dep_ == "dative" and child.pos_ == "PRON" for child in verb.children)
