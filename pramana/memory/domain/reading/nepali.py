"""Claims of Nepali sentences, whose verb comes last and whose case endings mark the object."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pramana.language.tagging import MentionKind, NameMention
from pramana.language.tagging.nepali import nepali_sentences
from pramana.language.tagging.words import NepaliWord, words
from pramana.language.times import Cue, find_times
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.attributes import EMAIL
from pramana.memory.domain.reading.claims import (
    Aspect,
    EntityKind,
    Referent,
    RelationClaim,
)
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.referents import KINDS

SPEAKER_CONFIDENCE, TIE_CONFIDENCE = 0.75, 0.7
OLDEST = 120
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
LETTER = r"[\u0900-\u0963\u0970-\u097F]"
WORD = r"[\u0900-\u0963\u0970-\u097F]+"
TIES = {
    **lexicon.map_words("आमा बुवा बुबा बाबा", "PARENT_OF"),
    **lexicon.map_words("छोरा छोरी", "CHILD_OF"),
    **lexicon.map_words("दाइ दाजु भाइ दिदी बहिनी", "SIBLING_OF"),
    **lexicon.map_words("श्रीमती श्रीमान पति पत्नी", "MARRIED_TO"),
    **lexicon.map_words("साथी मित्र", "FRIEND_OF"),
    **lexicon.map_words("काका काकी मामा माइजू हजुरबुवा हजुरआमा", "RELATIVE_OF"),
}
"""Relations by the word for the relative or friend. A name may follow it."""

OCCUPATIONS = lexicon.word_set(
    "शिक्षक शिक्षिका इन्जिनियर डाक्टर नर्स वकिल अधिवक्ता पत्रकार लेखापाल किसान व्यापारी चालक"
    " विद्यार्थी प्राध्यापक लेखक कलाकार गायक गायिका प्रहरी कर्मचारी ठेकेदार"
)
POSSESSIONS = lexicon.word_set(
    "कुकुर बिरालो कार गाडी मोटरसाइकल स्कुटर घर पसल साइकल गितार क्यामेरा गाई भैंसी"
)

_TIE = re.compile(
    rf"(?<!\S)(?:मेर[ोीा]|हाम्र[ोीा])\s+(?P<tie>{'|'.join(TIES)})(?:ले|लाई|को|का|की)?(?!{LETTER})"
)
_LIKES = re.compile(rf"(?<!\S)मलाई\s+(?P<what>{WORD}(?:\s+{WORD})?)\s+मन\s+(?P<verb>पर्छ|पर्दैन)")
_OWNS = re.compile(
    rf"(?<!\S)(?:मसँग|मसंग)\s+(?:(?:एउटा|एक)\s+)?(?P<what>{'|'.join(POSSESSIONS)})\s+छ"
)
_WORK = re.compile(rf"(?<!\S)म\s+(?:(?:एक|एउटा)\s+)?(?P<what>{'|'.join(OCCUPATIONS)})\s+हुँ")
_AGE = re.compile(r"(?<!\S)म\s+(?P<years>[\d०-९]{1,3})\s+वर्षक[ोी]\s+(?:भएँ|हुँ|भए)")
_PHONE = re.compile(
    r"मेरो\s+(?:फोन|मोबाइल)(?:\s+नम्बर)?\s+(?P<what>\+?[\d०-९][\d०-९ -]{6,14}[\d०-९])"
)
INVERSE_TIES = frozenset(("PARENT_OF", "CHILD_OF", "SIBLING_OF", "RELATIVE_OF"))
"""Ties whose subject is the other person: in मेरी बहिनी माया, Maya is a sibling of the speaker."""

CONFIDENCE = 0.7
SPEAKER = frozenset(("म", "मैले", "मलाई", "मेरो"))
UNCERTAIN = re.compile(r"\?\s*$|(?<!\S)(?:यदि|के|किन|कसले|कहाँ|भने|होला|सायद)(?!\S)|होइन")
"""Sentences that are not read: questions, conditions, guesses and denials."""

VERB_PATTERNS: tuple[tuple[str, str, Aspect, str], ...] = (
    ("WORKS_AT", "मा", Aspect.STATE, r"काम\s+(?:गर्(?:छ|छु|छन्|छिन्|नुहुन्छ)|गरिरह\S+|गर्दै(?!न)\S*)"),
    ("WORKS_AT", "मा", Aspect.END, r"काम\s+(?:गर्दिन|गर्दैन|गर्थ)\S*|काम\s+छाड\S+"),
    ("WORKS_AT", "बाट", Aspect.END, r"राजीनामा\s+दि\S+|अवकाश\s+(?:लि|पा)\S+"),
    ("WORKS_AT", "मा", Aspect.START, r"(?:काम|जागिर)\s+(?:सुरु\s+गर\S+|थाल\S+|पा(?:ए|इन्|यो|एँ)\S*)"),
    ("LIVES_IN", "मा", Aspect.STATE, r"बस्(?:छ|छु|छन्|छिन्|नुहुन्छ|दै(?!न)\S*)"),
    ("LIVES_IN", "मा", Aspect.END, r"बस्(?:थ|दिन|दैन)\S*"),
    ("LIVES_IN", "बाट", Aspect.END, r"(?:बसाइँ\s+)?सर(?:े|ें|ेँ|्यो|िन्|ेका)\S*"),
    ("LIVES_IN", "मा", Aspect.START, r"(?:बसाइँ\s+)?सर(?:े|ें|ेँ|्यो|िन्|ेका)\S*"),
    ("BORN_IN", "मा", Aspect.START, r"जन्म(?:िए|िइन्|ेका|ेको|ेकी|ियो|ें|ेँ)\S*|जन्म\s+भ\S+"),
    ("VISITED", "", Aspect.START, r"ग(?:ए|एँ|इन्|यो|एका)\S*"),
    ("STUDIES_AT", "मा", Aspect.STATE, r"पढ्(?:छ|छु|छन्|छिन्|नुहुन्छ|दै(?!न)\S*)"),
    ("MARRIED_TO", "सँग", Aspect.START, r"(?:विवाह|बिहे)\s+(?:गर|भ)\S+"),
)
OFFICES = {
    "प्रधानमन्त्री": "PRIME_MINISTER_OF", "राष्ट्रपति": "PRESIDENT_OF", "मेयर": "MAYOR_OF",
    "अध्यक्ष": "CHAIR_OF", "सचिव": "SECRETARY_OF", "प्रमुख": "HEAD_OF", "मन्त्री": "MINISTER_OF",
}  # fmt: skip
_BECOMES = (
    r"(?P<now>हुन्|हो|हुनुहुन्छ|छन्)"
    r"|(?P<began>भए|भइन्|भयो|बने|बनिन्|बन्यो|नियुक्त\s+भ\S+)"
    r"|(?P<was>थिए|थिइन्|थियो|रहेनन्|पदबाट\s+(?:हट|राजीनामा)\S*)"
)
_OFFICE = re.compile(rf"(?P<of>\S*?)(?P<office>{'|'.join(OFFICES)})(?:मा|का|को)?\s+(?:{_BECOMES})")
_OFFICE_HOLDER = re.compile(
    rf"(?P<of>\S*?)(?P<office>{'|'.join(OFFICES)})\s+(?P<who>\S+(?:\s+\S+){{0,3}}?)\s+"
    r"(?:हुन्|हुनुहुन्छ)(?!\S*[^\s।])"
)
"""Sentences that name the office first: सूर्यकोटका मेयर हरि खनाल हुन्।"""

_RULES = tuple(
    (relation, case, aspect, re.compile(rf"(?<!\S)(?:{verb})\s*[।!.]?\s*$"))
    for relation, case, aspect, verb in VERB_PATTERNS
)


def nepali_claims(
    message: SpokenMessage, mentions: Sequence[NameMention]
) -> Iterator[RelationClaim]:
    """Claims about office, work, home, study, marriage, birth, and the speaker's own life."""
    for start, end in nepali_sentences(message.content):
        if UNCERTAIN.search(message.content, start, end):
            continue
        inside = [each for each in mentions if start <= each.start and each.end <= end]
        yield from speaker_claims(message, start, end, inside)
        yield from _office_claims(message, start, end, inside)
        yield from _office_holder_claims(message, start, end, inside)
        for relation, case, aspect, verb in _RULES:
            if verb.search(message.content[start:end]):
                yield from _verb_claims(message, start, end, inside, (relation, case, aspect))


def _verb_claims(
    message: SpokenMessage,
    start: int,
    end: int,
    inside: list[NameMention],
    rule: tuple[str, str, Aspect],
) -> Iterator[RelationClaim]:
    relation, case, aspect = rule
    ends = {word.stem_end: word for word in words(message.content, start, end)}
    objects = [each for each in inside if case and _ending(ends, each).startswith(case)]
    if not case:
        places = [each for each in inside if KINDS[each.kind] is EntityKind.LOCATION]
        objects = [each for each in places if not _ending(ends, each)]
    who = _subject(message, start, end, [each for each in inside if each not in objects])
    for mention in objects[-1:]:
        other = replace(
            _referent(mention), kind=lexicon.OBJECT_KINDS.get(relation, KINDS[mention.kind])
        )
        if who:
            interval = _claim_interval(message, start, end, aspect)
            yield _claim(message, start, end, (who, relation, other), interval)


def _ending(ends: dict[int, NepaliWord], mention: NameMention) -> str:
    word = ends.get(mention.end)
    return word.ending if word else ""


def _subject(
    message: SpokenMessage, start: int, end: int, others: list[NameMention]
) -> Referent | None:
    """The speaker if a first-person pronoun occurs, else the first name that is not the object."""
    if SPEAKER & {word.text for word in words(message.content, start, end)}:
        return (
            Referent(message.speaker, EntityKind.PERSON, 0.9, is_named=True)
            if message.speaker
            else None
        )
    people = [each for each in others if KINDS[each.kind] is EntityKind.PERSON] or others[:1]
    return replace(_referent(people[0]), kind=EntityKind.PERSON) if people else None


def _office_claims(
    message: SpokenMessage, start: int, end: int, inside: list[NameMention]
) -> Iterator[RelationClaim]:
    for match in _OFFICE.finditer(message.content, start, end):
        before = [each for each in inside if each.end <= match.start("office")]
        owner = _office_owner(message.content, match, before)
        who = _subject(message, start, end, [each for each in before if each.text != owner])
        if who and owner:
            aspect = (
                Aspect.END if match["was"] else Aspect.START if match["began"] else Aspect.STATE
            )
            relation = OFFICES[match["office"]]
            interval = _claim_interval(message, start, end, aspect)
            yield _claim(message, start, end, (who, relation, Referent(owner)), interval)


def _office_holder_claims(
    message: SpokenMessage, start: int, end: int, inside: list[NameMention]
) -> Iterator[RelationClaim]:
    for match in _OFFICE_HOLDER.finditer(message.content, start, end):
        holders = [each for each in inside if each.start == match.start("who")]
        owner = _office_owner(message.content, match, inside)
        if holders and owner:
            who = replace(_referent(holders[0]), kind=EntityKind.PERSON)
            parts = (who, OFFICES[match["office"]], Referent(owner))
            yield _claim(
                message, start, end, parts, _claim_interval(message, start, end, Aspect.STATE)
            )


def _office_owner(content: str, match: re.Match[str], before: list[NameMention]) -> str:
    """What the office is of: अर्थ in अर्थमन्त्री, पोखरा in पोखराका मेयर."""
    if match["of"]:
        return match["of"]
    owned = re.search(r"(\S+?)(?:को|का|की)\s*$", content[: match.start("office")])
    whole = next((each.text for each in before if owned and each.end == owned.end(1)), "")
    return whole or (owned[1] if owned else "")


def _claim_interval(message: SpokenMessage, start: int, end: int, aspect: Aspect) -> Interval:
    times = find_times(message.content[start:end], message.at)
    since = next((each.begins for each in times if each.cue in (Cue.SINCE, Cue.AT)), None)
    if aspect is Aspect.END:
        return Interval(None, since or message.at)
    return Interval(since or message.at)


def _referent(mention: NameMention) -> Referent:
    return Referent(mention.text, KINDS[mention.kind], mention.confidence, is_named=True)


def _claim(
    message: SpokenMessage,
    start: int,
    end: int,
    parts: tuple[Referent, str, Referent],
    interval: Interval,
) -> RelationClaim:
    subject, relation, other = parts
    quote = message.content[start:end]
    first = start + len(quote) - len(quote.lstrip())
    last = first + len(quote.strip())
    text = message.content[first:last]
    if subject.name == message.speaker:
        text = f"{subject.name}: {text}"
    confidence = round(min(0.9, CONFIDENCE * (subject.confidence + other.confidence) / 1.6), 2)
    return RelationClaim(subject, relation, other, text, first, last, interval, confidence)


def speaker_claims(
    message: SpokenMessage, start: int, end: int, inside: Sequence[NameMention]
) -> Iterator[RelationClaim]:
    """Claims that speakers make about themselves and their family; none without a known speaker."""
    if not message.speaker:
        return
    speaker = Referent(message.speaker, EntityKind.PERSON, 0.9, is_named=True)
    details = (
        *_own_details(message.content[start:end]),
        *_kin(message.content, start, end, inside),
    )
    for relation, other, confidence in details:
        subject, target = (other, speaker) if relation in INVERSE_TIES else (speaker, other)
        yield _speaker_claim(message, (start, end), (subject, relation, target), confidence)


def _own_details(words: str) -> Iterator[tuple[str, Referent, float]]:
    if likes := _LIKES.search(words):
        relation = "LIKES" if likes["verb"] == "पर्छ" else "DISLIKES"
        yield relation, Referent(likes["what"]), SPEAKER_CONFIDENCE
    if owns := _OWNS.search(words):
        yield "OWNS", Referent(owns["what"]), SPEAKER_CONFIDENCE
    if work := _WORK.search(words):
        yield "HAS_POSITION", Referent(work["what"]), SPEAKER_CONFIDENCE
    if phone := _PHONE.search(words):
        yield "HAS_PHONE", Referent(phone["what"].translate(DIGITS)), SPEAKER_CONFIDENCE
    if (mail := EMAIL.search(words)) and re.search(r"मेरो\s+(?:इमेल|ई-मेल)", words):
        yield "HAS_EMAIL", Referent(mail.group()), SPEAKER_CONFIDENCE
    if (age := _AGE.search(words)) and 0 < int(age["years"]) <= OLDEST:
        yield "HAS_AGE", Referent(f"{int(age['years'])} years"), SPEAKER_CONFIDENCE


def _kin(
    content: str, start: int, end: int, inside: Sequence[NameMention]
) -> Iterator[tuple[str, Referent, float]]:
    """Relatives and friends whose name follows directly after the word for them."""
    for match in _TIE.finditer(content, start, end):
        names = [
            each
            for each in inside
            if each.kind is MentionKind.PERSON and not content[match.end() : each.start].strip()
            if each.start >= match.end()
        ]
        for each in names[:1]:
            kin = Referent(each.text, EntityKind.PERSON, each.confidence, is_named=True)
            yield TIES[match["tie"]], kin, TIE_CONFIDENCE


def _speaker_claim(
    message: SpokenMessage,
    place: tuple[int, int],
    parts: tuple[Referent, str, Referent],
    confidence: float,
) -> RelationClaim:
    subject, relation, other = parts
    quote = message.content[place[0] : place[1]]
    start = place[0] + len(quote) - len(quote.lstrip())
    end = start + len(quote.strip())
    text = f"{message.speaker}: {message.content[start:end]}"
    return RelationClaim(
        subject, relation, other, text, start, end, Interval(message.at), confidence
    )
