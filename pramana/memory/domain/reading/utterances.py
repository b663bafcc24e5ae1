"""Utterances: the parts of a message with a speaker and a standing of their own.

Quoted speech belongs to whoever is quoted, hearsay to whoever passes it on, and a correction to
what it corrects. Each utterance is the message with everything else blanked out, so that offsets
stay those of the message.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pramana.memory.domain.reading.messages import SpokenMessage

_NAME = r"[A-Z][\w'’.-]*(?:[ ][A-Z][\w'’.-]*){0,3}"
_WORD = r"[\u0900-\u0963\u0970-\u097F]+"
_LAZY = rf"{_WORD}?"
_QUOTE = r"[\"“«](?P<inner>[^\"“”«»\n]{2,600})[\"”»]"
QUOTED_SPEECH = (
    re.compile(
        rf"(?:(?P<unknown>\b[Hh]e|\b[Ss]he|\b[Tt]hey|\b[Ii])|(?P<who>{_NAME}))[ ]"
        r"(?:(?:just|always|also|once|only)[ ])?(?:said|says|wrote|writes|told \w+|texted|answered"
        rf"|replied|goes|went)(?: to \w+)?[ ]?[:,]?[ ]?{_QUOTE}"
    ),
    re.compile(rf"{_QUOTE}[ ]?,?[ ](?:said|says|wrote) (?P<who>{_NAME})"),
    re.compile(
        rf"(?P<who>{_LAZY}(?:\s{_LAZY}){{0,3}}?)ले\s+(?:भन|भन्)(?:े|ी|िन्|्यो|ुभयो|नुभयो|्नुभयो|ेका|ेकी)\S*"
        rf"\s*[,:]?\s*{_QUOTE}"
    ),
)
HEARSAY = (
    re.compile(rf"[Aa]ccording to (?:(?P<who>{_NAME})|[\w' -]{{2,40}}?),[ ]"),
    re.compile(
        r"(?:I['’]m told|(?:I|We)(?:'ve| have)?(?: just| also)?"
        r" (?:heard|hear|read|was told|were told|am told))"
        rf"(?: from (?P<who>{_NAME}))?(?: that|,)?[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:people|they|folks|some|somebody|someone|everybody|everyone|neighbours)"
        r" (?:say|says|said|told me|told us|claim|think)(?: that|,)?[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:apparently|supposedly|allegedly|reportedly|rumou?r has it(?: that)?|word is(?: that)?"
        r"|I (?:think|guess|believe|suppose|reckon|gather)(?: that)?|it seems(?: that)?),?[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:the )?(?:word|rumou?r|gossip|talk|story|whisper)s?\b[^.,;!?\n]{0,40}?"
        r" (?:is|are|goes|has it)(?: that|,)[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:(?:a|an|some|one|another) (?:of )?[\w' -]{2,40}?|people|they|folks|everyone|everybody)"
        r" (?:swears?|says?|said|claims?|insists?|reckons?|told (?:me|us)|thinks?|believes?"
        r"|(?:is|are|was|were) (?:saying|claiming|telling (?:me|us|everyone)))"
        r"(?: (?:at|in|on|around) [\w' -]{2,30}?)?(?: that|,)?[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:(?P<who>{_NAME})|(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is) \w+(?: {_NAME})?)"
        r" (?:told (?:me|us)|said|says|claims|claimed|thinks|believes|mentioned|reckons|wrote"
        r"|swears|insists|suspects|guesses|reckoned|insisted|tells (?:me|us))"
        r"(?: that|,)?[ ]"
    ),
)
NEPALI_HEARSAY = re.compile(r"(?<!\S)(?:रे|अरे)\s*[।.!]?\s*$")
NEPALI_HEARSAY_OPENING = re.compile(
    rf"^\s*(?:(?:मैले\s+)?सुनेको|सुनेँ|सुनें|सुन्दै\s?छु|(?:कसैले|मान्छेले|{_WORD}(?:\s{_WORD})?ले)\s+भन्\S*)\s*[,;]?\s+"
)
_FOLLOWED_BY_VERB = re.compile(r"\s\S+\s")
SENTENCE = re.compile(r"[^.!?।॥\n]+(?:\.(?=\S)[^.!?।॥\n]*)*[.!?।॥]*[\"”»)]*|\n")
CORRECTION_OPENING = re.compile(
    r"\b(?:sorry,? (?:that|it|he|she|they)\b|correction|oops|my mistake|my bad|I was wrong"
    r"|I meant|(?:scratch|scrub|strike|forget) that|what am I saying"
    r"|I (?:misread|mistyped|misheard)"
    r"|I mixed (?:\w+ )?up|wrong (?:line|name|one)|typing too fast|I confused|I got \w+ mixed up"
    r"|I made a mistake|I got (?:it|that) wrong|let me correct)\b"
    r"|(?<!\S)(?:माफ\s+गर्नुहोस्|माफ\s+पाऊँ|सच्याउँ|गलत\s+(?:लेख|भन)\S*|झुक्किए\S*|भुल\s+भयो)",
    re.IGNORECASE,
)
WRONG_BEFORE = re.compile(
    r"\b(?:sorry|wrong|mistake|oops|correction)\b[^.!?\n]*\bI (?:wrote|said|told)\b[^.!?\n]*[.!?]",
    re.IGNORECASE,
)
"""A sentence that repeats what was wrong: "Sorry, I wrote that she is a lawyer."."""
THAT = "that"
"""What a correction corrects if it does not repeat the wrong words."""


@dataclass(frozen=True)
class Utterance:
    """A part of a message, who says it, and whose claim it is (empty: the speaker's own word)."""

    message: SpokenMessage
    claimed_by: str = ""
    corrects: str = ""


def split_utterances(message: SpokenMessage) -> Iterator[Utterance]:
    """The message's own words first, then what it quotes, then what it passes on."""
    unquoted, quotes = _take_quotes(message.content)
    content, hearsay = _take_hearsay(unquoted)
    repeated = WRONG_BEFORE.search(content)
    corrects = THAT if repeated or CORRECTION_OPENING.search(content) else ""
    own = _blank(content, *repeated.span()) if repeated else content
    said = replace(message, content=own)
    if repeated:  # a pronoun may refer to whom the wrong sentence names
        before, speakers = (repeated.group(), *message.before), ("", *message.speakers_before)
        said = replace(said, before=before, speakers_before=speakers)
    yield Utterance(said, corrects=corrects)
    for who, start, end in quotes:
        if who:
            inner = replace(
                message, content=_only(message.content, start, end), speaker=who, listener=""
            )
            yield Utterance(inner, claimed_by=who)
    for who, start, end in hearsay:
        said = replace(message, content=_only(_without_re(unquoted, start, end), start, end))
        yield Utterance(said, claimed_by=who or message.speaker)


def _without_re(content: str, start: int, end: int) -> str:
    """The content, with a final रे blanked out within the range."""
    words = NEPALI_HEARSAY.sub(lambda match: " " * len(match.group()), content[start:end])
    return content[:start] + words.ljust(end - start) + content[end:]


def _only(content: str, start: int, end: int) -> str:
    return " " * start + content[start:end] + " " * (len(content) - end)


def _blank(content: str, start: int, end: int) -> str:
    return content[:start] + " " * (end - start) + content[end:]


def without_quotes(content: str) -> str:
    """The content with everything that somebody is quoted with blanked out."""
    return _take_quotes(content)[0]


def _take_quotes(content: str) -> tuple[str, list[tuple[str, int, int]]]:
    taken: list[tuple[str, int, int]] = []
    for pattern in QUOTED_SPEECH:
        for match in pattern.finditer(content):
            who = _quoted_name(match["who"] or "") or _last_named(content[: match.start()], match)
            taken.append((who, *match.span("inner")))
            content = _blank(content, *match.span("inner"))
    return content, taken


_PLAIN_NAME = re.compile(r"\b[A-Z][\w’-]+(?:[ ][A-Z][\w’-]+){0,3}")
_NO_NAMES = frozenset(("He", "She", "They", "I", "My", "The", "A", "Our", "Yesterday", "Today"))


NAME_GIVEN = re.compile(
    rf"\b(?:[Hh]er |[Hh]is |[Tt]he )?[Nn]ame(?:['’]s| is| was) (?P<name>{_NAME})"
)
"""The name of the quoted person, given afterwards."""


def _last_named(before: str, match: re.Match[str]) -> str:
    """Whom "she said" refers to: the person that the sentences before name, if there is one."""
    if (match.groupdict().get("unknown") or "").casefold() not in ("he", "she"):
        return ""
    given = NAME_GIVEN.search(match.string, match.end())
    if given:
        return given["name"].rstrip(".")
    kin = re.compile(r"^(?:Cousin|Uncle|Aunt|Auntie|Dr|Mr|Mrs|Ms) ")
    names = [kin.sub("", each) for each in _PLAIN_NAME.findall(before)]
    named = [each for each in names if each.split()[0] not in _NO_NAMES]
    return named[-1] if len(set(named)) == 1 else ""


TIE_WORDS = frozenset(
    [
        "मेरो",
        "मेरी",
        "मेरा",
        "हाम्रो",
        "हाम्री",
        "हाम्रा",
        "उनको",
        "उहाँको",
        "र",
        "अनि",
        "तर",
        "त",
        "पनि",
        "आज",
        "हिजो",
        "भाइ",
        "दाइ",
        "दाजु",
        "दिदी",
        "बहिनी",
        "काका",
        "काकी",
        "मामा",
        "सर",
        "म्याडम",
        "मिस",
        "ज्यू",
        "जी",
        "भिनाजु",
        "बुवा",
        "बुबा",
        "आमा",
        "साथी",
        "छोरा",
        "छोरी",
        "श्रीमान्",
        "श्रीमती",
    ]
)


def _quoted_name(words: str) -> str:
    """The name of the quoted person, without words for the tie to them."""
    parts = [each for each in words.split() if each not in TIE_WORDS]
    return " ".join(parts[-3:])


def _take_hearsay(content: str) -> tuple[str, list[tuple[str, int, int]]]:
    taken: list[tuple[str, int, int]] = []
    for sentence in SENTENCE.finditer(content):
        start, end = sentence.span()
        start += len(sentence.group()) - len(sentence.group().lstrip())
        if start >= end or content[start:end].rstrip().endswith("?"):
            continue
        found = _hearsay(content, start, end)
        if found:
            who, begins = found
            taken.append((who, begins, end))
            content = _blank(content, start, end)
    return content, taken


def _hearsay(content: str, start: int, end: int) -> tuple[str, int] | None:
    """Who says what the sentence passes on, and where that begins; None if it passes on nothing."""
    for pattern in HEARSAY:
        match = pattern.match(content, start, end)
        if match and _FOLLOWED_BY_VERB.search(content, match.end(), end):
            who = match.groupdict().get("who") or ""
            return "" if who in _NO_NAMES else who, match.end()
    if NEPALI_HEARSAY.search(content[start:end]):
        opening = NEPALI_HEARSAY_OPENING.match(content[start:end])
        return "", start + (opening.end() if opening else 0)
    return None
