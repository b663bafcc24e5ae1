"""What patterns find where a parse fails: announcements in set phrases, such as last days,
appointments and births."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.language.tagging import MentionKind, tag
from pramana.memory.contracts.graph import Grain, Interval
from pramana.memory.domain.families import SPHERE_FAMILIES, Sphere
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval, first_time
from pramana.memory.domain.reading.first_days import office_first_day
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage, parse_english
from pramana.memory.domain.reading.relatives import relative_claims

CONFIDENCE = 0.85
_NAME = r"[A-Z][\w’-]{0,40}(?:[ ][A-Z][\w’-]{0,40}){0,3}"
_ROLE = r"[a-z][a-z-]*(?: [a-z][a-z-]*){0,2}"
_LAST = r"(?:last|final) (?:day|night|shift|evening|morning|week|match|game|class|lesson|rehearsal)"
_WHOSE = rf"\b(?P<whose>[Mm]y|[Hh]is|[Hh]er|(?P<name>{_NAME})['’]s)"
LAST_DAY_AS = re.compile(
    rf"{_WHOSE} {_LAST} as (?:the |our |your |a )?"
    rf"(?P<role>{_ROLE})(?: (?:of|at|for) (?:the )?(?P<body>{_NAME}))?,?"
    r" (?:is|was|will be) (?:on )?(?P<when>[^.;!?\n]+)"
)
TIME_AS = re.compile(
    rf"{_WHOSE} (?:time|term|tenure|stint|spell) as (?:the |our |your |a )?"
    rf"(?P<role>{_ROLE}?)(?: (?:of|at|for) (?:the )?(?P<body>{_NAME}))?,?"
    r" (?:ends|ended|will end|finishes|finished|runs out|ran out|expires|expired|is over"
    r"|comes to an end|came to an end|is up)(?: on)?(?P<when>[^.;!?\n]*)"
)
"""The end of a time in office: "My time as chair ends on 3 May"."""
LAST_DAY = re.compile(
    rf"\b(?P<name>{_NAME})(?: the [a-z-]+)?['’]s {_LAST}(?: (?:with|at|in|here)(?: [a-z]+){{0,2}})?"
    r" (?:is|was|will be) (?:on )?(?P<when>[^.;!?\n]+)"
)
LEAVES_LAST_DAY = re.compile(
    rf"\b(?P<name>{_NAME})(?: is|['’]s| will be) (?:leaving|moving on|retiring|going)"
    r"(?: us| soon)?[,;.]"
    rf" (?:and )?(?:[Hh]is|[Hh]er|[Tt]heir) {_LAST}(?: (?:with|at|in|here)(?: [a-z]+){{0,2}})?"
    r" (?:is|will be) (?:on )?(?P<when>[^.;!?\n]+)"
)
PRESENT = re.compile(
    rf"\b(?:Present|In attendance|Attending|Attendees|Attended by)(?: were| was)?:?\s"
    rf"(?P<who>{_NAME}(?:(?:,? and |, (?:and |plus )?| plus )"
    rf"(?:{_NAME}|myself|me|yours truly)){{1,15}})"
)
"""Who came to a meeting, as minutes list them."""
MINUTES_OF = re.compile(rf"\b(?i:minutes),? (?:of |from |for )?(?:the )?(?P<body>{_NAME})")
NAMED_ROLE = re.compile(rf"\b(?P<name>{_NAME}) the (?P<role>[a-z-]+)\b(?! (?:of|who|that))")
"""A name with somebody's work: "Kit the plumber"."""
APPOINTED = re.compile(
    r"\b(?:elected|appointed|chosen?|chose|made|named|voted|picked|promoted)"
    rf" (?P<name>{_NAME}) (?:in )?(?:as |to be |to )?(?:the |our |a )?(?:new )?(?P<role>{_ROLE}?)"
    rf"(?: of (?:the )?(?P<body>{_NAME}))?(?=,| from\b| on\b| since\b| last\b| yesterday|[.;!\n]|$)"
)
_UP_TO_TIME = (
    r"(?=,| from\b| on\b| since\b| last\b| yesterday| today| there\b| here\b| as of\b| effective\b"
    r"| starting\b|[.;!\n]|$)"
)
BECOMES = re.compile(
    rf"\b(?P<who>I|[Hh]e|[Ss]he|{_NAME})(?:['’](?:ve|s))?(?: (?:has|have|will|just|now|also))*"
    r" (?:gets|got (?!the)|(?:been|was|were|is|being) (?:made|named|appointed|promoted to|chosen as"
    r"|picked as|(?:re-?)?elected)|made it to|(?:accepted|taken|got|landed|took|accepts|takes) the"
    r" (?:position|role|post|job|office) of)"
    rf" (?:the |our |a )?(?:new )?(?P<role>{_ROLE}?)"
    r"(?P<field> of (?:the )?[a-z]+(?: and [a-z]+)?)?"
    rf"(?: (?:of|at|for) (?:the )?(?P<body>{_NAME}(?: of {_NAME})?))?{_UP_TO_TIME}"
)
"""Who gets a post: "Ana gets head cook from 1 June", "I have accepted the position of dean"."""
STARTS_AS = re.compile(
    rf"\b(?P<who>I|[Hh]e|[Ss]he|{_NAME})(?:['’](?:m|s))?(?: (?:is|am|will|has|just))*"
    r" (?:starts?|starting|begins?|joins?|joining|joined|started)(?: with)?(?: us| the team| here)?"
    r"(?: on [^.,;!?]{3,24}?| from [^.,;!?]{3,24}?| tomorrow| today)? as (?:the |our |an? )?"
    rf"(?:new )?(?P<role>{_ROLE}?)(?P<field> of [a-z]+)?{_UP_TO_TIME}"
)
"""Who begins in a post: "Ana starts with us on 2 June as head of sales"."""
BIRTH = re.compile(
    rf"\b(?P<who>I|We|[Mm]y (?P<tie>[a-z-]+)(?: (?P<relative>{_NAME}))?|(?P<name>{_NAME}))"
    r" (?:just )?(?:had|has had|have had|gave birth to|welcomed)"
    r" (?:a |an |his |her |their |our |the )?"
    r"(?:[a-z]+ ){0,2}?(?:baby )?(?P<child>girl|boy|son|daughter|baby)"
    r"(?=[,.;!\n]|$| (?:on|in|at|last|this|yesterday|today|tonight|early|and|called|named)\b)"
)
"""Somebody had a child."""
CHILD_NAME = re.compile(
    rf"\b(?:named|called|calling|call|name) (?:her|him|the baby|it) (?P<name>{_NAME})"
    rf"|\b(?:[Hh]er|[Hh]is|[Tt]he) name(?:['’]s| is) (?P<given>{_NAME})"
    rf"|\b[Nn]ame(?:['’]s| is|d)? (?P<bare>{_NAME})"
    rf"|(?:, | and )(?:is )?(?:called|named) (?P<called>{_NAME})"
)
CHILDREN = {"girl": "daughter", "boy": "son", "baby": "child"}
GIVEN_UP = re.compile(
    rf"\b(?P<who>I|{_NAME})(?:['’](?:ve|s))?(?: (?:has|have|just|finally|also))*"
    r" (?:gave up|given up|handed in|handed back|laid down|let go of|resigned)"
    r" (?:the|my|his|her|their)"
    rf" (?:(?:(?:job|post|role|position|office) (?:of|as) (?:the )?(?P<office>{_ROLE}?)"
    r"(?=[,.;!\n]|$| (?:and|on|in|at|last|today|yesterday|after|to)\b))"
    rf"|(?P<role>{_ROLE}?)(?:['’]s?)? (?:job|post|role|position|office)\b)"
)
"""Who gave up a post: "Ana gave up the treasurer's job"."""
FIRST_DAY_AS = re.compile(
    rf"\b(?:[Mm]y |(?P<name>{_NAME})['’]s )?[Ff]irst (?:day|week|shift|month|match|term)"
    rf" (?:today )?as (?:the |our |your |an? )?(?:new )?(?P<role>{_ROLE}?)"
    rf"(?: (?:of|at|for) (?:the )?(?P<body>{_NAME}))?"
    r"(?=[,.;!\n]|$| (?:today|on|is|was|and|at|in|done|over|complete)\b)"
)
"""The first day in a post: "First day as editor of the Post."."""
UNREAL = re.compile(
    r"\b(?:if|would|might|(?-i:may)|could|should|never|not|n't|hope|wish)\b|\?", re.IGNORECASE
)


def announced_claims(message: SpokenMessage) -> Iterator[RelationClaim | EndClaim]:
    """The claims of a message's set phrases. A sentence that only imagines them makes none."""
    for sentence in SENTENCE.finditer(message.content):
        words = sentence.group()
        if UNREAL.search(words):
            continue
        yield from _last_days(message, words, sentence.start())
        yield from _attendances(message, words, sentence.start())
        for named in NAMED_ROLE.finditer(words):
            if _is_role(named["role"]) and _is_name(message, sentence.start() + named.start()):
                place = (sentence.start(), words)
                interval = Interval(message.at, start_grain=Grain.UNKNOWN)
                yield _position(named["name"], named["role"], "", interval, place)
        yield from _resignations(message, words, sentence.start())
        yield from _appointments(message, words, sentence.start())
        yield from _promotions(message, words, sentence.start())
        yield from _births(message, words, sentence.start())
        yield from relative_claims(message, words, sentence.start())
        yield from _first_days(message, words, sentence.start())


def _owner_of(message: SpokenMessage, match: re.Match[str], start: int) -> str:
    """Whose last day it is: the named person's, the speaker's, or of whoever was named before."""
    if match["name"]:
        return str(match["name"])
    if match.groupdict().get("whose", "").casefold() not in ("his", "her"):
        return message.speaker
    people = [
        each.text
        for each in tag(message.content[: start + match.start()])
        if each.kind is MentionKind.PERSON
    ]
    return people[-1] if people else ""


def _last_days(
    message: SpokenMessage, words: str, start: int
) -> Iterator[RelationClaim | EndClaim]:
    patterns = (LAST_DAY_AS, TIME_AS, LAST_DAY, LEAVES_LAST_DAY)
    for match in (found for each in patterns for found in each.finditer(words)):
        owner, role = _owner_of(message, match, start), match.groupdict().get("role")
        if not owner or (role and not _is_role(role)):
            continue
        ahead = not re.search(r"\b(?:was|ended|finished|ran|expired|came)\b", match.group())
        time = first_time(find_chat_times(match["when"], message.at, ahead=ahead))
        interval = dated_interval(None, time, message.at, ends=True)
        place = (start, start + len(words.rstrip()))
        subject = Referent(owner, EntityKind.PERSON, 0.9, is_named=True)
        office = lexicon.OFFICES.get(role.rsplit(" ", 1)[-1]) if role else None
        families = tuple(dict.fromkeys((office or "HAS_POSITION", "HAS_POSITION")))
        families = families if role else SPHERE_FAMILIES[Sphere.WORK]
        yield EndClaim(subject, families, interval, *place)


def _attendances(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    """ "Present: Ana Ruiz, Ben Roe and myself": who came to the meeting of the minutes."""
    for match in PRESENT.finditer(words):
        minutes = MINUTES_OF.search(message.content, 0, start + match.start())
        meeting = Referent(f"{minutes['body']} meeting" if minutes else "meeting")
        interval = Interval(message.at)
        first = start + len(words) - len(words.lstrip())
        for name in re.split(r",? and |, (?:and |plus )?| plus ", match["who"]):
            who = message.speaker if name in ("myself", "me", "yours truly") else name
            if not who:
                continue
            subject = Referent(who, EntityKind.PERSON, 0.85, is_named=True)
            text = f"{who} attended the {meeting.name}."
            place = (first, start + len(words.rstrip()))
            yield RelationClaim(subject, "ATTENDED", meeting, text, *place, interval, CONFIDENCE)


def _resignations(message: SpokenMessage, words: str, start: int) -> Iterator[EndClaim]:
    for match in GIVEN_UP.finditer(words):
        role = match["role"] or match["office"] or ""
        is_person = match["who"] == "I" or _is_name(message, start + match.start("who"))
        if not is_person or not _is_role(role):
            continue
        who = message.speaker if match["who"] == "I" else match["who"]
        time = first_time(find_chat_times(words[match.end() :], message.at))
        interval = dated_interval(None, time, message.at, ends=True)
        subject = Referent(who, EntityKind.PERSON, 0.9, is_named=True)
        office = lexicon.OFFICES.get(role.rsplit(" ", 1)[-1], "HAS_POSITION")
        families = tuple(dict.fromkeys((office, "HAS_POSITION")))
        place = (start, start + len(words.rstrip()))
        yield EndClaim(subject, families, interval, *place, words=(role,))


def _appointments(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    for match in APPOINTED.finditer(words):
        role = match["role"]
        if not _is_role(role):
            continue
        ahead = bool(re.search(r"\bfrom\b", words))
        time = office_first_day(message.content[:start], words, message.at)
        time = time or first_time(find_chat_times(words, message.at, ahead=ahead))
        interval = dated_interval(time, None, message.at)
        yield _position(match["name"], role, match["body"] or "", interval, (start, words))


def _promotions(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    for match in (*BECOMES.finditer(words), *STARTS_AS.finditer(words)):
        if not _is_role(match["role"]):
            continue
        who = match["who"]
        if who in ("I", "He", "he", "She", "she"):
            before = tag(message.content[: start + match.start()])
            people = [each.text for each in before if each.kind is MentionKind.PERSON]
            who = message.speaker if who == "I" else people[-1] if people else ""
        elif not _is_name(message, start + match.start("who")):
            continue
        ahead = bool(
            re.search(r"\b(?:from|will|gets|starting|accepted|starts|joins|begins)\b", words)
        )
        time = first_time(find_chat_times(words, message.at, ahead=ahead))
        interval = dated_interval(time, None, message.at)
        if who:
            role = match["role"] + (match["field"] or "")
            claim = _position(who, role, "", interval, (start, words))
            yield replace(claim, text=claim.text.replace(" is ", " is the ", 1))


def _first_days(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    for match in FIRST_DAY_AS.finditer(words):
        owner = match["name"] or message.speaker
        if owner and _is_role(match["role"]):
            time = first_time(find_chat_times(words, message.at))
            interval = dated_interval(time, None, message.at)
            role = f"the {match['role']}" if not match["body"] else match["role"]
            claim = _position(owner, match["role"], match["body"] or "", interval, (start, words))
            text = claim.text.replace(f"is {match['role']}", f"is {role}", 1)
            yield replace(claim, text=text)


def _births(message: SpokenMessage, words: str, start: int) -> Iterator[RelationClaim]:
    """ "My sister Ann had a girl on 3 May. They've named her Mia.": whose child, and when born."""
    match = BIRTH.search(words)
    rest = message.content[start:]
    given = CHILD_NAME.search(rest, match.end()) if match else None
    if match is None or not message.speaker:
        return
    tie = CHILDREN.get(match["child"], match["child"])
    parent = match["name"] or match["relative"]
    owner = parent or (
        message.speaker if not match["tie"] else f"{message.speaker}'s {match['tie']}"
    )
    who = Referent(owner, EntityKind.PERSON, 0.85, is_named=bool(parent or not match["tie"]))
    if not parent and match["tie"]:
        who = replace(who, owner=message.speaker, tie=match["tie"])
    name = (given[given.lastgroup or 0]) if given else f"{owner}'s {tie}"
    child = Referent(name, EntityKind.PERSON, 0.8, is_named=bool(given))
    if not given:
        child = replace(child, owner=owner, tie=tie)
    time = first_time(find_chat_times(rest, message.at))
    interval, place = dated_interval(time, None, message.at), (start, start + len(words.rstrip()))
    kin = f"{name} is {owner}'s {tie}." if given else f"{owner} has a {tie}."
    yield RelationClaim(child, "CHILD_OF", who, kin, *place, interval, CONFIDENCE)
    if time:
        day = time.begins.date().isoformat()
        text = f"{name} was born on {day}."
        yield RelationClaim(child, "BORN_ON", Referent(day), text, *place, interval, CONFIDENCE)


def _position(
    name: str,
    role: str,
    body: str,
    interval: Interval,
    sentence: tuple[int, str],
) -> RelationClaim:
    start, words = sentence
    first = start + len(words) - len(words.lstrip())
    subject = Referent(name, EntityKind.PERSON, 0.85, is_named=True)
    office = lexicon.OFFICES.get(role.rsplit(" ", 1)[-1]) if body else None
    relation = office or "HAS_POSITION"
    other = (
        Referent(body, EntityKind.ORGANIZATION, 0.8, is_named=True) if office else Referent(role)
    )
    text = f"{name} is {role}{f' of {body}' if body else ''}."
    end = start + len(words.rstrip())
    return RelationClaim(subject, relation, other, text, first, end, interval, CONFIDENCE)


def _is_name(message: SpokenMessage, place: int) -> bool:
    """Whether the word at a place is a name, and not the verb of "Ask the guard"."""
    return any(
        token.idx == place and token.pos_ in ("PROPN", "NOUN")
        for token in parse_english(message.content)
    )


def _is_role(words: str) -> bool:
    last = words.rsplit(" ", 1)[-1]
    return last in lexicon.OFFICES or lexicon.is_occupation(last)
