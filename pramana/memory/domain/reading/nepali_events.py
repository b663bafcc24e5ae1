"""What happens in a life, in Nepali: weddings, births, deaths, committees, departures."""

import re
from collections.abc import Iterator

from pramana.language.times import find_times
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval
from pramana.memory.domain.reading.nepali_clauses import NepaliClause
from pramana.memory.domain.reading.nepali_grammar import (
    LAZY,
    LETTER,
    MODIFIERS,
    OFFICE_WORDS,
    OFFICES,
    SPEAKER,
    WORD,
    WORK_WORDS,
    NepaliTense,
    verb_tense,
)
from pramana.memory.domain.reading.nepali_people import clean_name
from pramana.memory.domain.spheres import OFFICE_FAMILIES, SPHERE_FAMILIES, Sphere

WORK_FAMILIES = SPHERE_FAMILIES[Sphere.WORK]
LIFE_FAMILIES = (*WORK_FAMILIES, "LIVES_IN", "MEMBER_OF")
_MARRIAGE = re.compile(
    rf"(?P<one>{LAZY}(?:\s{LAZY}){{0,3}}?)\s+र\s+(?P<other>मेर[ोीा]|मैले|म|हामी|{LAZY}(?:\s{LAZY}){{0,2}}?(?:को|का|बीच))\s+.*?"
    r"(?P<what>विवाह|बिहे|सम्बन्धविच्छेद|सम्बन्ध\s+विच्छेद|डिभोर्स|पारपाचुके)\s+(?:.*\s)?(?:भ|ग)\S*"
)
_MARRIED_WITH = re.compile(
    rf"(?P<other>{LAZY}(?:\s{LAZY}){{0,2}}?)(?:सँग|संग)\s+.*?(?P<what>विवाह|बिहे|सम्बन्धविच्छेद|डिभोर्स|पारपाचुके)\s+(?:.*\s)?(?:भ|ग)\S*"
)
_DEATH = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY}){{0,4}}?)(?:को|का)\s+(?:.*?\s)?(?:निधन|मृत्यु|देहान्त|स्वर्गवास)\s+(?:भ|हु)\S*"
)
_PASSED = re.compile(r"(?<!\S)(?:बित्नुभ\S+|बितिन्|बितेका?\S*|बित्‍?यो|मर्नुभ\S+|खस्नुभ\S+|स्वर्गे\s+हुनुभ\S+)")
_BIRTH_NOUN = re.compile(
    rf"(?P<who>मेर[ोीा]|{LAZY}(?:\s{LAZY}){{0,3}}?(?:को|का)|[A-Z]\w*(?:\s[A-Z]\w*)*\s?को)\s+जन्म(?!{LETTER})"
)
_BIRTH_VERB = re.compile(r"जन्म(?:ि|े)\S*")
_TRANSFER = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY}){{0,3}}?)(?:को|का)\s+(?:(?P<to>{LAZY}(?:\s{LAZY}){{0,3}}?)मा\s+)?सरुवा\s+भ\S*"
)
_RETIRE = re.compile(
    r"अवकाश(?:मा)?\s+(?:ग|लि|पा|भ)\S*|राजीनामा\s+(?:दि|ग)\S*|जागिर\s+छो\S*|जागिर\s+छा\S*"
)
_LAST_DAY = re.compile(rf"(?P<whose>मेरो|{LAZY}(?:\s{LAZY})?को)?\s*(?:अन्तिम|आखिरी)\s+दिन")
_TEAM = re.compile(
    rf"(?P<team>(?:{LAZY}\s){{0,2}}?{LETTER}*?(?:समिति|टोली|समूह|बोर्ड|परिषद्))मा\s+(?P<who>.+?)\s+(?:छन्|छौं|हुनुहुन्छ|रहेका\s+छन्)"
)
_ELECTION = re.compile(
    rf"(?P<who>{LAZY}(?:\s{LAZY}){{0,3}}?)लाई\s+(?:(?P<body>{LAZY}(?:\s{LAZY}){{0,3}}?)(?:को|का)\s+)?"
    rf"(?:नयाँ\s+)?(?P<office>{OFFICE_WORDS})(?:मा|को\s+रूपमा|पदमा)?\s+"
    r"(?:चुन|निर्वाचित\s+ग|नियुक्त\s+ग|छान|बना|मनोनीत\s+ग|चयन\s+ग)\S*"
)
_MEMBERS = re.compile(
    rf"(?P<team>{LAZY}(?:\s{LAZY}){{0,3}}?)(?:को|का)\s+(?:नयाँ\s+)?सदस्य(?:हरू|हरु)?(?:मा)?\s+(?P<who>.+?)\s+"
    r"(?:हुन्|हुनुहुन्छ|छन्|रहेका\s+छन्)\s*$"
)
_PRESENTED = re.compile(
    rf"^\s*(?:नमस्ते\s*[,।]?\s*|नमस्कार\s*[,।]?\s*)?म\s+{LAZY}(?:\s{LAZY}){{0,2}}?,\s*"
    rf"(?:(?P<org>{LAZY}(?:\s{LAZY}){{0,4}}?)(?:को|का|की)\s+)?(?P<what>{MODIFIERS}(?:{OFFICE_WORDS}|{WORK_WORDS})|(?<=को\s){WORD})\s*[।.]?\s*$"
)


def couple_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """Weddings and divorces: राम र सीताको विवाह भयो."""
    match = _MARRIAGE.search(clause.text) or _MARRIED_WITH.search(clause.text)
    if match is None or verb_tense(clause.text) is NepaliTense.UNREAL:
        return
    people = clause.people
    if "one" in match.groupdict():
        one = people.person(match["one"].split(",")[-1])
        other = (
            people.speaker()
            if match["other"] in SPEAKER
            else people.person(match["other"].removesuffix("बीच"))
        )
    else:
        one, other = clause.subject(match.start("other")), people.person(match["other"])
    if one and other and one.name != other.name:
        ended = match["what"] not in ("विवाह", "बिहे")
        yield clause.claim(one, "MARRIED_TO", other, clause.interval("end" if ended else "start"))
        if ended:
            yield clause.claim(one, "DIVORCED_FROM", other, clause.interval("start"))


def team_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    if match := _TEAM.search(clause.text):
        team = Referent(match["team"].split("को ")[-1], EntityKind.OTHER, 0.8, is_named=True)
        for part in re.split(r",|\sर\s", match["who"]):
            member = clause.people.person(part)
            if member:
                at = clause.people.message.at
                yield clause.claim(member, "MEMBER_OF", team, Interval(at))


def life_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim | EndClaim]:
    """Births and deaths."""
    people, interval = clause.people, clause.interval("start")
    day = interval.start.date().isoformat() if interval.start else ""
    death, passed = _DEATH.search(clause.text), _PASSED.search(clause.text)
    if death or passed:
        who = people.person(death["who"]) if death else None
        who = clause.subject(passed.start()) if passed and not death else who
        if who:
            yield clause.claim(who, "DIED", Referent(day), interval)
            yield clause.ending(who, LIFE_FAMILIES, clause.interval("end"))
    noun, verb = _BIRTH_NOUN.search(clause.text), _BIRTH_VERB.search(clause.text)
    if not (noun or verb) or tense is NepaliTense.NEGATIVE:
        return
    if noun:
        who = people.speaker() if noun["who"] in SPEAKER else people.person(noun["who"])
    else:
        who = clause.subject(verb.start() if verb else 0)
    place = clause.object_in("मा", len(clause.text)).removeprefix("जन्म ")
    if who and clause.times():
        time = clause.times()[0].text
        stated = time if re.search(r"[\d०-९]", time) else day
        yield clause.claim(who, "BORN_ON", Referent(stated), interval)
    if who and place and not re.search(r"[\d०-९]", place):
        yield clause.claim(who, "BORN_IN", Referent(place), Interval())


def departure_claims(
    clause: NepaliClause, tense: NepaliTense
) -> Iterator[RelationClaim | EndClaim]:
    """Transfers, retirements, resignations from an office, and last days."""
    if tense in (NepaliTense.NEGATIVE, NepaliTense.NEVER):
        return
    if transfer := _TRANSFER.search(clause.text):
        who = clause.people.person(transfer["who"])
        if who:
            yield clause.ending(who, WORK_FAMILIES, clause.interval("end"))
            if transfer["to"]:
                other = Referent(transfer["to"], EntityKind.ORGANIZATION)
                yield clause.claim(who, "WORKS_AT", other, clause.interval("start"))
        return
    if last := _LAST_DAY.search(clause.text):
        whose = last["whose"]
        who = (
            clause.people.speaker()
            if not whose or whose in SPEAKER
            else clause.people.person(whose)
        )
        body = clause.object_in("मा", last.start())
        ahead = find_times(clause.text, clause.people.message.at, ahead=True)
        interval = dated_interval(
            None, ahead[0] if ahead else None, clause.people.message.at, ends=True
        )
        if who and body:
            other = Referent(body, EntityKind.ORGANIZATION)
            yield clause.claim(who, "WORKS_AT", other, interval)
        elif who:
            yield clause.ending(who, WORK_FAMILIES, interval)
        return
    if left := _RETIRE.search(clause.text):
        who = clause.subject(left.start())
        body = clause.object_in("बाट", left.start())
        if who and (not body or any(office in body for office in OFFICES)):
            families = WORK_FAMILIES if not body else (*sorted(OFFICE_FAMILIES), "HAS_POSITION")
            yield clause.ending(who, families, clause.interval("end"))


def presented_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """म हरि लामा, हिमाली संघको निर्देशक: an introduction without a verb."""
    match, speaker = _PRESENTED.match(clause.text), clause.people.speaker()
    if match is None or speaker is None:
        return
    interval = Interval(clause.people.message.at)
    if match["org"] and match["what"] in OFFICES:
        yield clause.claim(speaker, OFFICES[match["what"]], Referent(match["org"]), interval)
    else:
        yield clause.claim(speaker, "HAS_POSITION", Referent(match["what"]), interval)


def member_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """समितिका सदस्य हरि, गीता र माया हुन्."""
    match = _MEMBERS.search(clause.text.rstrip(" ।"))
    if match is None:
        return
    team = Referent(
        clean_name(match["team"]) or match["team"], EntityKind.OTHER, 0.8, is_named=True
    )
    for part in re.split(r",|\sर\s", match["who"]):
        member = clause.people.person(part)
        if member:
            interval = Interval(clause.people.message.at)
            yield clause.claim(member, "MEMBER_OF", team, interval)


def election_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    """सभाले मायालाई समितिको अध्यक्षमा चुन्यो."""
    match = _ELECTION.search(clause.text)
    if match is None or verb_tense(clause.text) in (NepaliTense.UNREAL, NepaliTense.NEGATIVE):
        return
    words = match["who"].split("ले ")[-1]
    who = clause.people.person(words)
    if who is None:
        return
    interval = clause.interval("start")
    if match["body"]:
        yield clause.claim(who, OFFICES[match["office"]], Referent(match["body"]), interval)
    else:
        yield clause.claim(who, "HAS_POSITION", Referent(match["office"]), interval)
