"""Which sphere of life a question is about, so that facts of that sphere come first."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from uuid import UUID

from pramana.memory.contracts.graph import FactView
from pramana.memory.domain.reading.romanised import in_devanagari
from pramana.memory.domain.spheres import OFFICE_FAMILIES, SPHERES, Sphere

_QUESTION_WORDS: Mapping[Sphere, str] = {
    Sphere.WORK: (
        r"works?|working|worked|jobs?|employ\w*|profession|occupation|position|post|role|teach\w*"
        r"|does .+ do|do for a living|mayor|chair\w*|chairs|director|ceo|head|heads|principal"
        r"|president|leads?|runs?|manag\w+|conduct\w*|treasurer|secretary|captain|minister"
        r"|looks? after|in charge|boss|drives?|nurse"
        r"|काम\s+गर|काम|जागिर|कार्यरत|पेशा|पद|पढाउ|के\s+गर्छ|के\s+गर्नुहुन्छ|शाखा|प्रमुख|अध्यक्ष"
        r"|प्रधानाध्यापक|अधिकृत|मेयर|सचिव|मन्त्री|निर्देशक"
    ),
    Sphere.HOME: (
        r"lives?|(?<!for a )living|lived|home|address|resid\w+|based|stay\w*"
        r"|बस्छ|बस्नु|बस्छि|घर|ठेगाना|बस्दै"
    ),
    Sphere.STUDY: r"stud(?:y|ies|ying)|school|college|university|पढ्छ|पढ्नु|पढ्दै",
    Sphere.MARRIAGE: (
        r"marri\w+|wife|husband|spouse|partner|divorc\w+|wedding|श्रीमान|श्रीमती|पति|पत्नी|विवाह|बिहे"
    ),
    Sphere.KIN: (
        r"mother|father|mum|mom|dad|son|daughter|child(?:ren)?|kids?|sister|brother|parents?|uncle"
        r"|aunt|cousin|आमा|बुबा|बुवा|छोरा|छोरी|दाइ|भाइ|दिदी|बहिनी|काका"
    ),
    Sphere.CONTACT: (
        r"phone|number|mobile|call|e-?mail|mail|reach|contact|फोन|नम्बर|मोबाइल|इमेल|सम्पर्क"
    ),
    Sphere.BIRTH: (
        r"born|birthday|birth|age|old|come from|comes from|from where|जन्म|उमेर|वर्ष|कहाँक[ोीा]"
    ),
    Sphere.TASTE: r"likes?|loves?|favou?rite|enjoys?|prefers?|hobb\w+|मन\s?पर|रुच",
    Sphere.PASTIME: r"plays?|playing|instrument|sports?|hobb\w+|खेल|बजाउ",
    Sphere.PROPERTY: r"owns?|has|have|keeps?|bought|buy|keys?|किन|सँग",
    Sphere.PLACE: r"located|office|headquarters|meets?|takes? place|gathers?|held|venue|कार्यालय",
    Sphere.HEALTH: r"allerg\w+|ill|sick|disease|diabet\w+|एलर्जी|रोग|बिरामी",
    Sphere.DEATH: (r"die|died|death|dead|alive|passed away|happened to|निधन|मृत्यु|के\s+भयो|बित्|बितेको"),
}
QUESTION_WORDS = {
    sphere: re.compile(
        "|".join(rf"\b(?:{part})\b" if part.isascii() else part for part in words.split("|")),
        re.IGNORECASE,
    )
    for sphere, words in _QUESTION_WORDS.items()
}
WEAK = 0.55
"""Below this confidence a fact says little: "Ram has a brother"."""
STATUS = "HAS_STATUS"
"""Divorced, widowed: what became of a marriage."""
WHERE = re.compile(r"\bwhere\b|कहाँ|कता", re.IGNORECASE)
WHERE_FAMILIES = frozenset(
    (
        *("WORKS_AT", "TEACHES_AT", "VOLUNTEERS_AT", "STUDIES_AT", "LIVES_IN", "LOCATED_IN"),
        *("HEADQUARTERED_IN", "MEETS_AT", "BORN_IN", "COMES_FROM"),
    )
)
"""Families whose object is a place or a body: what "where" asks for."""
WHO = re.compile(r"\bwho(?:m|se)?\b|कसल|कसक", re.IGNORECASE)
OWN_SPHERES = frozenset(
    (Sphere.TASTE, Sphere.PASTIME, Sphere.PROPERTY, Sphere.CONTACT, Sphere.BIRTH, Sphere.HEALTH)
)
"""Spheres in which a question about somebody, unless it asks who, is about what is theirs: what
Ram likes, and not who likes Ram."""
TIES: Mapping[str, str] = {
    "MARRIED_TO": r"wife|husband|spouse|श्रीमान|श्रीमती|पति|पत्नी",
    "PARENT_OF": r"mother|father|mum|mom|dad|आमा|बुबा|बुवा",
    "CHILD_OF": r"son|daughter|छोरा|छोरी",
    "SIBLING_OF": r"brother|sister|दाइ|भाइ|दिदी|बहिनी",
    "REPORTS_TO": r"boss|manager|हाकिम",
}
TIE_SPHERES = frozenset((Sphere.MARRIAGE, Sphere.KIN))
POSSESSED = {
    family: re.compile(rf"(?:['’]s?|\bmy|को|का|की)\s+(?:{words})", re.IGNORECASE)
    for family, words in TIES.items()
}
"""A person by a tie to the named one: Ram's wife, रामकी श्रीमती."""


def in_both_scripts(question: str) -> str:
    """The question, followed by its Devanagari if it is romanised Nepali.

    >>> in_both_scripts("Where is Ram?"), in_both_scripts("Ram kaha bascha?")
    ('Where is Ram?', 'Ram kaha bascha? राम कहाँ बस्छ?।')
    """
    spelt = in_devanagari(question)
    return question if spelt == question else f"{question} {spelt}"


def question_spheres(question: str) -> frozenset[Sphere]:
    """
    >>> sorted(question_spheres("Where does Ram live?"))
    [<Sphere.HOME: 'home'>]
    """
    return frozenset(sphere for sphere, words in QUESTION_WORDS.items() if words.search(question))


def tied_entities(
    question: str, named: Collection[UUID], around: Iterable[FactView]
) -> frozenset[UUID]:
    """The people whom the question means by their tie to a named one, if it asks about them."""
    families = {family for family, words in POSSESSED.items() if words.search(question)}
    asked = question_spheres(question) - TIE_SPHERES
    if not families or not asked:
        return frozenset()
    return frozenset(
        end
        for fact in around
        if fact.family in families
        for end in (fact.subject_id, fact.object_id)
        if end not in named
    )


def prefer_spheres(
    question: str,
    facts: Sequence[FactView],
    about: Collection[UUID],
    *,
    without: Collection[Sphere] = (),
) -> list[FactView]:
    """The facts of the sphere that the question is about first, claims after plain facts.

    With `about`, only facts of these entities are moved, those between two of them first. Otherwise
    the order stays. Spheres `without` only describe a person ("Ram's wife").
    """
    spheres = question_spheres(question).difference(without)
    if not spheres:
        return list(facts)

    asks_where, asks_who = bool(WHERE.search(question)), bool(WHO.search(question))

    def place(fact: FactView) -> tuple[int, bool, bool, bool, bool]:
        fits = fact.family in SPHERES and SPHERES[fact.family] in spheres
        fits = fits or (fact.family == STATUS and Sphere.MARRIAGE in spheres)
        meant = not about or fact.subject_id in about or fact.object_id in about
        is_office = fact.family in OFFICE_FAMILIES and fact.subject_id not in about
        rank = 0 if fits and meant else 1 if fits and is_office else 2
        is_own = not about or fact.subject_id in about or asks_who
        is_elsewhere = asks_where and fact.family not in WHERE_FAMILIES
        is_of_others = not is_own and SPHERES.get(fact.family) in OWN_SPHERES
        aside = rank == 0 and (is_elsewhere or is_of_others)
        between = {fact.subject_id, fact.object_id}.issubset(about)
        return rank, bool(fact.claimed_by), aside, not between, fact.confidence < WEAK

    return sorted(facts, key=place)
