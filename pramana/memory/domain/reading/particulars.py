"""Claims about what everybody has one of: a birthday, an e-mail address, a favourite dish."""

import re
from collections.abc import Iterator

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claiming import claim_of
from pramana.memory.domain.reading.clauses import Clause, subjects
from pramana.memory.domain.reading.phrases import phrase
from pramana.memory.domain.reading.things import Things
from pramana.memory.domain.reading.values import Claim, Held, Kind, Thing, Token

SURE, BY_PATTERN = 0.85, 0.9
EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?<![\w.])\+?\d[\d -]{6,16}\d(?![\w.]*\d)")
DAY = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2}(?:st|nd|rd|th)?)"
    r"(?:,? \d{4})?\b|\b\d{4}-\d{2}-\d{2}\b"
)
MAILED = frozenset(("email", "e-mail", "mail", "address"))
PHONED = frozenset(("phone", "number", "mobile", "cell", "telephone", "contact"))
BORN = frozenset(("birthday", "birthdate", "birth"))
LIKED = frozenset(("favorite", "favourite"))


def particular_claims(things: Things, clause: Clause) -> Iterator[Claim]:
    """What "my email is …", "Ram's birthday is on …" and "my favourite food is …" say."""
    if clause.negated or clause.verb.lemma_ != "be":
        return
    for noun in subjects(clause):
        owner = things.owner_of(noun)
        if owner is None or not (owner.is_named or owner.kind is Kind.PERSON):
            continue
        yield from _written(clause.verb, noun, owner)
        if any(child.lower_ in LIKED for child in noun.lefts):
            yield from _favourites(things, clause, owner, noun)


def _written(verb: Token, noun: Token, owner: Thing) -> Iterator[Claim]:
    """Addresses, numbers and days, which a pattern tells better than grammar."""
    named = {noun.lower_, *(child.lower_ for child in noun.lefts)}
    after = str(verb.doc[verb.i + 1 : verb.sent.end].text)
    for words, pattern, relation, called in (
        (MAILED, EMAIL, "HAS_EMAIL", "e-mail address"),
        (PHONED, PHONE, "HAS_PHONE", "phone number"),
        (BORN, DAY, "BORN_ON", "birthday"),
    ):
        found = pattern.search(after) if named & words else None
        if found:
            text = f"{owner.name}'s {called} is {found.group()}."
            yield claim_of(verb, owner, relation, Thing(found.group()), text, Held(), BY_PATTERN)


def _favourites(things: Things, clause: Clause, owner: Thing, noun: Token) -> Iterator[Claim]:
    for child in clause.verb.children:
        if child.dep_ == "attr" and child.lemma_ not in lexicon.VAGUE:
            other = things.meant_by(child)
            if other and other.name != owner.name:
                text = f"{owner.name}'s {phrase(noun)} is {other.words}."
                held = Held(things.message.at)
                yield claim_of(clause.verb, owner, "LIKES", other, text, held, SURE)


def born_on(things: Things, clause: Clause) -> Iterator[Claim]:
    """ "I was born on 3 May 1990": the day stands where a place would."""
    if clause.verb.lemma_ != "bear" or clause.possible or clause.negated:
        return
    after = str(clause.verb.doc[clause.verb.i + 1 : clause.verb.sent.end].text)
    day = DAY.search(after)
    for who in subjects(clause) if day else ():
        subject = things.meant_by(who)
        if subject and day:
            text = f"{subject.name} was born on {day.group()}."
            yield claim_of(
                clause.verb, subject, "BORN_ON", Thing(day.group()), text, Held(), BY_PATTERN
            )
