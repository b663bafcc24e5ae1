"""Claims about what somebody is or has: status, age, birthday, e-mail address, favourites; and the
role that a noun states of somebody: office, tie or work."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.contracts.graph import Grain, Interval
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import (
    Aspect,
    EntityKind,
    Referent,
    RelationClaim,
    Token,
    make_claim,
    with_kind,
)
from pramana.memory.domain.reading.clauses import (
    Clause,
    Tense,
    clause_subjects,
    is_passive,
    with_conjuncts,
)
from pramana.memory.domain.reading.dates import (
    clause_interval,
    clause_times,
    dated_interval,
    time_grain,
)
from pramana.memory.domain.reading.phrases import copula, noun_phrase
from pramana.memory.domain.reading.referents import Referents


def role_relation(referents: Referents, noun: Token) -> tuple[str, Referent, str] | None:
    """The relation that a noun states between its holder and its owner, the owner, and the noun."""
    if noun.pos_ not in ("NOUN", "PROPN"):
        return None
    before = [child.lower_ for child in noun.lefts if child.dep_ in ("compound", "amod")]
    *joined, head = _title_words(noun)
    before += joined
    if before and f"{before[-1]} {head}" in lexicon.OFFICES:
        head, before = f"{before[-1]} {head}", before[:-1]
    relation = lexicon.OFFICES.get(head) or lexicon.TIES.get(noun.lemma_.lower())
    if relation is None and joined and head in lexicon.LEADERS:
        relation = "HEAD_OF"
    if head == "partner" and _is_titled(noun):
        relation = "HEAD_OF"  # the managing partner of a firm
    if relation is None or _is_titled_manager(noun, head):
        return None
    if head in lexicon.OFFICES and (
        qualifiers := [each for each in before if each in lexicon.OFFICE_QUALIFIERS]
    ):
        relation = f"{qualifiers[0].upper()}_{relation}"
    owner = _owner(referents, noun, head in lexicon.OFFICES)
    if _is_ours(noun, head, relation, owner):
        return None
    if owner and owner.kind is EntityKind.PERSON and relation in lexicon.ORGANIZATION_TIES:
        relation = lexicon.ORGANIZATION_TIES[relation]
    if head in lexicon.OFFICES or relation == "HEAD_OF":
        head = " ".join((*(each for each in before if each in lexicon.TITLE_QUALIFIERS), head))
    return (relation, owner, head) if owner and relation else None


def _is_titled_manager(noun: Token, head: str) -> bool:
    """Whether a noun is a manager's position, and nobody's boss: "general manager of Acme"."""
    of = any(
        child.dep_ == "prep" and child.lower_ in ("of", "at", "for") for child in noun.children
    )
    kinds = [child.lower_ for child in noun.lefts if child.dep_ == "compound"]
    return head == "manager" and of and (_is_titled(noun) or bool(set(kinds) - {"line"}))


def _is_ours(noun: Token, head: str, relation: str, owner: Referent | None) -> bool:
    """Whether an office or a property is that of "our" body, which the sentence does not name.

    "Our treasurer" is not the treasurer of the speaker, and "our owner" owns the place.
    """
    if owner is None or owner.kind is not EntityKind.PERSON:
        # the night manager of a company holds a position there
        return owner is not None and relation == "REPORTS_TO"
    ours = any(child.dep_ == "poss" and child.lower_ == "our" for child in noun.children)
    is_office = head in lexicon.OFFICES or relation == "REPORTS_TO"
    return relation == "OWNS" or (ours and is_office)


def _title_words(noun: Token) -> list[str]:
    """The words of a noun that the parse joined: managing-partner."""
    first, _, rest = str(noun.lower_).partition("-")
    return [first, rest] if rest and first in lexicon.TITLE_QUALIFIERS else [str(noun.lower_)]


def _is_titled(noun: Token) -> bool:
    titles = lexicon.TITLE_QUALIFIERS
    return len(_title_words(noun)) > 1 or any(child.lower_ in titles for child in noun.lefts)


def names_work(noun: Token) -> bool:
    """Whether a noun names somebody's work; a partner does so only with a title before it."""
    is_partner = _title_words(noun)[-1] == "partner" and _is_titled(noun)
    return lexicon.is_occupation(noun.lemma_) or is_partner


def _owner(referents: Referents, noun: Token, is_office: bool) -> Referent | None:
    for prep in noun.children:
        if prep.dep_ == "prep" and prep.lower_ in ("of", "at", "for", "to"):
            for each in prep.children:
                if each.dep_ == "pobj":
                    return referents.resolve(each)
    named = noun.head if noun.dep_ == "compound" and noun.head.pos_ == "PROPN" else noun
    owner = referents.owner_of(named)
    compound = [each for each in noun.lefts if each.dep_ == "compound"]
    if compound and lexicon.TIES.get(noun.lemma_.lower()) == "LIKES":
        named = referents.resolve(compound[-1])  # a Vale Rovers fan
        return replace(named, kind=EntityKind.OTHER) if named else None
    titles = {"prime", "chief", *lexicon.OFFICE_QUALIFIERS}
    compound = [each for each in compound if each.lower_ not in titles]
    if is_office and compound:
        words = str(noun.doc[compound[0].i : compound[-1].i + 1].text)
        of = f" of {owner.name}" if owner and owner.kind is not EntityKind.PERSON else ""
        return Referent(f"{words.lower() if not referents.mention_at(compound[0]) else words}{of}")
    return owner


FAVOURITE_CONFIDENCE, PATTERN_CONFIDENCE = 0.85, 0.9
EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(r"(?<![\w.])\+?\d[\d -]{6,16}\d(?![\w.]*\d)")
DAY = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th)?(?: of)? [A-Z][a-z]{2,8}|[A-Z][a-z]{2,8} \d{1,2}(?:st|nd|rd|th)?)"
    r"(?:,? \d{4})?\b|\b\d{4}-\d{2}-\d{2}\b"
)
EMAIL_NOUNS = frozenset(("email", "e-mail", "mail", "address"))
PHONE_NOUNS = frozenset(("phone", "number", "mobile", "cell", "telephone", "contact"))
BIRTH_NOUNS = frozenset(("birthday", "birthdate", "birth"))
FAVOURITE_WORDS = frozenset(("favorite", "favourite"))
STATE_CONFIDENCE = 0.8
OLDEST = 120
_UNDER_TWENTY = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
    " sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
NUMBERS = {word: number for number, word in enumerate(_UNDER_TWENTY.split())} | {
    word: 10 * number for number, word in enumerate(_TENS.split(), start=2)
}
PERSON_STATES = lexicon.map_words("single divorced widowed separated unmarried", "HAS_STATUS") | (
    lexicon.map_words("retired pregnant unemployed jobless vegetarian vegan homeless", "IS_A")
)
"""The states in the first line exclude each other; several of the second may hold at once."""

NOT_PHONES = lexicon.word_set(
    "account invoice order flight receipt ticket reference passport pan vat licence license"
    " registration serial customer booking citizenship membership policy plate tracking parcel"
)
"""Words before "number" that make it no telephone's."""
MATTER_STATES = lexicon.word_set(
    "cancelled canceled suspended closed open postponed approved rejected pending complete"
    " completed finished dissolved bankrupt"
)


def _taste(link: str, adjectives: str, relation: str) -> dict[tuple[str, str], tuple[str, None]]:
    return {(word, link): (relation, None) for word in adjectives.split()}


ADJECTIVE_TIES: dict[tuple[str, str], tuple[str, EntityKind | None]] = {
    ("married", "to"): ("MARRIED_TO", EntityKind.PERSON),
    ("engaged", "to"): ("ENGAGED_TO", EntityKind.PERSON),
    ("allergic", "to"): ("ALLERGIC_TO", None),
    ("afraid", "of"): ("AFRAID_OF", None),
    ("scared", "of"): ("AFRAID_OF", None),
    ("fond", "of"): ("LIKES", None),
    **_taste("about", "mad crazy passionate wild nuts enthusiastic", "LIKES"),
    **_taste("on", "keen hooked big", "LIKES"),
    **_taste("to", "addicted partial", "LIKES"),
    **_taste("into", "heavily", "LIKES"),
    **_taste("of", "sick tired bored weary", "DISLIKES"),
    **_taste("with", "bored done", "DISLIKES"),
}
"""Adjectives that relate their subject to what follows a preposition."""


def personal_detail_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """Claims such as "my email is …", "Ram's birthday is on …", "my favourite food is …"."""
    if clause.negated or clause.verb.lemma_ != "be":
        return
    for noun in clause_subjects(clause):
        owner = referents.owner_of(noun)
        if owner is None or not (owner.is_named or owner.kind is EntityKind.PERSON):
            continue
        yield from _pattern_claims(clause.verb, noun, owner)
        if any(child.lower_ in FAVOURITE_WORDS for child in noun.lefts):
            yield from _favourite_claims(referents, clause, owner, noun)


def _pattern_claims(verb: Token, noun: Token, owner: Referent) -> Iterator[RelationClaim]:
    """Addresses, numbers and days, which a pattern finds better than grammar."""
    nouns = {noun.lower_, *(child.lower_ for child in noun.lefts)}
    after = str(verb.doc[verb.i + 1 : verb.sent.end].text)
    for words, pattern, relation, label in (
        (EMAIL_NOUNS, EMAIL, "HAS_EMAIL", "e-mail address"),
        (PHONE_NOUNS, PHONE, "HAS_PHONE", "phone number"),
        (BIRTH_NOUNS, DAY, "BORN_ON", "birthday"),
    ):
        match = pattern.search(after) if nouns & words else None
        if relation == "HAS_PHONE" and NOT_PHONES & nouns:
            continue
        if match:
            text = f"{owner.name}'s {label} is {match.group()}."
            yield make_claim(
                verb, owner, relation, Referent(match.group()), text, Interval(), PATTERN_CONFIDENCE
            )


def _favourite_claims(
    referents: Referents, clause: Clause, owner: Referent, noun: Token
) -> Iterator[RelationClaim]:
    for child in clause.verb.children:
        if child.dep_ == "attr" and child.lemma_ not in lexicon.VAGUE_NOUNS:
            other = referents.resolve(child)
            if other and other.name != owner.name:
                text = f"{owner.name}'s {noun_phrase(noun)} is {other.words}."
                interval = Interval(referents.message.at)
                yield make_claim(
                    clause.verb, owner, "LIKES", other, text, interval, FAVOURITE_CONFIDENCE
                )


def birth_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """Claims such as "I was born on 3 May 1990"."""
    if clause.verb.lemma_ != "bear" or clause.possible or clause.negated:
        return
    after = str(clause.verb.doc[clause.verb.i + 1 : clause.verb.sent.end].text)
    day = DAY.search(after)
    at = referents.message.at
    times = find_chat_times(day.group(), at) if day else clause_times(clause, at)
    exact = [each for each in times if time_grain(each) is Grain.DAY]
    stated = day.group() if day else exact[0].begins.date().isoformat() if exact else ""
    for who in clause_subjects(clause) if stated else ():
        subject = referents.resolve(who)
        if subject:
            text = f"{subject.name} was born on {stated}."
            yield make_claim(
                clause.verb,
                subject,
                "BORN_ON",
                Referent(stated),
                text,
                dated_interval(times[0], None, at) if times else Interval(),
                PATTERN_CONFIDENCE,
            )


def state_claims(
    referents: Referents, clause: Clause, who: Token, complement: Token
) -> Iterator[RelationClaim]:
    """Claims of an adjective or an age after "is"."""
    subject = referents.resolve(who)
    if subject is None:
        return
    subject = replace(subject, is_named=subject.is_named or _has_name(who))
    yield from _adjective_tie_claims(referents, clause, subject, complement)
    relation = _state_relation(subject, complement)
    if relation and not clause.negated:
        yield _state_claim(referents, clause, subject, relation, Referent(complement.lower_))
    years = stated_age(complement)
    if years and subject.kind is EntityKind.PERSON and not clause.negated:
        aged = replace(subject, attributes=(("age", years),))
        if clause.tense is Tense.PAST:
            clause = replace(clause, tense=Tense.PERFECT)  # "he was 70" when he died
        yield _state_claim(
            referents,
            clause,
            aged,
            "HAS_AGE",
            Referent(f"{years} years", phrase=f"{years} years old"),
        )


def passive_state_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """Claims of a participle that names the resulting state: "the tender was cancelled"."""
    verb = clause.verb
    if (
        not is_passive(verb)
        or clause.negated
        or verb.lower_ not in {*MATTER_STATES, *PERSON_STATES}
    ):
        return
    for who in clause_subjects(clause):
        subject = referents.resolve(who)
        if subject and (subject.is_named or _has_name(who)):
            relation = _state_relation(replace(subject, is_named=True), verb)
            at = referents.message.at
            interval = clause_interval(clause, Aspect.START, clause_times(clause, at), at)
            if relation:
                text = f"{subject.name} {copula(clause)} {verb.lower_}."
                yield make_claim(
                    verb, subject, relation, Referent(verb.lower_), text, interval, STATE_CONFIDENCE
                )


def _has_name(noun: Token) -> bool:
    """Whether a noun has a name, such as "the Kalika tender"."""
    return any(child.pos_ == "PROPN" and child.dep_ == "compound" for child in noun.lefts)


def age_claims(referents: Referents, clause: Clause) -> Iterator[RelationClaim]:
    """Claims such as "I turned 30 last week" and "she'll be 30 on 2 May"."""
    coming = clause.verb.lemma_ == "be" and clause.tense is Tense.FUTURE
    if clause.verb.lemma_ != "turn" and not (coming and clause_times(clause, referents.message.at)):
        return
    following = clause.verb.doc[clause.verb.i + 1 : clause.verb.i + 2]
    for number in dict.fromkeys((*following, *clause.verb.children)):
        is_object = number.dep_ in ("dobj", "attr", "oprd", "quantmod")  # "be 70 on 2 May"
        years = stated_age(number) if is_object else None
        for who in clause_subjects(clause) if years else ():
            subject = referents.resolve(who)
            if subject and years:
                aged = replace(subject, attributes=(("age", years),))
                at, ahead = referents.message.at, coming or clause.tense is Tense.PRESENT
                dated = replace(clause, tense=Tense.FUTURE) if ahead else clause
                times = clause_times(dated, at)
                interval = clause_interval(clause, Aspect.START, times, at)
                when = f" on {times[0].text}" if times else ""
                text = f"{subject.name} {'turns' if ahead else 'turned'} {years}{when}."
                yield make_claim(
                    clause.verb,
                    aged,
                    "HAS_AGE",
                    Referent(f"{years} years"),
                    text,
                    interval,
                    STATE_CONFIDENCE,
                )


def _state_relation(subject: Referent, complement: Token) -> str:
    if subject.kind is EntityKind.PERSON:
        return PERSON_STATES.get(complement.lower_, "")
    return "HAS_STATUS" if subject.is_named and complement.lower_ in MATTER_STATES else ""


def _adjective_tie_claims(
    referents: Referents, clause: Clause, subject: Referent, complement: Token
) -> Iterator[RelationClaim]:
    for prep in complement.children:
        relation, kind = ADJECTIVE_TIES.get((complement.lower_, prep.lower_), ("", None))
        if not relation:
            continue
        for each in prep.children:
            for token in with_conjuncts(each) if each.dep_ == "pobj" else ():
                other = referents.resolve(token)
                if other and other.name != subject.name:
                    phrase = f"{complement.lower_} {prep.lower_} {other.words}"
                    target = replace(with_kind(other, kind), phrase=phrase)
                    yield _state_claim(referents, clause, subject, relation, target)


def _state_claim(
    referents: Referents, clause: Clause, subject: Referent, relation: str, other: Referent
) -> RelationClaim:
    at = referents.message.at
    aspect = Aspect.START if clause.verb.lemma_ in ("get", "become") else Aspect.STATE
    interval = clause_interval(clause, aspect, clause_times(clause, at), at)
    no = "no longer " if clause.over else "not " if clause.negated else ""
    text = f"{subject.name} {copula(clause)} {no}{other.words}."
    confidence = STATE_CONFIDENCE * subject.confidence / 0.9
    return make_claim(
        clause.verb, subject, relation, replace(other, phrase=""), text, interval, confidence
    )


def _years(number: str) -> int:
    """A number in digits or words.

    >>> _years("64"), _years("sixty-four"), _years("six"), _years("few")
    (64, 64, 6, 0)
    """
    if number.isdecimal():
        return int(number) if number[0] != "0" else 0
    tens, _, ones = number.casefold().rpartition("-")
    return NUMBERS.get(ones, 0) + NUMBERS.get(tens, 0) if ones in NUMBERS else 0


def stated_age(token: Token) -> int | None:
    """The years in "32 years old", or a bare number as in "I am 32"."""
    number: Token | None = None
    if token.lower_ == "old":
        years = [child for child in token.children if child.lemma_ == "year"]
        number = next((c for each in years for c in each.children if c.pos_ == "NUM"), None)
    elif (token.tag_ == "CD" or "-" in token.text) and all(
        child.dep_ in ("cc", "conj", "punct") for child in token.children
    ):
        number = token
    age = _years(number.text) if number is not None else 0
    return age if 0 < age <= OLDEST else None
