"""What is handed on in a handover: a post, a duty, or a thing that its keeper keeps."""

import re
from dataclasses import dataclass
from functools import cache

from pramana.memory.domain.families import OFFICE_FAMILIES
from pramana.memory.domain.reading import lexicon, nepali_grammar

SHORT_NOUN = 4
POSITION, KEEPS = "HAS_POSITION", "KEEPS"
_ABSTRACT = {
    "captaincy": "captain", "chairmanship": "chair", "presidency": "president",
    "editorship": "editor", "directorship": "director", "leadership": "leader",
    "headship": "head", "treasurership": "treasurer", "coaching": "coach", "mayoralty": "mayor",
    "secretaryship": "secretary", "conductorship": "conductor", "baton": "conductor",
    "chair": "chair", "principalship": "principal", "management": "manager",
}  # fmt: skip
"""Nouns for an office, by its holder."""
_OFFICE_OF = re.compile(
    r"(?:role|post|position|job|office|duties|title|work|responsibilit\w+) (?:of|as) (?:the |an? )?"
    r"(?P<role>.+)"
    r"|(?P<of>.+?)(?:['’]s?)? (?:role|post|position|job|seat|duties|title|hat|office|work|armband)$"
)
_KEPT = lexicon.word_set(
    "key keys box cashbox list book books account accounts ledger minutes archive register roster"
    " seal stamp cheque-book chequebook till"
)
_DUTIES = lexicon.word_set(
    "booking bookings newsletter website page payroll rota kitchen garden shop library stall bar"
    " reception desk programme project fund hotline helpline canteen ward accounts class group"
    " choir band crew team section department office branch nursery workshop rehearsals training"
    " catering purchasing bookkeeping accounting membership lettings ticketing scheduling"
)
"""Parts of a body's work that somebody looks after."""
_ANY_POST = lexicon.word_set("reins gavel torch role job post duties position")
"""Words for whatever post somebody holds."""
_DOINGS = ("COORDINATES", "ORGANIZES", "RUNS", "LEADS", "COOKS", "TEACHES", "EDITS", "HOSTS")
"""What somebody does with a thing, as relations outside the families."""
_FAMILIES_OF_POSTS = (*sorted(OFFICE_FAMILIES), POSITION, KEEPS)


@dataclass(frozen=True)
class HandedPost:
    """What is handed on: how the holder's facts call it, and what the taker has from then on."""

    families: tuple[str, ...]
    words: tuple[str, ...]
    relation: str = ""
    object: str = ""
    """Empty if the sentence does not say which post it is."""
    sentence: str = ""
    """What is said of the holder: "is the treasurer"."""


WHATEVER = HandedPost(_FAMILIES_OF_POSTS, ())
"""All posts that somebody holds."""


def post_of_role(role: str, body: str = "") -> HandedPost | None:
    """The post that a role names, such as "head cook" or "chair" with its body."""
    role = role.strip()
    role = " ".join((*role.split()[:-1], _ABSTRACT.get(role.split()[-1], role.split()[-1])))
    last = role.split()[-1].casefold()
    office = lexicon.OFFICES.get(role.casefold()) or lexicon.OFFICES.get(last)
    if office is None and not lexicon.is_occupation(last):
        return None
    families = tuple(dict.fromkeys((office or "HEAD_OF", POSITION)))
    words = (last, *office_words(office)) if office else (last,)
    if office and body:
        return HandedPost(families, words, office, body, f"is {role} of")
    return HandedPost(families, words, POSITION, role, "is the")


@cache
def office_words(office: str) -> tuple[str, ...]:
    """The words for an office, in both languages."""
    both = lexicon.OFFICES | nepali_grammar.OFFICES
    return tuple(word for word, each in both.items() if each == office)


def post_of_thing(words: str) -> HandedPost | None:
    """What "the keys to the hall", "the captaincy" or "the secretary's job" is as a post."""
    plain = re.sub(r"^(?:all the|both|the|our|my|his|her) ", "", words.strip(), flags=re.IGNORECASE)
    if held := _OFFICE_OF.fullmatch(plain):
        post = post_of_role(held["role"] or held["of"].removesuffix("'").removesuffix("’"))
        return post or (WHATEVER if not (held["role"] or "").strip() else None)
    head, _, whole = re.sub(r" (?:to|for) (?=the )", " of ", plain).partition(" of ")
    noun = head.split()[-1].casefold() if head.split() else ""
    if noun in _ANY_POST:
        return WHATEVER
    if noun in _KEPT:
        return HandedPost((KEEPS, POSITION), (noun,), KEEPS, plain, "keeps the")
    if noun in _ABSTRACT:
        body = re.sub(r"^(?:the|our) ", "", whole)
        return post_of_role(head, body if body[:1].isupper() else "")
    if noun in _DUTIES:
        return post_of_duty(plain)
    return post_of_role(head) if noun in lexicon.OFFICES else None


def duty_of_giver(words: str) -> HandedPost | None:
    """Whatever the giver is known to do with a thing: nothing, if they never said so."""
    plain = re.sub(r"^(?:all the|both|the|our|my|his|her) ", "", words.strip())
    noun = plain.split()[-1] if plain.split() else ""
    return HandedPost((*_FAMILIES_OF_POSTS, *_DOINGS), (noun,)) if len(noun) > SHORT_NOUN else None


def post_of_duty(words: str) -> HandedPost | None:
    """What somebody looks after, such as the kitchen."""
    plain = re.sub(r"^(?:all the|both|the|our|my|his|her|over) ", "", words.strip())
    if not plain or plain.startswith(("as ", "a ", "an ", "some ")):
        return None
    families = (POSITION, "HEAD_OF", KEEPS)
    noun = plain.split()[-1]
    noun = noun.removesuffix("s") if len(noun) > SHORT_NOUN else noun
    return HandedPost(families, (noun,), POSITION, plain, "looks after the")
