"""Phone numbers and e-mail addresses with their owners, and numbers that nobody answers now."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.language.tagging import MentionKind, tag
from pramana.language.times import Cue
from pramana.memory.contracts.graph import Interval
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.dates import dated_interval
from pramana.memory.domain.reading.messages import SENTENCE, SpokenMessage

_NAME = r"[A-Z][\w’-]{0,40}(?:[ ][A-Z][\w’-]{0,40}){0,3}"
CONTACT_CONFIDENCE = 0.9
DIGITS = str.maketrans("०१२३४५६७८९", "0123456789")
EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?<![\w.@])\+?[\d०-९][\d०-९ -]{6,16}[\d०-९](?![\w.]*[\d०-९])")
_WORD = r"[\u0900-\u0963\u0970-\u097F]{1,40}"
CUES = re.compile(
    r"\b(?:phone|number|mobile|cell|telephone|call|ring|text|whatsapp|contact|reach|e-?mail|mail"
    r"|line|answers?|dial|get (?:me|him|her|hold)|sim|mine is|I['’]m (?:on|at|under)"
    r"|(?:on|use) (?=\+?\d)"
    r"|address|write)\b|फोन|मोबाइल|नम्बर|सम्पर्क|इमेल|ई-मेल|लेख्नु|सिम",
    re.IGNORECASE,
)
OTHER_NUMBERS = re.compile(
    r"\b(?:account|invoice|order|flight|receipt|ticket|code|reference|passport|PAN|VAT|licen[cs]e"
    r"|registration|serial|customer|booking|citizenship|membership|policy|plate|tracking|parcel"
    r"|iban|downloads|visitors)\b"
    r"|खाता|बिल|दर्ता|चलानी|नागरिकता|लाइसेन्स|सदस्यता|मिटर|प्यान|पान\s+नम्बर|रसिद|बीजक|राहदानी",
    re.IGNORECASE,
)
NAMED_OWNER = re.compile(rf"\b(?P<name>{_NAME})['’]s? (?:new |old |current )?(?:\w+ )?")
CHANGER = re.compile(
    rf"\b(?P<name>{_NAME}) (?:has )?(?:changed|got|has|switched|uses)\b"
    r"[^.]*?\b(?:her|his|their|a new|a different|another)\b"
)
SUBJECT = re.compile(
    rf"\b(?P<name>{_NAME}) (?:answers|picks up|can be (?:reached|called|contacted)|is reachable"
    r"|is|uses)(?: now)? (?:on|at|under)\b"
)
CALLED = re.compile(
    r"\b(?:[Rr]ing|[Cc]all|[Pp]hone|[Tt]ext|[Rr]each|[Cc]ontact|[Ww]rite to)"
    rf" (?P<name>(?!Me\b){_NAME}) (?:on|at|under)\b"
)
NEPALI_OWNER = re.compile(
    rf"(?P<name>{_WORD}(?:\s{_WORD}){{0,2}}?|{_NAME})\s?(?:को|का|\bko)\s+(?:नयाँ\s+|naya\s+)?"
    r"(?:फोन|मोबाइल|नम्बर|इमेल|ई-मेल|phone|mobile|number|e?mail)"
)
OWN = re.compile(
    r"\b(?:my|our|me|I|mine|mero|hamro|malai)\b|(?<!\S)(?:मेरो|हाम्रो|मलाई)(?![\u0900-\u0963])",
    re.IGNORECASE,
)
PRONOUN = re.compile(
    r"\b(?:his|her|him|usko|unko|uhako)\b|(?<!\S)(?:उहाँको|उनको|उसको)(?!\S)", re.IGNORECASE
)
ANNOUNCED = re.compile(
    r"\bnew (?:number|e-?mail|mail|phone|address|mobile|sim|line|telephone)\b"
    r"|\bnew cell(?=[:,.;!]| (?:number|is|phone)\b)"
    r"|\b(?:number|phone|mobile|line|sim|e-?mail|address)\b[^.!?]*\b(?:changed?|lost|stolen|broke\w*)\b"
    r"|\b(?:changed?|lost|change of)\b[^.!?]*\b(?:number|phone|mobile|line|sim|e-?mail)\b"
    r"|\b(?:number|phone|mobile|e?mail) (?:change|badal|feri|pheri)\w*"
    r"|नयाँ\s+(?:नम्बर|इमेल|फोन|मोबाइल|सिम)"
    r"|(?:नम्बर|फोन|मोबाइल|सिम|इमेल)\s+(?:\S+\s+)?(?:हरा|फेरि|बदलि|परिवर्तन|चोरि|बिग्रि)\S*",
    re.IGNORECASE,
)
CALL_ME = re.compile(
    r"मा\s+(?:फोन|सम्पर्क|कल|म्यासेज|लेख्|पठाउ)\s*(?:गर्नुहो\S+|गर्नू|गर|गरे\S*|नुहो\S+)"
    r"|\bma (?:phone|call|message|mail|email|sampark) (?:gar|pathau)\w*"
    r"|\b(?:[Ww]rite|[Mm]ail|[Ee]-?mail|[Ss]end [\w ]{0,30}|[Cc]all|[Rr]ing|[Tt]ext|[Uu]se) "
    r"(?:to |at |on )?(?=[\w.+-]+@|\+?\d{3})"
)
"""A request to call, without saying whom."""
GONE = re.compile(
    r"^\W{0,9}(?:is|was|has been|['’]s)?\s*(?:now )?(?:switched off|dead|gone|no longer"
    r"|out of (?:use|service)|disconnected|cancelled|off|not in use|finished)\b"
    r"|^\s*(?:\S+\s+)?(?:बन्द|चल्दैन|काम\s+गर्दैन)",
    re.IGNORECASE,
)
"""What follows a number that nobody answers any more."""
GONE_BEFORE = re.compile(
    r"\b(?:throw away|delete|remove|forget|ignore|bin|scrap|lose|don['’]?t (?:use|call|ring|text)"
    r"|do not (?:use|call|ring|text)|no longer(?: on| at)?|instead of"
    r"|(?:the|my|her|his|our) (?:old|previous|former)(?: (?:number|one|mobile|phone|cell|line))?"
    r"(?: is| was|,|:)?|purano(?: number)?)\W*$|पुरानो(?:\s+नम्बर)?\s*$",
    re.IGNORECASE,
)
GONE_REQUEST = re.compile(
    r"^\s*(?:away\b|ma (?:call|phone|message|sms) na\w+)"
    r"|^\s*(?:मा|नम्बरमा)\s+(?:फोन|कल|सम्पर्क|म्यासेज)\s+न",
    re.IGNORECASE,
)
"""What stands around a number that is not to be used any more."""
_NOT_OWNERS = frozenset(
    ("it", "that", "what", "here", "there", "let", "who", "sorry", "new", "has", "he", "she")
)


def contact_claims(message: SpokenMessage, last_person: str) -> Iterator[RelationClaim]:
    """Claims of HAS_PHONE and HAS_EMAIL. `last_person` is whom "his" and "her" refer to."""
    sentences = list(SENTENCE.finditer(_joined_dots(message.content)))
    for place, match in enumerate(sentences):
        start, end = match.span()
        words = message.content[start:end]
        before = sentences[place - 1].group() if place else _question_before(message)
        if words.rstrip().endswith("?") or not CUES.search(before + words):
            continue
        for relation, pattern, label in (
            ("HAS_EMAIL", EMAIL, "e-mail address"),
            ("HAS_PHONE", PHONE, "phone number"),
        ):
            for found in pattern.finditer(words):
                if relation == "HAS_PHONE" and _is_other_number(words, found):
                    continue
                owner = _owner(message, before, words, found.start(), last_person)
                gone = GONE.search(words, found.end()) or GONE.search(words[found.end() :])
                gone = gone or GONE_BEFORE.search(words[: found.start()])
                gone = gone or GONE_REQUEST.match(words[found.end() :])
                owner = owner or (message.speaker if gone else "")
                if owner:
                    value = found.group().translate(DIGITS).strip(" .-")
                    claim = _claim(message, (start, words), owner, relation, (label, value))
                    yield replace(claim, interval=Interval(None, message.at)) if gone else claim


def _question_before(message: SpokenMessage) -> str:
    """The message before this one if it asks something that this one may answer."""
    before = message.before[0] if message.before else ""
    return before if before.rstrip().endswith("?") and CUES.search(before) else ""


def _joined_dots(content: str) -> str:
    """The content with the dots inside addresses hidden, so that no sentence ends there."""
    return EMAIL.sub(lambda match: match.group().replace(".", "_"), content)


def _is_other_number(words: str, found: re.Match[str]) -> bool:
    digits = sum(map(str.isdigit, found.group()))
    is_date = re.fullmatch(
        r"\d{4}[-/ ]\d{1,2}[-/ ]\d{1,2}|(?:19|20)\d\d[ -]+(?:19|20)\d\d", found.group()
    )
    return digits < 7 or bool(is_date) or bool(OTHER_NUMBERS.search(words)) or "@" in found.group()


def _owner(message: SpokenMessage, before: str, words: str, place: int, last_person: str) -> str:
    """Whose it is: somebody named, the person spoken of, or the speaker."""
    for pattern in (CHANGER, NEPALI_OWNER, SUBJECT, CALLED):
        match = pattern.search(words)
        if match and match["name"] not in ("मेरो", "हाम्रो"):
            if _is_place(match["name"], words):
                return message.speaker  # the number that they have there
            if match["name"].casefold() not in _NOT_OWNERS:
                return match["name"]
    for match in NAMED_OWNER.finditer(words, 0, place):
        if match["name"].casefold() not in _NOT_OWNERS:
            return match["name"]
    if OWN.search(words) and not PRONOUN.search(words):
        return message.speaker
    if PRONOUN.search(words):
        return last_person
    announced = CALL_ME.search(words) or ANNOUNCED.search(words) or ANNOUNCED.search(before)
    answers = before and before == _question_before(message)
    return message.speaker if announced or answers or OWN.search(before) else ""


def _is_place(name: str, words: str) -> bool:
    """Whether an owner is a place, as in नेपालको नम्बर."""
    places = [each.text for each in tag(words) if each.kind is MentionKind.LOCATION]
    return any(name.endswith(each) for each in places)


def _claim(
    message: SpokenMessage,
    sentence: tuple[int, str],
    owner: str,
    relation: str,
    detail: tuple[str, str],
) -> RelationClaim:
    start, words = sentence
    first = start + len(words) - len(words.lstrip())
    label, value = detail
    since = [each for each in find_chat_times(words, message.at) if each.cue is Cue.SINCE]
    return RelationClaim(
        Referent(owner, EntityKind.PERSON, 0.9, is_named=True),
        relation,
        Referent(value),
        f"{owner}'s {label} is {value}.",
        first,
        start + len(words.rstrip()),
        dated_interval(since[0] if since else None, None, message.at),
        CONTACT_CONFIDENCE,
    )
