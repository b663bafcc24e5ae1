"""Who is where, what and whose in Nepali clauses, by case endings and kinds of words.

Chat leaves the verb out, so a place, an organization, a position or an illness with its case says
what the clause states of its subject.
"""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.language.tagging.words import hints, sound
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.nepali_clauses import NepaliClause
from pramana.memory.domain.reading.nepali_grammar import (
    AFTER,
    CONDITIONS,
    DUTIES,
    INVERSE_TIES,
    KIN_RANK,
    LETTER,
    MODIFIERS,
    NUMBERS,
    OFFICE_WORDS,
    POSSESSIONS,
    SPEAKER,
    STOP_WORDS,
    TIES,
    TITLES,
    WORK_WORDS,
    NepaliTense,
    verb_forms,
    verb_tense,
)
from pramana.memory.domain.reading.nepali_people import (
    TIE,
    clean_name,
    has_case,
    is_whereabouts,
    stem_of,
)
from pramana.memory.domain.reading.referents import KINDS

_BE = (
    r"(?:हुन्|हो|हुनुहुन्छ|हुनु\s*हुन्छ|हुँ|हौँ|हौं|छु|छ|छन्|छिन्|छे|छौँ|छौं|थिएँ|थिए|थियो|थिइन्|थियौँ|हुनुहुन्थ्यो"
    r"|रहेछ\S*|होइन\S*|हैन|छैन\S*|हुनुहुन्न)"
)
_BECAME = rf"(?:{verb_forms('हु')}|{verb_forms('बन्')})(?:\s+(?:छ\S*|हो|हुन्|हुनुहुन्छ|हुँ))?"
_CHOSEN = r"(?:(?:निर्वाचित|नियुक्त|मनोनीत|चयन|बढुवा|छनोट|सर्वसम्मत|निर्विरोध)\s*)*"
_ENDING = (
    "(?:कर्मी|कर्ता|कार|अधिकृत|निरीक्षक|विद्|शास्त्री|प्रमुख|अध्यक्ष|ध्यक्ष|पति|सचिव|प्रबन्धक"
    "|सदस्य|वाला|वाली|चालक|सहायक)"
)
_LATIN = r"[A-Za-z][A-Za-z-]+"
_POSITION = (
    rf"(?<!\S)(?P<former>(?:पूर्व|भूतपूर्व|साबिकक?ा?|निवर्तमान|former|ex)[\s-]*)?(?:नयाँ\s+|हाम्र[ोाी]\s+)?"
    rf"(?P<what>{MODIFIERS}(?:{OFFICE_WORDS}|{WORK_WORDS}|{LETTER}{{2,}}{_ENDING})|(?:{_LATIN}\s+){{0,2}}{_LATIN})"
)
_HELD = re.compile(
    rf"{_POSITION}(?:मा|को\s+रूपमा)?\s*(?:मात्र|नै|पनि)?\s*(?P<be>{_CHOSEN}(?:{_BE}|{_BECAME}))?{AFTER}"
)
_TITLED = re.compile(rf"{_POSITION}\s+(?:चाहिँ\s+|अब\s+|अहिले\s+|हाल\s+|श्री\s+|डा\.\s+)?(?=\S)")
_DUTY = re.compile(rf"{_POSITION}(?:(?:को|का|की)?\s*{DUTIES}(?:बाट|मा|को)?|बाट)(?!{LETTER})")
_LEAVES = re.compile(
    rf"(?<!\S)(?:{verb_forms('छोड्')}|{verb_forms('छाड्')}|{verb_forms('हट्')}|{verb_forms('त्याग्')}|{verb_forms('निस्क्')}|राजीनामा|राजिनामा"
    r"|अवकाश|बिदा|निवृत्त|रिटायर\S*|हस्तान्तरण|बर्खास्त\S*|निलम्ब\S*|मुक्त|सकि\S*|बुझाउ\S*|बुझाए\S*|बुझायो)"
)
_TAKES = re.compile(
    rf"(?<!\S)(?:{verb_forms('सम्हाल्')}|{verb_forms('लि')}|{verb_forms('पा')}|ग्रहण|{verb_forms('सुम्प्')}|{verb_forms('दि')}|{verb_forms('धान्')}|{verb_forms('हेर्')})"
)
_AT = re.compile(rf"(?:मा|मै|तिरै?|मैँ)\s*(?P<be>{_BE})?{AFTER}")
_ORIGIN = re.compile(
    rf"(?<!\S)(?P<place>\S+(?:\s\S+)?(?<![ेएसि]))(?P<case>तिरको|तिरकी|तिरका|को|की|का|कै|बाट)\s*(?:(?:स्थायी\s+)?(?P<home>बासिन्दा|निवासी|रैथाने)\s*)?"
    rf"(?:मान्छे|छोरी|छोरा|केटो|केटी)?\s*(?P<be>हुन्|हो|हुनुहुन्छ|हुँ|हौँ|हौं)?{AFTER}"
)
_NATIVE = re.compile(r"(?<!\S)(?P<place>\S+(?:\s\S+)?)(?:तिर)?(?:का|की|को)\s+(?=\S)")
_HOUSE = re.compile(
    rf"(?:(?P<whose>\S{{1,40}}(?:\s\S{{1,40}})?)\s?(?:को)\s+|(?P<own>मेरो|हाम्रो)\s+)?(?:पुर्ख्यौली\s+|स्थायी\s+)?"
    rf"(?P<word>घर|माइती|माइत|मावली|मामाघर|थातथलो|ससुराली)\s+(?:चाहिँ\s+|भने\s+|त\s+)?(?P<place>\S+(?:\s\S+)?)\s*(?:हो|छ|पर्छ)?{AFTER}"
)
NUMBERS_PATTERN = "|".join(NUMBERS)
_AGED = re.compile(
    rf"(?P<years>[\d०-९]{{1,3}}|{NUMBERS_PATTERN})\s*(?:वर्षे|वर्ष(?:क[ोीा]|\s+(?:{verb_forms('पुग्')}|{verb_forms('टेक्')}|{verb_forms('लाग्')})))"
)
_OLD = re.compile(rf"उमेर\s+(?:\S+\s+)?(?P<years>[\d०-९]{{1,3}}|{NUMBERS_PATTERN})")
_ILL = re.compile(rf"(?<!{LETTER})(?P<what>(?:\S{{1,40}}को\s+)?(?:{CONDITIONS}))(?!{LETTER})")
_OWNED = re.compile(
    rf"(?:(?<!\S)(?P<own>मेरो|हाम्रो|मसँग|हामीसँग)|(?P<whose>\S{{1,40}}(?:\s\S{{1,40}})?)(?:को|सँग))\s+(?:(?:आफ्नै|एउटा|एउटै|नयाँ|पुरानो|सानो|ठूलो)\s+)*"
    rf"(?P<what>(?:\S+\s+)?(?:{'|'.join(POSSESSIONS)}))\s+(?:(?:पनि|चाहिँ|त)\s+)?(?:\S+(?:मा|मै)\s+)?(?P<be>छ|छन्|थियो|थिए|छैन|छैनन्){AFTER}"
)
_KIN = re.compile(
    rf"(?<!\S)(?:{KIN_RANK}\s+)?(?P<tie>{'|'.join(sorted(TIES, key=len, reverse=True))})\s+(?=\S)"
)
_SAYS = re.compile(r"(?<!\S)भन(?:\u094d|े|ि)\S*")
_POSSESSIVE = re.compile(r"(?<!\S)(?:मेर|हाम्र)[ोीा](?!\S)")
_RESIGNS = re.compile(r"अवकाश|राजीनामा|राजिनामा|निवृत्त|हस्तान्तरण|बर्खास्त|निलम्ब|पदमुक्त|बिदाइ|सकि[ँयएन]")
_GETS = re.compile(
    rf"(?P<what>(?<!\S){'|'.join(POSSESSIONS)})\s+(?:{verb_forms('जोड्')}|{verb_forms('खोल्')}|{verb_forms('थप्')}|{verb_forms('पाल्')})(?:\s+\S+)?{AFTER}"
)
_NO_BODIES = lexicon.word_set("रूप ठाउँ समिति टोली समूह क्लब कक्षा बैठक")
OLDEST = 120
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
UNSURE = frozenset((NepaliTense.UNREAL, NepaliTense.NEGATIVE, NepaliTense.NEVER))


def frame_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """What the clause states by its cases, unless it reports what somebody says."""
    if _SAYS.search(clause.text):
        return
    for read in (
        _positions,
        _titles,
        _duties,
        _whereabouts,
        _homes,
        _origins,
        _natives,
        _kin,
        _ages,
        _illnesses,
        _property,
    ):
        yield from read(clause, tense)


def is_kind(clause: NepaliClause, words: str, hint: str, kind: EntityKind) -> bool:
    """Whether words name a place or an organization: by the last of them, or by the tagger."""
    last = words.split()[-1]
    end = clause.start + clause.text.find(words) + len(words)
    start = end - len(last)
    if hint in hints(sound(last)):
        return True
    return clause.people.tagged_as(kind, start, end) and not clause.people.tagged_as_person(
        start, end
    )


def _is_place(clause: NepaliClause, words: str) -> bool:
    return is_kind(clause, words, "place", EntityKind.LOCATION)


def _is_body(clause: NepaliClause, words: str) -> bool:
    return is_kind(clause, words, "org", EntityKind.ORGANIZATION)


def _is_position(match: re.Match[str]) -> bool:
    words = match["what"]
    if not re.match(r"[A-Za-z]", words):
        return words not in TITLES and words not in TIES
    return words.split()[-1].islower() and lexicon.is_occupation(words.split()[-1])


def _position_aspect(match: re.Match[str], tense: NepaliTense) -> str:
    be = match["be"] or ""
    if match["former"] or tense is NepaliTense.OVER:
        return "over"
    return "start" if be and not re.fullmatch(_BE, be) else "state"


def _positions(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """दाजु मालपोतमा खरिदार: somebody, and at the end what they are."""
    match = _HELD.search(clause.text)
    if match is None or not _is_position(match) or tense in (NepaliTense.UNREAL,):
        return
    who = clause.subject(match.start()) if match["be"] else clause.subject_by_name(match.start())
    if who is None or match["what"] in who.name:
        return
    other = Referent(match["what"])
    if tense in UNSURE:
        yield clause.claim(who, "HAS_POSITION", other, clause.interval("over"), is_false=True)
        return
    meaning = _position_aspect(match, tense)
    yield clause.claim(who, "HAS_POSITION", other, clause.interval(meaning))
    body = clause.object_in("मा", match.start())
    if body and body not in who.name and _is_body(clause, body):
        at = Referent(body, EntityKind.ORGANIZATION, 0.8, is_named=True)
        yield clause.claim(who, "WORKS_AT", at, clause.interval(meaning))


def _titles(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """लेखापाल सीता राई: what somebody is, before the name."""
    for match in _TITLED.finditer(clause.text):
        who = _person_at(clause, match.end())
        if who and _is_position(match):
            over = match["former"] or _RESIGNS.search(clause.text)
            interval = clause.interval("end") if over else clause.since_message()
            yield clause.claim(who, "HAS_POSITION", Referent(match["what"]), interval)


def _person_at(clause: NepaliClause, place: int) -> Referent | None:
    for mention in clause.people.mentions_of(EntityKind.PERSON):
        if mention.start - clause.start == place:
            return clause.people.person(mention.text)
    return None


def _person_after(clause: NepaliClause, place: int) -> Referent | None:
    """A tagged person after a place, or the speaker, as doer or receiver."""
    for mention in clause.people.mentions_of(EntityKind.PERSON):
        if place <= mention.start - clause.start and mention.end - clause.start <= len(clause.text):
            return clause.people.person(mention.text)
    return clause.people.speaker() if set(clause.text[place:].split()) & SPEAKER else None


def _person_by_ending(clause: NepaliClause, before: int) -> Referent | None:
    """Who has what follows: आमालाई, मलाई, हरिको."""
    kin = [word for word in clause.text[:before].split() if word.endswith(("लाई", "को"))]
    marked = (clause.people.person(word) for word in kin if stem_of(word) in TIES)
    return clause.subject_by_name(before) or next(marked, None)


def _ends_person(clause: NepaliClause, place: int) -> bool:
    """Whether a tagged person stands right before a place."""
    end = clause.start + len(clause.text[:place].rstrip())
    return any(each.end == end for each in clause.people.mentions_of(EntityKind.PERSON))


def _opens(clause: NepaliClause) -> bool:
    """Whether the clause opens the message."""
    return not clause.people.message.content[: clause.start].strip(" ,।!")


def _is_thing(clause: NepaliClause, name: str) -> bool:
    """Whether the tagger takes a name for a place or an organization."""
    kinds = {KINDS[each.kind] for each in clause.people.mentions if name in each.text}
    return bool(kinds) and EntityKind.PERSON not in kinds


def _duties(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """सचिवको जिम्मेवारी रमाले सम्हालिन्, प्रबन्धकबाट राजीनामा दिएँ."""
    match = _DUTY.search(clause.text)
    if match is None or tense in UNSURE or not _is_position(match):
        return
    rest = clause.text[match.end() :]
    leaves, takes = _LEAVES.search(rest), _TAKES.search(rest)
    if not leaves and not takes:
        return
    who = clause.subject_by_name(match.start()) or _person_after(clause, match.end())
    who = who or clause.subject(match.start())
    if who:
        meaning = "end" if leaves else "start"
        yield clause.claim(who, "HAS_POSITION", Referent(match["what"]), clause.interval(meaning))


def _whereabouts(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """भाउजू अस्पतालमा, दाजु कतारमै हुनुहुन्छ."""
    match = _AT.search(clause.text)
    if match is None or tense in (NepaliTense.UNREAL, NepaliTense.NEVER):
        return
    name = clause.object_in("मा", match.end()) or clause.object_in("तिर", match.end())
    head = clause.text[: clause.text.find(name)] if name else ""
    whose = _POSSESSIVE.search(head) and not TIE.search(head)
    if not name or name in STOP_WORDS or name in TIES or name.split()[-1] in _NO_BODIES or whose:
        return
    before = clause.text.find(name)
    who = clause.subject(before) if match["be"] else clause.subject_by_name(before)
    if who is None or name in who.name or who.name in name:
        return
    meaning = "over" if tense in (NepaliTense.OVER, NepaliTense.NEGATIVE) else "state"
    if _is_body(clause, name):
        at = Referent(name, EntityKind.ORGANIZATION, 0.8, is_named=True)
        yield clause.claim(who, "WORKS_AT", at, clause.interval(meaning))
    elif _is_place(clause, name):
        at = Referent(name, EntityKind.LOCATION, 0.8, is_named=True)
        yield clause.claim(who, "LIVES_IN", at, clause.interval(meaning))


def _origins(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """भिनाजु इलामका, म जुम्लाबाट."""
    found = _ORIGIN.search(clause.text) if tense not in UNSURE else None
    place = _clean_place(found["place"]) if found else ""
    if found is None or not place or not _is_place(clause, place):
        return
    before = found.start() + found["place"].find(place)
    who = clause.subject(before) if found["be"] else clause.subject_by_name(before)
    introduced = found["case"] in ("बाट", "को", "की") and not found["be"] and _opens(clause)
    who = who or (clause.people.speaker() if introduced else None)
    if who:
        relation = "LIVES_IN" if found["home"] else "COMES_FROM"
        yield clause.claim(
            who, relation, Referent(place, EntityKind.LOCATION), clause.since_message()
        )


def _homes(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """घर चाहिँ पाल्पा."""
    house = _HOUSE.search(clause.text) if tense not in UNSURE else None
    if house is None or not _is_place(clause, house["place"]):
        return
    who = clause.people.person(house["whose"]) if house["whose"] else None
    who = who or clause.subject_by_name(house.start()) or clause.people.owner()
    if who and not has_case(house["place"]) and not re.search(r"[\d०-९]", house["place"]):
        place = Referent(house["place"], EntityKind.LOCATION)
        yield clause.claim(who, "COMES_FROM", place, clause.since_message())


def _natives(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """डोल्पाकी पेमा लामा."""
    for match in _NATIVE.finditer(clause.text) if tense not in UNSURE else ():
        who, name = _person_at(clause, match.end()), _clean_place(match["place"])
        if who and name and _is_place(clause, name) and not _is_body(clause, name):
            place = Referent(name, EntityKind.LOCATION)
            yield clause.claim(who, "COMES_FROM", place, clause.since_message())


def _clean_place(words: str) -> str:
    """The words of a place, without those before it that have a case or are no names."""
    parts = words.split()
    if len(parts) > 1 and (
        parts[0] in STOP_WORDS
        or has_case(parts[0])
        or parts[0] in TIES
        or "place" not in hints(sound(parts[0]))
    ):
        parts = parts[1:]
    return " ".join(parts)


def _kin(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """भाइ विवेक, कान्छी छोरी रिया: the speaker's own, with their name."""
    speaker = clause.people.speaker()
    for match in _KIN.finditer(clause.text):
        before = clause.text[: match.start()].split()
        if speaker is None or (
            before and (has_case(before[-1]) or _ends_person(clause, match.start()))
        ):
            continue
        who = _person_at(clause, match.end())
        if who and is_whereabouts(clause.text, who.name, match.end() + len(who.name)):
            continue
        if who and who.name != speaker.name:
            relation = TIES[match["tie"]]
            ends = (who, speaker) if relation in INVERSE_TIES else (speaker, who)
            claim = clause.claim(ends[0], relation, ends[1], clause.since_message())
            yield replace(claim, text=f"{who.name} {speaker.name}को {match['tie']} हुन्।")


def _ages(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    match = _OLD.search(clause.text) or _AGED.search(clause.text)
    if match is None or tense in UNSURE or tense is NepaliTense.OVER:
        return
    said = match["years"]
    years = NUMBERS.get(said) or int(said.translate(DIGITS))
    who = clause.subject_by_name(match.start())
    if who and 0 < years <= OLDEST:
        aged = replace(who, attributes=(("age", years),))
        yield clause.claim(aged, "HAS_AGE", Referent(f"{years} years"), clause.since_message())


def _illnesses(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    """आमालाई दम छ."""
    match = _ILL.search(clause.text)
    if match and tense not in UNSURE:
        who = _person_by_ending(clause, match.start())
        if who:
            meaning = "over" if tense is NepaliTense.OVER else "state"
            yield clause.claim(
                who, "HAS_CONDITION", Referent(match["what"]), clause.interval(meaning)
            )


def _property(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    gets = _GETS.search(clause.text)
    if gets and tense not in UNSURE and (who := clause.subject(gets.start())):
        yield clause.claim(who, "OWNS", Referent(gets["what"]), clause.interval("start"))
    match = _OWNED.search(clause.text)
    if match is None or verb_tense(clause.text) is NepaliTense.UNREAL:
        return
    who = clause.people.speaker() if match["own"] else clause.people.person(match["whose"])
    if who and not _is_thing(clause, who.name):
        over = tense in (NepaliTense.OVER, NepaliTense.NEGATIVE)
        other = Referent(clean_name(match["what"]) or match["what"])
        yield clause.claim(who, "OWNS", other, clause.interval("over" if over else "state"))
