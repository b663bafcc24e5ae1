"""What Nepali speakers tell of themselves and theirs: मेरी बहिनी माया, मलाई चिया मन पर्छ."""

import re
from collections.abc import Iterator, Sequence

from pramana.language.tagging import Kind as Tagged
from pramana.language.tagging import Mention
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.message import Message
from pramana.memory.domain.reading.particulars import EMAIL
from pramana.memory.domain.reading.values import Claim, Held, Kind, Thing

SURE, TIED = 0.75, 0.7
OLDEST = 120
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
LETTER = r"[\u0900-\u0963\u0970-\u097F]"
WORD = r"[\u0900-\u0963\u0970-\u097F]+"
TIES = {
    **lexicon.each_of("आमा बुवा बुबा बाबा", "PARENT_OF"),
    **lexicon.each_of("छोरा छोरी", "CHILD_OF"),
    **lexicon.each_of("दाइ दाजु भाइ दिदी बहिनी", "SIBLING_OF"),
    **lexicon.each_of("श्रीमती श्रीमान पति पत्नी", "MARRIED_TO"),
    **lexicon.each_of("साथी मित्र", "FRIEND_OF"),
    **lexicon.each_of("काका काकी मामा माइजू हजुरबुवा हजुरआमा", "RELATIVE_OF"),
}
"""Kin by the word for them. The name may follow."""

WORK = lexicon.set_of(
    "शिक्षक शिक्षिका इन्जिनियर डाक्टर नर्स वकिल अधिवक्ता पत्रकार लेखापाल किसान व्यापारी चालक"
    " विद्यार्थी प्राध्यापक लेखक कलाकार गायक गायिका प्रहरी कर्मचारी ठेकेदार"
)
OWNED = lexicon.set_of("कुकुर बिरालो कार गाडी मोटरसाइकल स्कुटर घर पसल साइकल गितार क्यामेरा गाई भैंसी")

_TIE = re.compile(
    rf"(?<!\S)(?:मेर[ोीा]|हाम्र[ोीा])\s+(?P<tie>{'|'.join(TIES)})(?:ले|लाई|को|का|की)?(?!{LETTER})"
)
_LIKES = re.compile(rf"(?<!\S)मलाई\s+(?P<what>{WORD}(?:\s+{WORD})?)\s+मन\s+(?P<verb>पर्छ|पर्दैन)")
_OWNS = re.compile(rf"(?<!\S)(?:मसँग|मसंग)\s+(?:(?:एउटा|एक)\s+)?(?P<what>{'|'.join(OWNED)})\s+छ")
_WORK = re.compile(rf"(?<!\S)म\s+(?:(?:एक|एउटा)\s+)?(?P<what>{'|'.join(WORK)})\s+हुँ")
_AGE = re.compile(r"(?<!\S)म\s+(?P<years>[\d०-९]{1,3})\s+वर्षक[ोी]\s+(?:भएँ|हुँ|भए)")
_PHONE = re.compile(
    r"मेरो\s+(?:फोन|मोबाइल)(?:\s+नम्बर)?\s+(?P<what>\+?[\d०-९][\d०-९ -]{6,14}[\d०-९])"
)


def own_claims(
    message: Message, start: int, end: int, inside: Sequence[Mention]
) -> Iterator[Claim]:
    """What the speaker says of themselves; nothing where nobody is known to speak."""
    if not message.speaker:
        return
    speaker = Thing(message.speaker, Kind.PERSON, 0.9, is_named=True)
    told = (*_told(message.content[start:end]), *_ties(message.content, start, end, inside))
    for relation, other, sure in told:
        subject, target = (other, speaker) if relation in UPWARD else (speaker, other)
        yield _claim(message, (start, end), (subject, relation, target), sure)


UPWARD = frozenset(("PARENT_OF", "CHILD_OF", "SIBLING_OF", "RELATIVE_OF"))
"""Ties told from the other's side: मेरी बहिनी माया means that Maya is a sibling of the speaker."""


def _told(words: str) -> Iterator[tuple[str, Thing, float]]:
    if likes := _LIKES.search(words):
        relation = "LIKES" if likes["verb"] == "पर्छ" else "DISLIKES"
        yield relation, Thing(likes["what"]), SURE
    if owns := _OWNS.search(words):
        yield "OWNS", Thing(owns["what"]), SURE
    if work := _WORK.search(words):
        yield "HAS_POSITION", Thing(work["what"]), SURE
    if phone := _PHONE.search(words):
        yield "HAS_PHONE", Thing(phone["what"].translate(DIGITS)), SURE
    if (mail := EMAIL.search(words)) and re.search(r"मेरो\s+(?:इमेल|ई-मेल)", words):
        yield "HAS_EMAIL", Thing(mail.group()), SURE
    if (aged := _AGE.search(words)) and 0 < int(aged["years"]) <= OLDEST:
        yield "HAS_AGE", Thing(f"{int(aged['years'])} years"), SURE


def _ties(
    content: str, start: int, end: int, inside: Sequence[Mention]
) -> Iterator[tuple[str, Thing, float]]:
    """Kin with the name that stands right after the word for them, where one does."""
    for found in _TIE.finditer(content, start, end):
        named = [
            each
            for each in inside
            if each.kind is Tagged.PERSON and not content[found.end() : each.start].strip()
            if each.start >= found.end()
        ]
        for each in named[:1]:
            kin = Thing(each.text, Kind.PERSON, each.confidence, is_named=True)
            yield TIES[found["tie"]], kin, TIED


def _claim(
    message: Message, place: tuple[int, int], told: tuple[Thing, str, Thing], sure: float
) -> Claim:
    subject, relation, other = told
    quote = message.content[place[0] : place[1]]
    start = place[0] + len(quote) - len(quote.lstrip())
    end = start + len(quote.strip())
    text = f"{message.speaker}: {message.content[start:end]}"
    return Claim(subject, relation, other, text, start, end, Held(message.at), sure)
