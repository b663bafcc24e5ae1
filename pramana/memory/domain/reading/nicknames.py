"""Which names of a message are the same person: nicknames, introductions, names in full, and
namesakes who differ."""

import re
from collections.abc import Iterable, Iterator

from pramana.language.tagging import MentionKind, tag
from pramana.memory.contracts.extraction import IdentityStatement
from pramana.memory.domain.reading.claims import RelationClaim
from pramana.memory.domain.reading.lexicon import GREETINGS, TIME_NOUNS, word_set
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.names import KIN_TITLES
from pramana.memory.domain.reading.nepali_people import clean_name

_NAME = r"[A-Z][\w'’.-]*(?:[ ][A-Z][\w'’.-]*){0,3}"
_NICK = r"[\"“']?(?P<nick>[A-Z][\w’.-]+)[\"”']?"
_WORD = r"[\u0900-\u0963\u0970-\u097F]{1,40}"
_CALLERS = (
    r"(?:everyone|everybody|people|friends|they|we|we all|you lot|all of us|the family"
    r"|(?:his|her|their|my|our) (?:mother|father|mum|mom|dad|wife|husband|gran|grandmother"
    r"|brother|sister|parents|kids|children|friends|mates))"
)
_KIN = f"(?:{'|'.join(sorted(KIN_TITLES))})"
SPEAKER_NICKNAMES = (
    re.compile(rf"\b{_CALLERS} (?:just |all |always )?calls? me {_NICK}", re.IGNORECASE),
    re.compile(rf"\b(?:just |please )?call me {_NICK}", re.IGNORECASE),
    re.compile(rf"\bI(?:'m| am) (?:also )?(?:known as|called) {_NICK}"),
    re.compile(rf"\bmy nickname is {_NICK}", re.IGNORECASE),
    re.compile(
        rf"(?:^|[.!?,]\s+){_NICK} to (?:everybody|everyone|all of you|all|you|you all|friends"
        r"|my friends|the family|most people|the lads|the team)\b"
    ),
    re.compile(rf"\b(?:but |mostly |usually |just )?I go by {_NICK}"),
    re.compile(rf"^{_NAME}(?: here)?,? (?:or|aka|alias) {_NICK}(?=,|\.| as | to | for | if )"),
    re.compile(
        rf"\b(?i:nobody|no one|no-one) calls me that\b[^.!?]{{0,25}}?\bit(?:['’]s| is) {_NICK}"
    ),
    re.compile(rf"\b[Mm]alai (?:\w+ ){{0,2}}?(?P<nick>[A-Z]\w+)(?: {_KIN})? bhan\w+"),
    re.compile(rf"(?<!\S)मलाई\s+(?:\S+\s+){{0,2}}?(?P<nick>{_WORD})\s+(?:भन्|भनेर\s+बोलाउ)\S+"),
)
NICKNAMES = (
    re.compile(
        rf"\b(?i:{_CALLERS}) (?:just |all |always )?calls? "
        rf"(?P<who>(?!me\b|him\b|her\b){_NAME}) {_NICK}"
    ),
    re.compile(rf"\b(?P<who>{_NAME}),? (?:also |better )?known as {_NICK}"),
    re.compile(rf"\b(?P<who>{_NAME}),? (?:alias|aka|a\.k\.a\.) {_NICK}"),
    re.compile(rf"\b(?P<who>{_NAME})'s nickname is {_NICK}"),
    re.compile(
        r"(?:^|[.!?,;]\s+)(?P<nick>[A-Z][\w’-]{1,30}) (?:=|is short for|short for|stands for)"
        r" (?P<who>[A-Z][\w’-]{1,30}(?: [A-Z][\w’-]{1,30}){0,3})(?! (?:= |is ))"
    ),
    re.compile(
        rf"\b[Aa]t home,? (?P<who>[A-Z][\w’-]{{1,30}}) is (?:just |only |always )?{_NICK}"
        r"(?=[,.;!?]|$)"
    ),
    re.compile(
        rf"\b(?P<who>{_NAME}),? \(?(?:but |and |though )?(?i:{_CALLERS})"
        rf" (?:only |just |all |always )?says? {_NICK}"
    ),
    re.compile(
        rf"\b(?P<who>{_NAME})(?: {_KIN})? lai (?:[a-z]+ ){{0,3}}?(?P<nick>[A-Z]\w+)(?: {_KIN})?"
        r" bhan(?:chh?an|chh?in|chh?au|inchh?a|chh?aun)\b"
    ),
    re.compile(
        rf"\b(?P<nick>[A-Z][\w’-]+)[!,.] That(?:'s| is) what (?:I|we|they|people)"
        rf"(?: all| always| still)? call(?:ed)? (?P<who>{_NAME})"
    ),
    re.compile(
        rf"(?<![\u0900-\u0963\u0970-\u097F])(?P<who>{_WORD}?(?:\s{_WORD}?)?)(?<!\sम)लाई\s+(?:(?:घरमा|सबैले|हामी|साथीहरूले|प्यारले)\s+){{0,2}}"
        rf"(?P<nick>{_WORD})\s+(?:भन्छ\S*|भनिन्छ|भनेर\s+बोलाउ\S+)"
    ),
)
CHILD_NICKNAME = re.compile(
    rf"(?<!\S)नाम\s+(?:चाहिँ\s+)?(?P<who>{_WORD}?)(?:\s+(?:हो|राख\S{{1,12}}))?\s?[,।]\s*(?:घरमा|प्यारले|हामी)\s+"
    rf"(?P<nick>{_WORD})\s+(?:भन्छ\S*|भनेर\s+बोलाउ\S+)"
)
"""What a child is called at home, after its name: नाम आयुष, घरमा बाबु भन्छौँ."""
INTRODUCTIONS = (
    re.compile(
        rf"(?:^|[.!?]\s+)(?:I'm|I am|This is|My name is) (?P<who>{_NAME})(?=[,.!]|$| here| from)"
    ),
    re.compile(rf"^(?:Hi|Hello|Namaste|Present|And)?[,!.]?\s*(?P<who>{_NAME}) here\b"),
)
SIGNATURE = re.compile(
    r"(?:(?:Hi|Hello|Hey|Namaste|Morning|Evening)(?: \w+)?[,!.]+\s*)?"
    r"(?P<nick>[A-Z][\w’-]+) (?:here\b[,.!]|(?:checking|signing) in\b|speaking\b)"
)
"""A message that opens with the name its speaker goes by: "Teddy here, …"."""
NEW_NAME = re.compile(
    rf"(?:^|[.!?:,]\s+|\b(?:[Ii]t(?:['’]s| is)|I(?:['’]m| am)|my name is|I go by) )"
    rf"(?P<who>{_NAME}) (?:now|from now on|these days)\b"
)
"""The name that a speaker bears since a change: their first name with another surname."""
_TO_US = (
    r"(?:to (?:us|me|everyone|everybody|all|all of us|friends|the family|her friends|his friends))"
)
NICKNAMES_OF_LAST = (
    re.compile(rf"(?:^|[.!?,;]\s+)(?:[Jj]ust |[Pp]lease |[Ww]e )?[Cc]all (?:him|her|them) {_NICK}"),
    re.compile(rf"\bI(?:'m| am|'ll| will)? (?:just |always )?call(?:ing)? (?:him|her) {_NICK}"),
    re.compile(rf"\b(?:[Hh]e|[Ss]he)(?:'s| is) {_NICK} for short\b"),
    re.compile(rf"\b(?i:{_CALLERS}) (?:just |all |always )?calls? (?:him|her|them) {_NICK}"),
    re.compile(rf"\b(?:He|She)(?:'s| is) (?:just |only |always )?{_NICK} {_TO_US}"),
    re.compile(
        rf"\b(?:He|She) (?:only |always )?(?:answers to|goes by|prefers|likes to be called) {_NICK}"
    ),
    re.compile(rf"\bknown (?:to [^,.!?;\n]{{1,40}}? )?as {_NICK}(?=[,.;!?]|$)"),
    re.compile(rf"\b(?:He|She) (?:wants|likes|prefers|asked) to be (?:called |known as )?{_NICK}"),
)
"""Nicknames of the person whom the message named last."""
_PLAIN_NAME = r"[A-Z][\w'’-]+(?:[ ][A-Z][\w'’-]+){0,3}"
ANSWERS_TO = re.compile(
    rf"\b(?P<who>{_PLAIN_NAME}) (?:only |always |just )?(?:answers to|goes by|prefers to be called)"
    rf" {_NICK}"
)
IS_TO_US = re.compile(rf"\b(?P<who>{_PLAIN_NAME}) is (?:just |always )?{_NICK} {_TO_US}")
LAST_NAMED = re.compile(rf"\b{_PLAIN_NAME}")
FORMAL_NAMES = (
    re.compile(
        rf"\b(?P<who>[A-Z][\w’-]+) is (?P<nick>{_NAME}) (?:on|in)"
        r" (?:(?:the|her|his|their) )?(?:forms?|passport|papers?)\b"
    ),
    re.compile(rf"\b(?P<who>[A-Z][\w’-]+)'s (?:full|real|proper) name is (?P<nick>{_NAME})"),
)
NAMES_OF_LAST = (
    re.compile(
        r"\b(?:[Rr]eal|[Ff]ull|[Pp]roper|[Ll]egal|[Oo]fficial|[Ww]hole) name:? (?:is |being )?"
        rf"(?P<nick>{_PLAIN_NAME})"
    ),
    re.compile(rf"(?<!\S)(?:घरको|घरमा\s+बोलाउने|बोलाउने)\s+नाम\s+(?P<nick>{_WORD})"),
)
"""Another name of the person whom the message named last."""
AGREED_NAME = re.compile(
    r"^\W{0,3}(?:OK|Ok|Okay|Fine|Right)?[,.]? ?(?P<nick>[A-Z][\w’-]{1,30}) it is\b"
)
"""A nickname that the speaker was asked to take: "Nobody calls you Robert." – "Bob it is."."""
CALLED_YOU = re.compile(r"\b(?:call(?:s|ed|ing)? you|your name|say|write|put)\b", re.IGNORECASE)
ASKED_NAME = re.compile(
    r"\b(?P<who>[A-Z][\w’-]+)['’]s (?:full |real |proper |whole |last |official )?(?:sur)?name\b"
)
ANSWERED_NAME = re.compile(
    rf"(?:(?:It|That|He|She)(?:['’]s| is) )?(?P<nick>{_PLAIN_NAME})(?=[.,!]|$)"
)
"""The name in full, for which the message before asked: "Lucho's full name?", "Luis Champi."."""
DIFFERENT = re.compile(
    rf"\b(?P<who>{_NAME}),? (?:is )?(?:a different|another|the other|not the same)"
    r" (?P<nick>[A-Z][\w’-]+)"
)
NOT_NICKNAMES = word_set(
    "he she my we they everybody two nobody everyone still new over out right i me if when on at"
    " back sir the it that this all just you"
)


def identity_statements(message: SpokenMessage) -> Iterator[IdentityStatement]:
    content = message.content
    if message.speaker:
        yield from _speaker_statements(message)
    for match in _matches(NICKNAMES, content):
        yield from _nickname(match, match["who"])
    for match in _matches((ANSWERS_TO, IS_TO_US, CHILD_NICKNAME), content):
        yield from _nickname(match, match["who"])
    for match in _matches(NICKNAMES_OF_LAST, content):
        for person in _last_person(message, match):
            yield from _nickname(match, person)
    for match in _matches(NAMES_OF_LAST, content):
        for person in _last_person(message, match):
            yield _statement("same", match["nick"], person, match)
    yield from _answered_name(message)
    for match in _matches(FORMAL_NAMES, content):
        yield _statement("same", match["who"], match["nick"], match)
    for match in DIFFERENT.finditer(content):
        yield _statement("different", match["who"], match["nick"], match)


def _answered_name(message: SpokenMessage) -> Iterator[IdentityStatement]:
    asked = ASKED_NAME.search(message.before[0]) if message.before else None
    answer = ANSWERED_NAME.match(message.content) if asked else None
    if asked and answer and " " in answer["nick"]:
        yield _statement("same", answer["nick"], asked["who"], answer)


def _last_person(message: SpokenMessage, match: re.Match[str]) -> list[str]:
    """The person who was named last before a place, or else the only one of the message before."""
    before = message.content[: match.start()]
    sentence = before.rstrip(" .!?।").rsplit(". ", 1)[-1].rsplit("।", 1)[-1]
    named = [each.text for each in tag(sentence) if each.kind is MentionKind.PERSON]
    named = named or [each for each in LAST_NAMED.findall(sentence) if _may_be_name(each)]
    named = [each for each in named if each != match["nick"].strip(".")]
    earlier = message.before[0] if message.before and not named else ""
    named = named or [each.text for each in tag(earlier) if each.kind is MentionKind.PERSON]
    return named[:1] if not earlier or len(set(named)) == 1 else []


def _may_be_name(words: str) -> bool:
    first = words.split()[0].casefold()
    return first not in NOT_NICKNAMES and first not in TIME_NOUNS and first not in GREETINGS


def _speaker_statements(message: SpokenMessage) -> Iterator[IdentityStatement]:
    for match in _matches(SPEAKER_NICKNAMES, message.content):
        yield from _nickname(match, message.speaker)
    for match in _matches(INTRODUCTIONS, message.content):
        if _is_part(match["who"], message.speaker):
            yield _statement("same", match["who"], message.speaker, match)
    for match in NEW_NAME.finditer(message.content):
        first, *rest = match["who"].split()
        if rest and first == message.speaker.split()[0] and match["who"] != message.speaker:
            yield _statement("same", match["who"], message.speaker, match)
    agreed = AGREED_NAME.match(message.content)
    asked = message.before[0] if agreed and message.before else ""
    if agreed and re.search(rf"\b{agreed['nick']}\b", asked) and CALLED_YOU.search(asked):
        yield from _nickname(agreed, message.speaker)
    opening = SIGNATURE.match(message.content)
    if opening and not _is_part(opening["nick"], message.speaker):
        yield from _nickname(opening, message.speaker)


def _matches(patterns: tuple[re.Pattern[str], ...], content: str) -> Iterator[re.Match[str]]:
    for pattern in patterns:
        yield from pattern.finditer(content)


def _nickname(match: re.Match[str], other: str) -> Iterator[IdentityStatement]:
    nick, other = match["nick"].strip("."), clean_name(other) or other
    if nick.casefold() not in NOT_NICKNAMES and nick.casefold() != other.casefold():
        yield _statement("nickname", nick, other, match)


def _statement(kind: str, name: str, other: str, match: re.Match[str]) -> IdentityStatement:
    return IdentityStatement.model_validate(
        {"kind": kind, "name": name, "other": other, "quote": match.group().strip()}
    )


def _is_part(name: str, speaker: str) -> bool:
    """Whether a speaker introduces themselves with a part of the name they write under."""
    words = speaker.casefold().split()
    return name.casefold() != speaker.casefold() and all(
        each in words for each in name.casefold().split()
    )


def without_ties_to_oneself(
    claims: Iterable[RelationClaim], identities: Iterable[IdentityStatement]
) -> list[RelationClaim]:
    """The claims without those between two names of one person: "Dad is Otto Lund on paper"."""
    pairs = [{each.name, each.other} for each in identities if each.kind != "different"]
    return [each for each in claims if {each.subject.name, each.object.name} not in pairs]
