"""Claims of Nepali sentences, whose verb comes last and whose case endings mark the object."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pramana.language.tagging import NameMention
from pramana.language.tagging.nepali import nepali_sentences
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.families import OFFICE_FAMILIES, SPHERES, Sphere
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali_clauses import NepaliClause
from pramana.memory.domain.reading.nepali_endings import study_end_claims, term_end_claims
from pramana.memory.domain.reading.nepali_events import (
    INFINITIVE,
    couple_claims,
    departure_claims,
    detail_claims,
    election_claims,
    life_claims,
    like_claims,
    member_claims,
    presented_claims,
    team_claims,
)
from pramana.memory.domain.reading.nepali_frames import frame_claims
from pramana.memory.domain.reading.nepali_grammar import (
    DUTIES,
    INVERSE_TIES,
    LAZY,
    LETTER,
    MODIFIERS,
    MONTH,
    OFFICE_WORDS,
    OFFICES,
    STOP_WORDS,
    TIES,
    UNREAL,
    VERBS,
    WORD,
    WORK_WORDS,
    NepaliTense,
    NepaliVerb,
    verb_tense,
)
from pramana.memory.domain.reading.nepali_handovers import custody_claims, handover_claims
from pramana.memory.domain.reading.nepali_people import (
    NAMED,
    TIE,
    NepaliPeople,
    clean_name,
    has_case,
    relative_of,
    with_known_people,
    words_of_writers,
)

_CLAUSE = re.compile(r"[^,;।!\n]+")
_AND_CLAUSE = re.compile(
    r"(?:(?<=छु)|(?<=छ)|(?<=छन्)|(?<=छिन्)|(?<=यो)|(?<=एँ)|(?<=ेँ)|(?<=ें)|(?<=यौं))\s{1,3}(?:र|अनि)\s{1,3}"
    r"|\s{1,3}तर\s{1,3}"
)
"""Where a second clause begins after a verb: बस्छु र माछा पाल्छु."""
_BE = (
    r"(?:हुन्|हो|हुनुहुन्छ|हुँ|छु|छ|छन्|छिन्|हुनुभयो|भएँ|भए|भइन्|भयो|बने|बनिन्|बन्नुभयो"
    r"|हुनुहुन्थ्यो|थिए|थिइन्|थियो|होइन|हुनुभएको\s+छ)"
)
_APPOINTED = r"(?:निर्वाचित|नियुक्त|मनोनीत|चयन|बढुवा)"
_OFFICE = re.compile(
    rf"(?P<title>{MODIFIERS})(?P<of>{LAZY})??(?P<office>{OFFICE_WORDS})(?:मा|का|को|ज्यू)?\s*(?:पदमा\s+)?(?P<appointed>{_APPOINTED})?\s*(?P<be>{_BE})(?!{LETTER})"
)
_OFFICE_FIRST = re.compile(
    rf"(?P<office>{OFFICE_WORDS})\s+(?:(?:अब|अहिले|हाल|आजदेखि|नयाँ)\s+)?(?P<who>{LAZY}(?:\s{LAZY}){{0,3}}?)(?P<be>\s+(?:हुन्|हो|हुनुहुन्छ)|ले\s)"
)
_WORK = re.compile(rf"(?P<what>{MODIFIERS}(?:{WORK_WORDS}))\s+(?P<be>{_BE})(?!{LETTER})")
_WORK_FIRST = re.compile(
    rf"^\s*(?P<what>(?:{WORD}\s+)?(?:{WORK_WORDS}))\s+(?:(?:अब|अहिले|हाल|आजदेखि)\s+)?"
    rf"(?P<who>{LAZY}(?:\s{LAZY}){{0,3}}?)\s+(?:हुन्|हो|हुनुहुन्छ)(?!{LETTER})"
)
_INTRODUCTION = re.compile(
    rf"^\s*(?:नमस्ते\s*,?\s*)?म\s+(?:(?P<org>{LAZY}(?:\s{LAZY}){{0,4}}?)(?:को|का|की)\s+)?(?P<what>{OFFICE_WORDS}|{WORK_WORDS})\s+(?!{DUTIES}){WORD}"
)
_TOPIC = re.compile(rf"^\s*(?P<what>{WORD}(?:\s{WORD})?)\s+(?:अब|अहिले|हाल|आजदेखि|चाहिँ|त)\s")
"""What the sentence is about, before whoever does it: पुस्तकालय अब रामले हेर्छ."""
HELD_THINGS = {
    **lexicon.map_words("काम जागिर नोकरी पद", "WORKS_AT"),
    **lexicon.map_words("कोठा घर डेरा फ्ल्याट", "LIVES_IN"),
}
"""Things that one leaves with what they belong to."""
_LIST = re.compile(
    rf"(?P<list>(?:[^,]{{1,80}},\s{{0,3}}){{0,5}}[^,]{{1,80}}?\s{{1,3}}र\s{{1,3}}{WORD}(?:\s{WORD})?)\s"
)
"""Names with commas and र at the head of a sentence."""
RENTED = lexicon.word_set("भाडा डेरा होस्टेल कोठा फ्ल्याट")
"""How somebody lives, which is not where."""
WATCHED = lexicon.word_set("फिल्म टिभी टेलिभिजन खेल सिनेमा नाटक भिडियो युट्युब समाचार म्याच फोटो बाटो")
"""What somebody watches without being in charge of it."""
_ASKED_LAST = re.compile(
    r"(?:हो|हुन्|छ|छु|छन्|छिन्|हुँ|हुनुहुन्छ|नुभयो|भयो|एँ|ेँ|ें|यो)(?P<asked>\s*,[^,?।]*\?\s*)$"
)
"""A statement with a question after it: मेरो जन्म असोजमा भएको हो, केक कसले ल्याउने?"""
_TEACHES = re.compile(rf"(?P<what>{WORD})\s+पढाउ\S*")

_DOUBLED = re.compile(
    rf"(?<!\S)(?P<body>(?:{WORD}\s)?(?P<noun>{WORD}?))(?:को|का)\s+(?P=noun)\s*(?:{OFFICE_WORDS})$"
)
"""A body whose noun the office repeats: हिमाल क्याम्पसको क्याम्पस प्रमुख."""
GOES_INTO = frozenset(("अवकाश", "बिदा", "छुट्टी", "निद्रा", "सेवानिवृत्ति", "भित्र", "बाहिर"))
"""What one goes into without going anywhere."""
_AND_I = re.compile(r"\s*(?P<name>[\u0900-\u0963]{1,40}(?:\s[\u0900-\u0963]{1,40})?)\s+र\s+म(?=\s)")


def nepali_claims(
    message: SpokenMessage, mentions: Sequence[NameMention], last_person: str = ""
) -> Iterator[RelationClaim | EndClaim]:
    """Claims about office, work, home, study, family, birth, death, taste and property.

    `last_person` is whom a pronoun refers to before this message names anyone.
    """
    people = NepaliPeople(message, with_known_people(message, mentions), last_person)
    for start, end in nepali_sentences(message.content):
        asked = _ASKED_LAST.search(message.content, start, end)
        last = asked.start("asked") if asked else end
        if not UNREAL.search(message.content, start, last):
            yield from _of_both(message, start, _sentence_claims(people, start, last))


def _of_both(
    message: SpokenMessage, start: int, claims: Iterable[RelationClaim | EndClaim]
) -> Iterator[RelationClaim | EndClaim]:
    """The claims; those of the speaker also of whom the sentence names first: "गीता र म … बस्छौं"."""
    beside = _AND_I.match(message.content, start)
    for each in claims:
        yield each
        is_own = isinstance(each, RelationClaim) and each.subject.name == message.speaker
        if beside and isinstance(each, RelationClaim) and is_own and not each.is_false:
            name = clean_name(beside["name"], words_of_writers(message))
            if name and each.object.name != name:
                who = Referent(name, EntityKind.PERSON, 0.8, is_named=True)
                text = each.text.replace(message.speaker, name, 1)
                yield replace(each, subject=who, text=text if name in text else f"{name}: {text}")


def _sentence_claims(
    people: NepaliPeople, start: int, end: int
) -> Iterator[RelationClaim | EndClaim]:
    content = people.message.content
    whole = NepaliClause(people, content[start:end], start, (start, end))
    people.pass_mentions(0, start)
    yield from _tie_claims(whole)
    yield from couple_claims(whole)
    yield from team_claims(whole)
    yield from member_claims(whole)
    yield from presented_claims(whole)
    yield from election_claims(whole)
    yield from custody_claims(whole)
    handed = handover_claims(whole)
    yield from handed
    for match in _CLAUSE.finditer(content, start, end):
        place = match.start()
        for part in _AND_CLAUSE.split(match.group()):
            place = content.index(part, place) if part else place
            clause = NepaliClause(people, part, place, (start, end))
            people.pass_mentions(start, place)
            if re.search(LETTER, part):
                claims = _clause_claims(clause)
                yield from (each for each in claims if not handed or not _is_work(each))


def _is_work(claim: RelationClaim | EndClaim) -> bool:
    return isinstance(claim, RelationClaim) and SPHERES.get(claim.relation) is Sphere.WORK


def _clause_claims(clause: NepaliClause) -> Iterator[RelationClaim | EndClaim]:
    tense = verb_tense(clause.text)
    if tense is NepaliTense.UNREAL:
        return
    readers = (
        life_claims, study_end_claims, _office_claims, _work_claims, like_claims, detail_claims,
        departure_claims, term_end_claims,
    )  # fmt: skip
    claims = [claim for read in readers for claim in read(clause, tense)]
    for verb in VERBS:
        found = verb.form.search(clause.text)
        if found:
            claims += _verb_claims(clause, verb, found.start(), tense)
            if verb.relation != "LIVES_IN":
                break
    yield from claims
    stated = {each.relation for each in claims if isinstance(each, RelationClaim)}
    stated |= {"HAS_POSITION"} if stated & OFFICE_FAMILIES else set()
    yield from (each for each in frame_claims(clause, tense) if each.relation not in stated)


def _verb_claims(
    clause: NepaliClause, verb: NepaliVerb, place: int, tense: NepaliTense
) -> Iterator[RelationClaim]:
    name, relation = _verb_object(clause, verb, place)
    is_watched = relation == "HAS_POSITION" and name in WATCHED
    is_post = relation == "WORKS_AT" and re.search(
        rf"(?:{DUTIES}|{OFFICE_WORDS}|{WORK_WORDS})$", name
    )
    if not name or name in STOP_WORDS or name in TIES or is_watched or is_post:
        return
    subject = clause.subject(max(0, clause.text.find(name.split()[0])))
    if subject is None or subject.name == name or name in subject.name:
        return
    meaning = _meaning(verb, tense)
    kind = lexicon.OBJECT_KINDS.get(relation, EntityKind.OTHER)
    other = Referent(name, kind, 0.8, is_named=True)
    if tense is NepaliTense.NEVER:
        yield clause.claim(subject, relation, other, clause.interval("over"), is_false=True)
    elif tense is NepaliTense.NEGATIVE:
        if verb.past != "end":
            yield clause.claim(subject, relation, other, clause.interval("over"))
    else:
        for each in (subject, *_fellows(clause, subject)):
            yield clause.claim(each, relation, other, clause.interval(meaning))
    if verb.relation == "TEACHES_AT" and tense is NepaliTense.PRESENT:
        yield from _taught_subject_claims(clause, subject)


def _verb_object(clause: NepaliClause, verb: NepaliVerb, place: int) -> tuple[str, str]:
    """What a verb is about, and the relation it states of that."""
    name = clause.object_in(verb.case, place)
    if not name and verb.relation == "LIVES_IN" and verb.case == "मा" and verb.past == "start":
        name = clause.object_in("", place) if re.match(r"स", clause.text[place:]) else ""
    if not name and verb.relation == "VISITED":
        name = clause.object_in("मा", place)
    name = MONTH.sub("", f"{name} ").strip()
    topic = _TOPIC.match(clause.text) if not name and not verb.case else None
    name = topic["what"] if topic else name
    if verb.relation == "VISITED" and name in GOES_INTO:
        return "", verb.relation  # अवकाशमा जानुभयो is no journey
    if verb.past == "end" and INFINITIVE.search(name):
        return "", verb.relation  # गजल सुन्न छोडेँ is no work
    if verb.relation == "LIVES_IN" and name in RENTED:
        return "", verb.relation
    if name.endswith(("छोडेर", "छाडेर")):
        return "", verb.relation  # इलाम छोडेर सरेँ names the home that was left
    if name in HELD_THINGS and verb.past == "end":  # बैंकको काम छोडें, पाटनको कोठा छोडें
        owner = re.search(rf"({WORD}(?:\s{WORD}){{0,2}})को\s+{name}", clause.text[:place])
        body = clause.object_in("को", place) or (clean_name(owner[1]) if owner else "")
        return body, HELD_THINGS[name]  # a body may be tagged as a person
    return name, verb.relation


def _taught_subject_claims(clause: NepaliClause, teacher: Referent) -> Iterator[RelationClaim]:
    match = _TEACHES.search(clause.text)
    if match and not has_case(match["what"]):
        yield clause.claim(teacher, "TEACHES", Referent(match["what"]), clause.interval("state"))


def _fellows(clause: NepaliClause, subject: Referent) -> Iterator[Referent]:
    """The others of a list that does it together: म, गोमा र सरिता बोहरा."""
    first, last = clause.sentence
    sentence = clause.people.message.content[first:last]
    listed = _LIST.match(sentence)
    if not listed:
        return
    place = first + listed.start("list")
    for part in re.split(r"(?<=,)|(?<=\sर\s)", listed["list"]):
        words = part.strip(" ,").removesuffix(" र").split()
        end = place + len(part)
        people = [each for each in clause.people.mentions_of(EntityKind.PERSON)
                  if place <= each.start < end]  # fmt: skip
        speaker = clause.people.speaker() if "म" in words else None
        name = clean_name(people[0].text, clause.people.known) if people else ""
        place = end
        if speaker and speaker.name != subject.name:
            yield speaker
        elif name and name != subject.name:
            yield Referent(name, EntityKind.PERSON, 0.7, is_named=True)


def _meaning(verb: NepaliVerb, tense: NepaliTense) -> str:
    if verb.past == "end":
        return "end"
    if tense is NepaliTense.OVER:
        return "over"
    return verb.past if tense is NepaliTense.PAST else verb.present


def _tie_claims(clause: NepaliClause) -> Iterator[RelationClaim]:
    for match in TIE.finditer(clause.text):
        owner, relative = relative_of(clause.people, clause.text, clause.start, match)
        if owner is None or not relative.name or owner.name == relative.name:
            continue
        relation = TIES[match["tie"]]
        ends = (relative, owner) if relation in INVERSE_TIES else (owner, relative)
        claim = clause.claim(ends[0], relation, ends[1], Interval(clause.people.message.at))
        yield replace(claim, text=f"{relative.name} {owner.name}को {match['tie']} हुन्।")
    speaker = clause.people.speaker()
    for named in NAMED.finditer(clause.text):
        given = named["name"].strip()
        tie = named["tie"] or next((t for t, n in clause.people.names.items() if n == given), "")
        owned = TIE.search(clause.text[: named.end()])
        name = clause.people.names.get(tie, "")
        if speaker and name and not owned:  # आमाको नाम सीता हो: the speaker's own mother
            relative = Referent(name, EntityKind.PERSON, 0.8, is_named=True)
            ends = (relative, speaker) if TIES[tie] in INVERSE_TIES else (speaker, relative)
            claim = clause.claim(ends[0], TIES[tie], ends[1], Interval(clause.people.message.at))
            yield replace(claim, text=f"{name} {speaker.name}को {tie} हुन्।")


def _office_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim | EndClaim]:
    match = _OFFICE.search(clause.text)
    first = _OFFICE_FIRST.search(clause.text)
    if first and clause.people.tagged_as_person(
        clause.start + first.start("who"), clause.start + first.end("who")
    ):
        who = clause.people.person(first["who"])
        if who:
            yield _office_claim(clause, who, first["office"], first.start(), "state")
        return
    if match is None:
        return
    who = clause.subject(match.start())
    if who is None or tense is NepaliTense.NEGATIVE:
        return
    began = match["appointed"] or match["be"] in ("हुनुभयो", "भएँ", "भए", "भइन्", "भयो", "बने", "बनिन्")
    meaning = "over" if tense is NepaliTense.OVER else "start" if began else "state"
    if match["of"] and match["office"] == "मन्त्री":  # अर्थमन्त्री
        other = Referent(match["of"])
        yield clause.claim(who, OFFICES[match["office"]], other, clause.interval(meaning))
        return
    place = match.start("title")
    yield _office_claim(clause, who, match["office"], place, meaning, title=match["title"])


def _office_claim(
    clause: NepaliClause, who: Referent, office: str, place: int, meaning: str, *, title: str = ""
) -> RelationClaim:
    """The office with its organization, or as a position if that is not named."""
    owned = re.search(rf"({WORD}(?:\s{WORD}){{0,4}}?)(?:को|का|की)\s*$", clause.text[:place])
    body = ""
    if owned:
        end = owned.end(1)
        cases = dict.fromkeys((clause.text[end : end + 2], "को", "का", "की"))
        bodies = (clause.object_in(case, end + 2) for case in cases)
        body = next(filter(None, bodies), "")
        body = body.replace(who.name, "").strip()
    if doubled := _DOUBLED.search(clause.text[:place] + office):
        body = " ".join(each for each in doubled["body"].split() if each not in STOP_WORDS)
    if body:
        return clause.claim(who, OFFICES[office], Referent(body), clause.interval(meaning))
    words = f"{title}{office}".removeprefix("नयाँ ")
    return clause.claim(who, "HAS_POSITION", Referent(words), clause.interval(meaning))


def _work_claims(clause: NepaliClause, tense: NepaliTense) -> Iterator[RelationClaim]:
    match = _WORK.search(clause.text)
    if match and _OFFICE.search(clause.text):
        return
    first = _WORK_FIRST.match(clause.text)
    if first and _names_person(clause, first):
        person = clause.people.person(first["who"])
        if person and tense is NepaliTense.PRESENT:
            work = Referent(first["what"])
            yield clause.claim(person, "HAS_POSITION", work, clause.interval("state"))
    elif match is None:
        yield from _introduced_work(clause)
    elif who := clause.subject(match.start()):
        yield from _stated_work(clause, who, match, tense)


def _names_person(clause: NepaliClause, match: re.Match[str]) -> bool:
    start = clause.start
    return clause.people.tagged_as_person(start + match.start("who"), start + match.end("who"))


def _introduced_work(clause: NepaliClause) -> Iterator[RelationClaim]:
    """म हिमाली संघको चालक हरि: the work comes before the name."""
    opening, speaker = _INTRODUCTION.match(clause.text), clause.people.speaker()
    if opening is None or speaker is None:
        return
    interval = clause.interval("state")
    if opening["org"] and opening["what"] in OFFICES:
        other = Referent(opening["org"])
        yield clause.claim(speaker, OFFICES[opening["what"]], other, interval)
    else:
        yield clause.claim(speaker, "HAS_POSITION", Referent(opening["what"]), interval)


def _stated_work(
    clause: NepaliClause, who: Referent, match: re.Match[str], tense: NepaliTense
) -> Iterator[RelationClaim]:
    work = Referent(match["what"])
    if tense in (NepaliTense.NEGATIVE, NepaliTense.NEVER):
        start, end = clause.sentence
        never = "कहिल्यै" in clause.people.message.content[start:end]
        interval = clause.interval("over")
        yield clause.claim(who, "HAS_POSITION", work, interval, is_false=never)
        return
    meaning = "over" if tense is NepaliTense.OVER else "state"
    yield clause.claim(who, "HAS_POSITION", work, clause.interval(meaning))
    body = clause.object_in("मा", match.start())
    if body and body not in who.name:
        other = Referent(body, EntityKind.ORGANIZATION, 0.8, is_named=True)
        yield clause.claim(who, "WORKS_AT", other, clause.interval(meaning))
