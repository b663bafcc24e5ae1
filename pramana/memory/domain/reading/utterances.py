"""Utterances: the parts of a message with a speaker and a standing of their own.

Quoted speech belongs to whoever is quoted, hearsay to whoever passes it on, and a correction to
what it corrects. Each utterance is the message with everything else blanked out, so that offsets
stay those of the message.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.lexicon import word_set
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage
from pramana.memory.domain.reading.suppositions import without_suppositions

_NAME = r"[A-Z][\w'’.-]{0,40}(?:[ ][A-Z][\w'’.-]{0,40}){0,3}"
_WORD = r"[\u0900-\u0963\u0970-\u097F]{1,40}"
QUOTE = re.compile(
    r"[\"“«](?P<inner>[^\"“”«»\n]{2,600})[\"”»]"
    r"|(?<![\w’])['‘](?P<single>(?:I|We|My|Our)\b[^\"\n]{2,300}?)['’](?!\w)"
)
_SAY = (
    r"(?:said|says|say|saying|wrote|writes|told|tells|texted|texts|answered|answers|replied|replies|goes"
    r"|went|shouted|shouts|yelled|admitted|announced|explained|joked|laughed|whispered|confessed|insisted"
    r"|mentioned|posted|messaged|emailed|added|declared|put it|like)"
)
SPEECH_BEFORE = re.compile(rf"\b{_SAY}\b[^.!?।\"]{{0,40}}$")
"""What introduces a quote: a verb of saying, with whom it was said to."""
SPEECH_AFTER = re.compile(
    rf"^[ ]?,?[ ](?:{_SAY})[ ](?P<who>{_NAME})|^[ ]?,?[ ](?P<first>{_NAME})[ ]{_SAY}\b"
)
NEPALI_SPEECH = re.compile(r"(?:(?<!\S)भ(?:न|न्)\S*|\b(?:bhan|van)\w+)\s*[,:]?\s*(?:कि|ki)?\s*$")
NEPALI_AGENT = re.compile(
    rf"(?P<who>{_WORD}?(?:\s{_WORD}?){{0,3}}?|{_NAME})\s?(?:ले|\ble)(?![\w\u0900-\u097F])"
)
"""Who says something in Nepali, also in Latin letters."""
NEPALI_SAID_WITHIN = re.compile(
    rf"(?<!\S)(?P<who>{_WORD}?(?:\s{_WORD}?){{0,2}}?)ले\s+(?P<inner>(?:म|मैले|मेरो|मेरी)\s[^,।!?\n]{{2,120}}?"
    r"(?:हुँ|छु|एँ|ेँ|ें|हो))\s+भन(?:्|े|ि)"
)
"""What somebody says of themselves, without quotation marks: "उसले म डाक्टर हुँ भन्छ"."""
SPOKEN = re.compile(
    r"\b(?:I|I['’]m|we|my|our|mero|hamro|maile|ma|malai)\b"
    r"|(?<!\S)(?:म|मैले|मेरो|मेरी|मेरा|मलाई|हामी|हाम्रो)(?!\S)"
)
"""Words of somebody who speaks of themselves; other words in quotation marks may be a title."""
_NO_GREETING = r"(?!(?:hi|hello|hey|thanks|thank you|welcome|goodbye|bye|congratulations|happy)\b)"
HEARSAY = (
    re.compile(rf"[Aa]ccording to (?:(?P<who>{_NAME})|[\w' -]{{2,40}}?),[ ]"),
    re.compile(
        r"(?:I['’]m told|(?:I|We)(?:'ve| have)?(?: just| also)?"
        r" (?:heard|hear|read|was told|were told|am told)|heard|hearing|been told|got told)"
        rf"(?: from (?:(?P<who>(?-i:{_NAME}))|(?:an?|the|some|my|our) [\w' -]{{2,30}}?))?"
        r"(?: that|,)?[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:people|they|folks|some|somebody|someone|everybody|everyone|(?:the )?neighbours"
        r"|the (?:village|street|office|papers?|news)|a little bird|it)"
        r"(?: (?:at|in|on|from|down|over) [\w' -]{2,30}?)?"
        r" (?:say|says|said|told me|told us|claims?|thinks?|is (?:said|rumou?red))(?: that|,)?[ ]"
        rf"{_NO_GREETING}",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:apparently|supposedly|allegedly|reportedly|rumou?r has it(?: that)?|word is(?: that)?"
        r"|I (?:think|guess|believe|suppose|reckon|gather|suspect|imagine|bet)(?: that)?"
        r"|my guess is(?: that)?|I have (?:a|the) (?:feeling|impression)(?: that)?"
        r"|I['’]?a?m (?:not|fairly|pretty|quite|almost|nearly) (?:entirely |quite |\w+ly )?"
        r"(?:sure|certain)(?: that|,? but(?: I think)?)?"
        r"|(?:it )?(?:seems|looks|sounds|appears)(?: to me)? (?:that|like|as if|as though)"
        r"|chances are(?: that)?|it seems(?: to me)?),?[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:from what (?:I|we) (?:\w+ )?(?:gather|hear|heard|understand|understood|know|see|tell)"
        r"|as far as (?:I|we) (?:know|understand|remember|can tell|can see)|for all (?:I|we) know"
        r"|if (?:I|we) (?:understood|remember|recall|heard|got)\b[^.,;!?\n]{0,40}?"
        r"|if (?:I['’]m|I am) not mistaken),?[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:the |an |some |unconfirmed |office |village |latest |today['’]s )*"
        r"(?:there(?: is| was| are| were|['’]s) (?:\w+ )?(?:talk|rumou?rs?|gossip|whispers?)"
        r" (?:of|about|that)"
        r"|(?:rumou?r|gossip|hearsay)s?\b[^.,;:!?\n]{0,40}?:"
        r"|(?:word|rumou?r|gossip|talk|story|whisper)s?\b[^.,;:!?\n]{0,40}?"
        r" (?:is|are|goes|has it)(?: that\b|,|(?=[ ](?:(?-i:[A-Z])|he |she |they |we ))))[ ]",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:(?:a|an|some|one|another) (?:of )?[\w' -]{2,40}?|people|they|folks|everyone|everybody"
        r"|facebook|instagram|the internet|twitter|linkedin)"
        r" (?:swears?|says?|said|claims?|insists?|reckons?|told (?:me|us)|thinks?|believes?"
        r"|(?:is|are|was|were) (?:saying|claiming|telling (?:me|us|everyone)))"
        r"(?: (?:at|in|on|around) [\w' -]{2,30}?)?(?: that|,)?[ ]"
        rf"{_NO_GREETING}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:(?P<who>{_NAME})|(?:[Mm]y|[Oo]ur|[Hh]er|[Hh]is) \w+(?: {_NAME})?)"
        r" (?:told (?:me|us)|said|says|claims|claimed|thinks|believes|mentioned|reckons|wrote"
        r"|swears|insists|suspects|guesses|reckoned|insisted|tells (?:me|us)|assumes"
        r"|(?:hears|heard)(?= that)"
        r"|is (?:\w+ )?(?:convinced|sure|certain|adamant|under the impression)"
        r"|(?:keeps|kept|is|was|goes around) (?:saying|telling (?:me|us|people|every\w+)))"
        r"(?: that|,)?[ ](?!(?:hi|hello|hey|thanks|thank you|yes|no|goodbye|sorry)\b)"
    ),
)
UNCONFIRMED = re.compile(
    r"\b(?:allegedly|supposedly|reportedly|apparently|purportedly|rumou?red to"
    r"|(?:is|are) (?:said|believed|thought) to)\b",
    re.IGNORECASE,
)
"""Words anywhere in a sentence that nobody vouches for."""
HEARSAY_PLACE = re.compile(
    r"(?:in|at|on|down|up|round|around|over|among|across) (?:the |our |my )?[\w'’ -]{2,40}?,? "
    r"(?=(?:they|people|folks?|some|somebody|someone|everybody|everyone|(?:the )?neighbours"
    r"|(?:the )?(?:word|rumou?rs?|gossip|talk|story))\b)",
    re.IGNORECASE,
)
"""Where something is said by nobody in particular: "Down the market they say …"."""
HEARSAY_CLOSING = re.compile(
    r"(?:,|\s[-–—]+)\s*"
    r"(?:(?:or )?so (?:they|people|folks?) (?:say|tell me)|(?:they|people|folks?) say"
    r"|(?:or )?so (?:I|we)(?: was| were|['’]m| am)? (?:hear|heard|told|read)"
    r"|I(?:['’]ve| have)? (?:hear|heard|gather|think|guess|believe|suppose|reckon)"
    r"|I(?:['’]m| am) told"
    r"|(?:or )?(?:at least )?that['’]s what [\w’' -]{1,40}?"
    r" (?:says?|said|claims?|told me|heard?|thinks?)"
    r"|rumou?r has it|apparently|supposedly|allegedly|reportedly|it seems|if I heard right"
    r"|if (?:the )?(?:rumou?rs?|gossip|talk)(?: I heard)? (?:is|are) (?:true|right|to be believed)"
    r"|(?:or )?(?:so )?(?:according to|says|said|claims|reckons) "
    rf"(?:(?P<who>{_NAME})|[\w' -]{{2,40}}?))"
    r"\s*[.!…]*\s*$"
)
NEPALI_HEARSAY = re.compile(r"(?<!\S)(?:रे|अरे)\s*[।.!]?\s*$")
_NEPALI_SAID = (
    r"(?:भने(?:को|का|की)?|भन्(?:यो|िन्|छ|छन्|छिन्|थे|थ्यो|नुभयो|नुहुन्छ|नुभएको|दै\s+(?:थि|हुनु|छ)\S*)|भनिन्|भन्‍यो)"
    r"(?:\s+(?:छ|हो|थियो|कि|अनुसार))?"
)
NEPALI_HEARSAY_OPENING = re.compile(
    r"\s*(?:अनि\s+|तर\s+|ल\s+)?(?:(?:मैले\s+|हिजो\s+)?(?:सुनेको|सुनेँ|सुनें|सुन्दै)(?:\s?छु)?(?:\s+(?:कि|नि))?"
    r"|हल्ला\s+(?:छ|चलेको\s+छ)|(?:मलाई|मेरो\s+विचारमा)\s+(?:त\s+)?लाग्छ|मेरो\s+विचारमा"
    rf"|(?P<who>{_WORD}?(?:\s{_WORD}?){{0,2}}?)ले\s+{_NEPALI_SAID}"
    rf"|(?P<by>{_WORD}(?:\s{_WORD}){{0,2}}?)(?:का|को)\s+अनुसार"
    rf"|(?:मानिसहरू|मान्छेहरू|मान्छे|सबै|गाउँले|गाउँलेहरू|छिमेकी|छिमेकीहरू|टोलमा|गाउँमा)\s+{_NEPALI_SAID})"
    r"\s*[,;:]?\s+"
)
"""Who says in Nepali what follows: "मान्छे भन्छन् …", "पसलेका अनुसार …"."""
NEPALI_NOBODY = word_set("कसै कसैले मान्छे मान्छेहरू मानिस सबै सबैले छिमेकी गाउँले जनता")
_FOLLOWED_BY_VERB = re.compile(r"\s\S+\s")
CORRECTION_OPENING = re.compile(
    r"\b(?:sorry,? (?:that|it|he|she|they)\b|correction|oops|my mistake|my bad|I was wrong"
    r"|I meant|(?:scratch|scrub|strike|forget) that|what am I saying"
    r"|I (?:misread|mistyped|misheard)"
    r"|I mixed (?:\w+ )?up|wrong (?:line|name|one|day|date|month|year|place|number|person)"
    r"|typing too fast|I confused|I got \w+ mixed up"
    r"|I made a mistake|I got (?:it|that) wrong|let me correct)\b"
    r"|(?<!\S)(?:माफ\s+गर्नुहोस्|माफ\s+पाऊँ|सच्याउँ|गलत\s+(?:लेख|भन)\S*|झुक्किए\S*|भुल\s+भयो|गल्ती\s+भ\S*)"
    r"|\b(?:galat (?:lekh|bhan)\w*|galti bhayo|jhukki\w*|maa?f gar\w*|bhul bhayo)\b",
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
    is_quote: bool = False


def split_utterances(message: SpokenMessage) -> Iterator[Utterance]:
    """The message's own words first, then what it quotes, then what it passes on."""
    unquoted, quotes = _take_quotes(message.content, message.speaker)
    unquoted = without_suppositions(unquoted)
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
            yield Utterance(inner, claimed_by=who, is_quote=True)
    for who, start, end in hearsay:
        said = replace(message, content=_only(_without_re(unquoted, start, end), start, end))
        if who and _PRONOUN.match(unquoted, start):  # "Edwin told me that he left": Edwin
            before, speakers = (who, *message.before), ("", *message.speakers_before)
            said = replace(said, before=before, speakers_before=speakers)
        yield Utterance(said, claimed_by=who or message.speaker)


_PRONOUN = re.compile(r"\s*(?:[a-z]+ ){0,3}(?:he|she)\b", re.IGNORECASE)


def hearsay_spans(message: SpokenMessage) -> list[tuple[str, int, int]]:
    """Who says what the message passes on, and where that stands; nobody if that is unclear."""
    return _take_hearsay(_take_quotes(message.content, message.speaker)[0])[1]


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


def _take_quotes(content: str, speaker: str = "") -> tuple[str, list[tuple[str, int, int]]]:
    """The content without quoted speech, and who is quoted with what; nobody if that is unclear."""
    taken: list[tuple[str, int, int]] = []
    for match in QUOTE.finditer(content):
        group = "inner" if match["inner"] else "single"
        before = re.split(r"[.!?।\n]\s", content[: match.start()])[-1]
        who, is_speech = _quoted_person(before, content, match, speaker)
        if is_speech or SPOKEN.search(match[group]):
            taken.append((who, *match.span(group)))
            content = _blank(content, *match.span(group))
    for match in NEPALI_SAID_WITHIN.finditer(content):
        taken.append((_quoted_name(match["who"]), *match.span("inner")))
        content = _blank(content, *match.span("inner"))
    return content, taken


def _quoted_person(
    before: str, content: str, quote: re.Match[str], speaker: str
) -> tuple[str, bool]:
    """Whom a quote belongs to, by the words around it, and whether these are of speech at all."""
    said, nepali = SPEECH_BEFORE.search(before), NEPALI_SPEECH.search(before)
    if nepali:
        agents = list(NEPALI_AGENT.finditer(before[: nepali.start()]))
        who = _quoted_name(agents[-1]["who"]) if agents else ""
        return who or _name_given(content, quote.end()), True
    after = SPEECH_AFTER.match(content[quote.end() :])
    if after and not said:
        who = after["who"] or after["first"]
        return who.rstrip(".") if _may_speak(who) else "", True
    if said is None:
        return "", False
    names = [each for each in _PLAIN_NAME.findall(before[: said.start()]) if _may_speak(each)]
    subject = re.search(r"\b(he|she|they|I)\b(?:[ ]\w+){0,2}[ ]?$", before[: said.start()], re.I)
    if subject and (not names or before.rfind(names[-1]) < subject.start()):
        earlier = content[: quote.start()].removesuffix(before) + before[: subject.start()]
        return _last_named(earlier, subject[1], content, quote.end()), True
    if not names and (tie := _OWN_TIE.search(before[: said.start()])) and tie[1] in lexicon.TIES:
        given = _name_given(content, quote.end())
        return given or (f"{speaker}'s {tie[1]}" if speaker else ""), True
    return (names[-1] if names else _name_given(content, quote.end())), True


_OWN_TIE = re.compile(r"\b(?:[Mm]y|[Oo]ur) (?:\w+ )?([a-z]+)(?: \w+)?[ ]?$")


def _may_speak(name: str) -> bool:
    return name.split()[0] not in _NO_NAMES


_PLAIN_NAME = re.compile(r"\b[A-Z][\w’-]+(?:[ ][A-Z][\w’-]+){0,3}")
_NO_NAMES = word_set(
    "He She They I My The A An Our Your His Her Their We You It This That Yesterday Today Tonight"
    " On At In When Then And But So As Last Monday Tuesday Wednesday Thursday Friday Saturday"
    " Sunday Everyone Everybody Nobody Somebody Someone People Once After Before Also Later Just"
    " Well Oh Quote"
)


NAME_GIVEN = re.compile(
    rf"\b(?:[Hh]er |[Hh]is |[Tt]he )?[Nn]ame(?:['’]s| is| was) (?P<name>{_NAME})"
)
NEPALI_NAME_GIVEN = re.compile(
    rf"(?:भनेको|नाम)\s+(?:त\s+)?(?P<name>{_WORD}(?:\s{_WORD}){{0,2}}?)\s+(?:हो|हुन्|हुनुहुन्छ)(?!\S*[\u0900-\u0963])"
)
"""The name of the quoted person, given afterwards."""


def _name_given(content: str, start: int) -> str:
    given = NAME_GIVEN.search(content, start) or NEPALI_NAME_GIVEN.search(content, start)
    return given["name"].rstrip(".") if given else ""


def _last_named(before: str, pronoun: str, content: str, end: int) -> str:
    """Whom "she said" refers to: the person that the sentences before name, if there is one."""
    if pronoun.casefold() not in ("he", "she"):
        return ""
    if given := _name_given(content, end):
        return given
    kin = re.compile(r"^(?:Cousin|Uncle|Aunt|Auntie|Dr|Mr|Mrs|Ms) ")
    names = [kin.sub("", each) for each in _PLAIN_NAME.findall(before)]
    named = [each for each in names if _may_speak(each)]
    return named[-1] if len(set(named)) == 1 else ""


_NO_SOURCES = word_set("As Like What Whatever Which Who How Since Because If")
"""Words before "I said" that make it an aside: "As I said, …"."""
TIE_WORDS = word_set(
    "मेरो मेरी मेरा हाम्रो हाम्री हाम्रा उनको उहाँको र अनि तर त पनि आज हिजो अस्ति भाइ दाइ दाजु दिदी बहिनी"
    " काका काकी मामा माइजू सर म्याडम मिस ज्यू जी भिनाजु भाउजू बुवा बुबा आमा साथी छोरा छोरी श्रीमान् श्रीमती"
    " Mero Hamro dai Dai didi Didi bhai bahini kaka kaki mama sir madam ji Hijo Aaja Asti"
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
            taken.append(found)
            content = _blank(content, start, end)
    return content, taken


def _hearsay(content: str, start: int, end: int) -> tuple[str, int, int] | None:
    """Who says what the sentence passes on, and where that begins and ends; None if it passes on
    nothing."""
    place = HEARSAY_PLACE.match(content, start, end)
    for pattern in HEARSAY:
        match = pattern.match(content, place.end() if place else start, end)
        if match and _FOLLOWED_BY_VERB.search(content, match.end(), end):
            who = match.groupdict().get("who") or ""
            if who.split(" ", 1)[0] in _NO_SOURCES:
                continue
            return "" if who in _NO_NAMES else who, match.end(), end
    closing = HEARSAY_CLOSING.search(content, start, end)
    if closing:
        who = (closing["who"] or "").rstrip(".")
        return "" if who in _NO_NAMES else who, start, closing.start()
    if UNCONFIRMED.search(content, start, end):
        return "", start, end
    return _nepali_hearsay(content, start, end)


def _nepali_hearsay(content: str, start: int, end: int) -> tuple[str, int, int] | None:
    opening = NEPALI_HEARSAY_OPENING.match(content, start, end)
    if opening and _FOLLOWED_BY_VERB.search(content, opening.end(), end):
        who = opening["who"] or opening["by"] or ""
        name = "" if who in NEPALI_NOBODY else _quoted_name(who)
        return name, opening.end(), end
    if NEPALI_HEARSAY.search(content[start:end]):
        return "", start, end
    return None
