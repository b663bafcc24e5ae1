"""Handovers in Nepali: whose place somebody takes, who takes a duty over, who is given it."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.handed_posts import (
    KEEPS,
    POSITION,
    WHATEVER,
    HandedPost,
    office_words,
)
from pramana.memory.domain.reading.nepali_clauses import NepaliClause
from pramana.memory.domain.reading.nepali_grammar import (
    DUTIES,
    LAZY,
    LETTER,
    MODIFIERS,
    OFFICE_WORDS,
    OFFICES,
    SPEAKER,
    THIRD_PERSON,
    WORD,
    WORK_WORDS,
    NepaliTense,
    verb_forms,
    verb_tense,
)

_OWNER = r"(?:को|का|की)"
_PLACE = re.compile(
    rf"(?<!{LETTER})(?P<giver>(?:मेर|हाम्र)ो|{LAZY}(?:\s{LAZY}){{0,4}}?{_OWNER})\s+"
    r"(?:ठाउँमा|स्थानमा|सट्टामा|सट्टा|बदलामा|बदला|उत्तराधिकारी(?:को\s+रूपमा|मा)?)\s+(?=\S)"
)
"""Whose place somebody takes: रामको ठाउँमा."""
_KEPT = lexicon.word_set("साँचो चाबी साँचा ढुकुटी छाप खाता बहीखाता रजिस्टर माइन्युट")
_UNITS = lexicon.word_set(
    "लेखा हिसाब हिसाबकिताब पुस्तकालय भण्डार स्टोर भान्छा क्यान्टिन प्रशासन खरिद योजना परीक्षा बगैँचा"
    " खेलकुद तालिम शाखा विभाग फाँट कार्यक्रम आयोजना"
)
"""Parts of a body's work that somebody looks after."""
_UNIT = "|".join(sorted(_UNITS | _KEPT, key=len, reverse=True))
_POST = re.compile(
    rf"(?<!{LETTER})(?P<role>{MODIFIERS}(?:{OFFICE_WORDS}|{WORK_WORDS}))(?P<office>ी|ता)?(?={_OWNER}|मा|पद|बाट|\s|$)"
)
_THING = re.compile(
    rf"(?<!{LETTER})(?P<thing>(?:{WORD}को\s+)?(?:{_UNIT}))(?=(?:को|का)?\s+(?:\S+\s+){{0,6}}?(?:{DUTIES}|{WORD}))"
)
_TAKES = re.compile(
    rf"(?<!\S)(?:{DUTIES}\s+|कार्यभार\s+|पदभार\s+)?(?:{verb_forms('सम्हाल्')}|{verb_forms('लि')}|ग्रहण\s+{verb_forms('ग')}|{verb_forms('धान्')}|{verb_forms('हेर्')})"
)
_GIVES = re.compile(
    rf"(?<!\S)(?:(?:{DUTIES}|हस्तान्तरण|बुझाइ)\s+)?(?:सुम्प\S*|{verb_forms('दि')}|लगा(?:उ|ए|इ|य)\S*"
    rf"|बुझा(?:उ|ए|इ|य)\S*|हस्तान्तरण\s+{verb_forms('ग')}|जिम्मा\s+\S+|{verb_forms('छोड्')})"
)
_AGENT = re.compile(rf"(?<!{LETTER})(?P<who>{LAZY}(?:\s{LAZY}){{0,2}}?)\s?ले(?=\s)")
_RECEIVER = re.compile(rf"(?<!{LETTER})(?P<who>{LAZY}(?:\s{LAZY}){{0,2}}?)\s?लाई(?=\s)")
_FROM = re.compile(rf"(?<!{LETTER})(?P<who>मबाट|{LAZY}(?:\s{LAZY}){{0,2}}?बाट)(?=\s)")
_HAS = re.compile(
    rf"(?<!{LETTER})(?P<thing>(?:{WORD}{_OWNER}\s+)?(?:{'|'.join(_KEPT)}))\s+(?:(?:अब|अहिले|हाल|चाहिँ|त)\s+)*"
    rf"(?P<who>म|{LAZY}(?:\s{LAZY}){{0,2}}?)\s?(?:सँग|संग|को\s+जिम्मामा|कहाँ)\s+(?:छ|हुन्छ|रहेको\s+छ|रहन्छ)(?!{LETTER})"
)
_UNSURE = frozenset((NepaliTense.UNREAL, NepaliTense.NEGATIVE, NepaliTense.NEVER, NepaliTense.OVER))


def custody_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """भण्डारको साँचो हरिसँग छ."""
    match = _HAS.search(clause.text)
    if match is None or verb_tense(clause.text) in _UNSURE:
        return
    who = clause.people.speaker() if match["who"] == "म" else clause.people.person(match["who"])
    if who:
        other = Referent(match["thing"])
        yield clause.claim(who, KEEPS, other, clause.interval("state"))


def handover_claims(clause: NepaliClause) -> list[RelationClaim | EndClaim]:
    """The claims of a sentence that hands a post or duty on; none if it does not."""
    if verb_tense(clause.text.rstrip(" ।!")) in _UNSURE:
        return []
    place = _PLACE.search(clause.text)
    giver = _giver_of_place(clause, place) if place else None
    if place and giver:
        taker = _person_after(clause, place.end(), giver)
        return _claims(clause, giver, taker, _post(clause, giver, place.end()) or WHATEVER)
    post = _post(clause, None, 0)
    if post is None:
        return []
    held = _POST.search(clause.text)
    duty = re.search(rf"{DUTIES}(?!{LETTER})", clause.text) or post.relation == KEEPS
    duty = duty or bool(held and held["office"])  # कप्तानी
    agent, receiver = _last(clause, _AGENT), _last(clause, _RECEIVER)
    if receiver and _GIVES.search(clause.text) and duty:
        return _claims(clause, agent or clause.people.speaker(), receiver, post)
    if agent and _TAKES.search(clause.text) and duty:
        return _claims(clause, _last(clause, _FROM), agent, post)
    return []


def _giver_of_place(clause: NepaliClause, place: re.Match[str]) -> Referent | None:
    words = place["giver"]
    if words.split()[-1] in SPEAKER:
        return clause.people.speaker()
    last = re.sub(rf"{_OWNER}$", "", words.split()[-1])
    if words.split()[-1] in THIRD_PERSON or last in THIRD_PERSON:
        return clause.people.pronoun()
    end = clause.start + place.end("giver")
    for mention in clause.people.mentions_of(EntityKind.PERSON):
        if mention.start < end <= mention.end + 3 and mention.start >= clause.start:
            return clause.people.person(mention.text)
    named = clause.people.person(words)
    is_post = _POST.search(words)
    return named if named and not is_post and len(named.name.split()) <= 3 else None


def _person_after(clause: NepaliClause, place: int, giver: Referent) -> Referent | None:
    """The first person named after a place."""
    for mention in clause.people.mentions_of(EntityKind.PERSON):
        start, end = mention.start - clause.start, mention.end - clause.start
        if place <= start and end <= len(clause.text):
            who = clause.people.person(mention.text)
            if who and who.name != giver.name:
                return who
    rest = clause.text[place:]
    if set(rest.split()) & {"म", "मैले", "मलाई"}:
        return clause.people.speaker()
    post = _POST.search(rest)
    named = clause.people.person(rest[: post.start()]) if post else None
    return named or _last(replace(clause, text=rest, start=clause.start + place), _AGENT)


def _last(clause: NepaliClause, form: re.Pattern[str]) -> Referent | None:
    """The last person with a case ending: who does it, or who gets it."""
    found = None
    for match in form.finditer(clause.text):
        words = match["who"].removesuffix("बाट")
        if words.split()[-1] in ("म", "मै"):
            found = clause.people.speaker()
            continue
        if words.split()[-1] in ("उहाँ", "उन", "उस"):
            found = clause.people.pronoun()
            continue
        end = clause.start + match.start() + len(match["who"])
        tagged = [
            each
            for each in clause.people.mentions_of(EntityKind.PERSON)
            if each.start < end and each.end >= end - len(words.split()[-1]) and each.end <= end + 3
        ]
        if tagged:
            found = clause.people.person(tagged[-1].text)
    return found


def _post(clause: NepaliClause, giver: Referent | None, start: int) -> HandedPost | None:
    match = _POST.search(clause.text, start) or (_POST.search(clause.text) if start else None)
    if match:
        role = match["role"].removeprefix("नयाँ ")
        office = next((o for w, o in OFFICES.items() if role.endswith(w)), "")
        office = OFFICES.get(role, office)
        words = (role, *office_words(office)) if office else (role,)
        families = tuple(dict.fromkeys((office or "HEAD_OF", POSITION)))
        return HandedPost(families, words, POSITION, role, "हुन्")
    thing = _THING.search(clause.text)
    if thing is None:
        return None
    noun = thing["thing"].split()[-1]
    if noun in _KEPT:
        return HandedPost((KEEPS, POSITION), (noun,), KEEPS, thing["thing"], "सँग छ")
    return HandedPost((POSITION, "HEAD_OF"), (noun,), POSITION, thing["thing"], "हेर्छन्")


def _claims(
    clause: NepaliClause, giver: Referent | None, taker: Referent | None, post: HandedPost
) -> list[RelationClaim | EndClaim]:
    if taker is None or (giver and giver.name == taker.name):
        return []
    over: Interval = clause.interval("end")
    claims: list[RelationClaim | EndClaim] = []
    if giver:
        ending = clause.ending(giver, post.families, over)
        claims.append(replace(ending, successor=taker, words=post.words))
    if post.relation:
        other = Referent(post.object)
        held = clause.claim(taker, post.relation, other, clause.interval("start"))
        claims.append(replace(held, text=_sentence(taker, post, "छ"), is_handover=True))
        if giver:
            ended = clause.claim(giver, post.relation, other, over)
            said = _sentence(giver, post, "थियो")
            claims.append(replace(ended, text=said, is_handover=True))
    return claims


def _sentence(who: Referent, post: HandedPost, verb: str) -> str:
    if post.relation == KEEPS:
        return f"{post.object} {who.name}सँग {verb}।"
    return f"{who.name} {post.object} {post.sentence if verb == 'छ' else 'थिए'}।"
