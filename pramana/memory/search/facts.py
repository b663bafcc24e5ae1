"""Searching facts and entities.

A fact is found by its words, by its meaning, and by the entities that the query names. If facts
that do not pass the temporal filter crowd out those that do, the index is searched again among
the latter alone. Facts of the sphere of life that the question is about come first.
"""

import re
from collections.abc import Collection, Container, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from pramana.kit.clock import utcnow
from pramana.kit.scope import Scope
from pramana.language.stems import content_stems, stems
from pramana.memory.contracts.graph import ENTITIES, FACTS, EntityView, FactView
from pramana.memory.domain.families import OFFICE_FAMILIES, SPHERES, Sphere
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.romanised import in_devanagari
from pramana.memory.search.query import (
    NamedEntities,
    is_complete,
    match_entities,
    name_keys_in,
    query_index,
)
from pramana.memory.selectors.graph import TemporalFilter, entities_by_id, with_summaries
from pramana.memory.selectors.search import (
    entities_by_key,
    facts_around,
    filter_facts,
    matching_fact_ids,
)
from pramana.retrieval.contracts import Hit
from pramana.retrieval.domain.fusion import fuse_by_rank

LONGEST_STEM = 6
"""Letters of a word for an office by which other forms of it are found: manages, manager."""
FAR = 2
"""The distance of a fact that is about neither the entity nor one of its neighbours."""


def search_facts(
    scope: Scope,
    query: str,
    *,
    group_ids: Sequence[str] | None = None,
    limit: int = 10,
    as_of: datetime | None = None,
    known_at: datetime | None = None,
    include_invalid: bool = False,
    center_id: UUID | None = None,
) -> list[FactView]:
    """The facts of these groups, or of all, that fit a query and hold now.

    With `as_of`, those that held then; with `known_at`, as known then. With `known_at` alone, those
    that were then believed to hold. With `center_id`, facts nearest to that entity come first.
    """
    moment = as_of or known_at or utcnow()
    temporal = TemporalFilter(moment, known_at=known_at, include_closed=include_invalid)
    facts = _FactSearch(scope, query, group_ids, limit, temporal).ranked_facts()
    if center_id is not None:
        facts = _nearest_first(facts, center_id, facts_around(scope, [center_id], temporal))
    return facts[:limit]


@dataclass(frozen=True)
class _FactSearch:
    scope: Scope
    text: str
    group_ids: Sequence[str] | None
    limit: int
    temporal: TemporalFilter

    def ranked_facts(self) -> list[FactView]:
        """Facts by all ways, fused by rank, so that a fact found in several ways comes first."""
        keys = name_keys_in(self.text)
        named = match_entities(keys, entities_by_key(self.scope, keys, self.group_ids))
        around = facts_around(self.scope, named.entities, self.temporal)
        about: Collection[UUID] = named.entities
        question = in_both_scripts(self.text)
        tied = tied_entities(question, named.entities, around.values())
        if tied:
            around |= facts_around(self.scope, tied, self.temporal)
            about = tied
        hits = query_index(self.scope, self.text, FACTS, group_ids=self.group_ids, limit=self.limit)
        indexed = self._filter(hits)
        if len(indexed) < self.limit and self._may_have_missed(hits, named):
            indexed = self._filter(self._search_filtered())
        rankings = [list(indexed), rank_by_shared_words(self.text, around, first=indexed)]
        scores = fuse_by_rank([ranking for ranking in rankings if ranking])
        facts = indexed | around
        ranked = [facts[each] for each in sorted(scores, key=lambda each: -scores[each])]
        without = TIE_SPHERES if tied else ()
        return prefer_spheres(question, ranked, about, without=without)

    def _filter(self, hits: Sequence[Hit]) -> dict[UUID, FactView]:
        """The facts of the hits that pass the temporal filter, in the order of the hits."""
        facts = filter_facts(self.scope, [hit.item_id for hit in hits], self.temporal)
        return {hit.item_id: facts[hit.item_id] for hit in hits if hit.item_id in facts}

    def _may_have_missed(self, hits: Sequence[Hit], named: NamedEntities) -> bool:
        """Whether excluded facts may have crowded out others.

        If the query is nothing but names, the facts around those entities are all there is.
        """
        saw_all = is_complete(hits, self.limit) or (named.is_only_names and bool(named.entities))
        return self.temporal.excludes_some and not saw_all

    def _search_filtered(self) -> list[Hit]:
        ids = matching_fact_ids(self.scope, self.group_ids, self.temporal)
        return query_index(
            self.scope, self.text, FACTS, group_ids=None, limit=self.limit, among=ids
        )


def rank_by_shared_words(
    question: str, around: Mapping[UUID, FactView], *, first: Container[UUID]
) -> list[UUID]:
    """Facts around the named entities by how many words of the question they contain.

    Among equals, facts that the index also found (`first`) come first, then the latest.
    """
    words = set(content_stems(stems(question)))
    shared = {each.id: _shared_words(each, words) for each in around.values()}
    return sorted(around, key=lambda each: (-shared[each], each not in first))


def _shared_words(fact: FactView, words: Collection[str]) -> int:
    return len(set(words).intersection(stems(fact.text)))


def _nearest_first(
    facts: Sequence[FactView], center: UUID, around: Mapping[UUID, FactView]
) -> list[FactView]:
    """Sort by the distance of the nearer end from the entity; equal distances keep their order."""
    distances = {end: 1 for each in around.values() for end in (each.subject_id, each.object_id)}
    distances[center] = 0

    def distance(fact: FactView) -> int:
        ends = (fact.subject_id, fact.object_id)
        return min(distances.get(end, FAR) for end in ends)

    return sorted(facts, key=distance)


def search_entities(
    scope: Scope, query: str, *, group_ids: Sequence[str] | None = None, limit: int = 10
) -> list[EntityView]:
    """Entities that the query names, that have a similar name, or whose facts fit it."""
    keys = name_keys_in(query)
    named = match_entities(keys, entities_by_key(scope, keys, group_ids)).entities
    hits = query_index(scope, query, ENTITIES, group_ids=group_ids, limit=limit)
    rankings = [
        named,
        [hit.item_id for hit in hits],
        _entities_of_facts(scope, query, group_ids, limit),
    ]
    scores = fuse_by_rank([ranking for ranking in rankings if ranking])
    best = sorted(scores, key=lambda each: -scores[each])
    entities = entities_by_id(scope, best)
    found = [entities[each] for each in best if each in entities][:limit]
    return with_summaries(scope, found)


def _entities_of_facts(
    scope: Scope, query: str, group_ids: Sequence[str] | None, limit: int
) -> list[UUID]:
    facts = search_facts(scope, query, group_ids=group_ids, limit=limit)
    return list(dict.fromkeys(end for each in facts for end in (each.subject_id, each.object_id)))


_QUESTION_WORDS: Mapping[Sphere, str] = {
    Sphere.WORK: (
        r"works?|working|worked|jobs?|employ\w*|profession|occupation|trade|position|post|role|teach\w*"
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
        r"marri\w+|wife|husband|spouse|partner|divorc\w+|wedding|still (?:with|together)|split up"
        r"|श्रीमान|श्रीमती|पति|पत्नी|विवाह|बिहे"
    ),
    Sphere.KIN: (
        r"mother|father|mum|mom|dad|son|daughter|child(?:ren)?|kids?|sister|brother|parents?|uncle"
        r"|aunt|cousin|आमा|बुबा|बुवा|छोरा|छोरी|दाइ|भाइ|दिदी|बहिनी|काका"
    ),
    Sphere.CONTACT: (
        r"phone|number|mobile|call|e-?mail|mail|reach|contact|फोन|नम्बर|मोबाइल|इमेल|सम्पर्क"
    ),
    Sphere.BIRTH: (
        r"born|birthday|birth|age|old|come from|comes from|from where|where .{1,40} from"
        r"|जन्म|उमेर|वर्ष|कहाँक[ोीा]"
    ),
    Sphere.TASTE: (
        r"likes?|loves?|favou?rite|enjoys?|prefers?|hobb\w+|into|keen on|fond of|fan of|मन\s?पर|रुच"
    ),
    Sphere.PASTIME: r"plays?|playing|instrument|sports?|hobb\w+|खेल|बजाउ",
    Sphere.PROPERTY: r"owns?|has|have|keeps?|bought|buy|keys?|किन|सँग",
    Sphere.PLACE: (
        r"located|office|headquarters|meets?|takes? place|gathers?|held|venue|rehears\w+"
        r"|practi[sc]es?|trains?|premises|कार्यालय"
    ),
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
HOW_OLD = re.compile(r"\bhow old\b|\bwhat age\b|कति\s+वर्ष|उमेर", re.IGNORECASE)
"""A question for an age, also of somebody who died."""
STILL_TOGETHER = re.compile(r"\bstill (?:with|together|married|a couple)\b|\bsplit up\b", re.I)
"""A question that a divorce answers before a marriage does."""
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


_OFFICE_WORDS = {**lexicon.OFFICES, **nepali_grammar.OFFICES} | {
    verb: f"{office}_OF"
    for office, verbs in {
        "CHAIR": "chairs chaired chairing", "HEAD": "heads headed runs directs directed",
        "LEADER": "leads led", "COACH": "coaches coached", "EDITOR": "edits edited",
        "CAPTAIN": "captains captained", "CONDUCTOR": "conducts conducted",
        "MANAGER": "manager manages managed",
    }.items()
    for verb in verbs.split()
}  # fmt: skip
_SAME_OFFICES = ({"HEAD_OF", "LEADER_OF", "MANAGER_OF", "CEO_OF", "PRINCIPAL_OF"},)
"""Offices that a question may call by the same word: who runs a school is its principal."""
_OFFICE = re.compile(
    "|".join(
        rf"\b{word}\b" if word.isascii() else word
        for word in sorted(_OFFICE_WORDS, key=len, reverse=True)
    ),
    re.IGNORECASE,
)


def question_offices(question: str) -> Mapping[str, str]:
    """The offices that a question is about, by the words it has for them.

    >>> question_offices("Who is the treasurer?")
    {'treasurer': 'TREASURER_OF'}
    """
    words = (match.group().casefold() for match in _OFFICE.finditer(question))
    return {word: _OFFICE_WORDS[word] for word in words}


def _office_distance(fact: FactView, offices: Mapping[str, str]) -> int:
    """How far a fact is from the offices asked about: by its words, by its kind, or not at all."""
    text = fact.text.casefold()
    if any(word.rstrip("sd")[:LONGEST_STEM] in text for word in offices):
        return 0
    return 1 if _is_about_office(fact, offices) else 2


def _is_about_office(fact: FactView, offices: Mapping[str, str]) -> bool:
    families = set(offices.values())
    families |= {each for same in _SAME_OFFICES if families & same for each in same}
    text = fact.text.casefold()
    names = [word for word, each in _OFFICE_WORDS.items() if each in offices.values()]
    return fact.family in families or any(word in text for word in names)


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
    offices = question_offices(question)
    asks_age = bool(HOW_OLD.search(question))
    asks_still = bool(STILL_TOGETHER.search(question))

    def place(fact: FactView) -> tuple[int, bool, bool, int, bool, bool]:
        fits = fact.family in SPHERES and SPHERES[fact.family] in spheres
        fits = fits or (fact.family == STATUS and Sphere.MARRIAGE in spheres)
        meant = not about or fact.subject_id in about or fact.object_id in about
        is_office = bool(offices) and fact.family in OFFICE_FAMILIES
        is_office = is_office and fact.subject_id not in about
        rank = 0 if fits and meant else 1 if fits and is_office else 2
        is_own = not about or fact.subject_id in about or asks_who
        is_elsewhere = asks_where and fact.family not in WHERE_FAMILIES
        is_elsewhere = is_elsewhere or (asks_age and fact.family != "HAS_AGE")
        is_elsewhere = is_elsewhere or (asks_still and fact.family not in ("DIVORCED_FROM", STATUS))
        is_of_others = not is_own and SPHERES.get(fact.family) in OWN_SPHERES
        aside = rank == 0 and (is_elsewhere or is_of_others)
        between = {fact.subject_id, fact.object_id}.issubset(about)
        other = _office_distance(fact, offices) if offices else 0
        return rank, aside, bool(fact.claimed_by), other, not between, fact.confidence < WEAK

    words = frozenset(content_stems(stems(question)))
    alike = {each.id: (place(each), _shared_words(each, words)) for each in facts}
    return newest_first(sorted(facts, key=place), alike)


def newest_first(facts: Sequence[FactView], places: Mapping[UUID, Hashable]) -> list[FactView]:
    """The facts; of those that say of the same entity the same kind of thing, and answer a question
    equally well, the one that was said last takes the first place."""
    kinds: dict[Hashable, list[FactView]] = {}
    for each in facts:
        kinds.setdefault((each.subject_id, each.family, places[each.id]), []).append(each)
    latest = {
        kind: iter(sorted(alike, key=_assertion_time, reverse=True))
        for kind, alike in kinds.items()
    }
    return [next(latest[each.subject_id, each.family, places[each.id]]) for each in facts]


def _assertion_time(fact: FactView) -> tuple[datetime, datetime]:
    return fact.asserted_at or fact.created_at, fact.created_at
