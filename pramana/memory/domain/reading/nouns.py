"""Claims told by nouns: is minister of, my sister Maya, the mayor of Pokhara."""

from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.clauses import Clause, Tense, clause_of, subjects, with_conjuncts
from pramana.memory.domain.reading.things import Things, given_name, phrase
from pramana.memory.domain.reading.timing import held, times_of
from pramana.memory.domain.reading.values import Aspect, Claim, Held, Kind, Thing, Token
from pramana.memory.domain.reading.verbs import as_kind, claim_of

ROLE, KIND_OF = 0.85, 0.6


def copula_claims(things: Things, verb: Token) -> Iterator[Claim]:
    """What "X is Y", "X became Y" and "X was elected Y" say."""
    clause = clause_of(verb)
    aspect = _aspect(verb)
    if clause.possible or aspect is None or clause.tense is Tense.FUTURE:
        return
    for noun in _complements(verb):
        for who in subjects(clause):
            yield from _described(things, clause, aspect, who, noun)


def _aspect(verb: Token) -> Aspect | None:
    if verb.lemma_ in ("be", "serve", "work"):
        return Aspect.STATE
    return next((each for each, verbs in lexicon.POSITIONS.items() if verb.lemma_ in verbs), None)


def _complements(verb: Token) -> list[Token]:
    found = [child for child in verb.children if child.dep_ in ("attr", "oprd", "acomp")]
    for prep in verb.children:
        if prep.dep_ == "prep" and prep.lower_ in ("as", "to") and verb.lemma_ != "be":
            found += [each for each in prep.children if each.dep_ == "pobj"]
    return [each for token in found for each in with_conjuncts(token)]


def _described(
    things: Things, clause: Clause, aspect: Aspect, who: Token, noun: Token
) -> Iterator[Claim]:
    said = held(clause, aspect, times_of(clause, things.message.at), things.message.at)
    told = role(things, noun) or (role(things, who) if noun.pos_ == "PROPN" else None)
    holder = things.meant_by(noun if told and not role(things, noun) else who)
    if told and holder:
        yield _tie(things, clause.verb, holder, *told, said)
        return
    subject = things.meant_by(who)
    if subject is None or clause.negated:
        return
    years = _age(noun)
    if years:
        aged = replace(subject, attributes=(("age", years),))
        text = f"{subject.name} is {years} years old."
        yield claim_of(noun, aged, "HAS_AGE", Thing(f"{years} years"), text, said, ROLE)
    elif (
        noun.pos_ == "NOUN"
        and noun.lemma_ not in lexicon.VAGUE
        and (subject.is_named or subject.kind is Kind.PERSON)
    ):
        is_work = noun.lemma_ in lexicon.OCCUPATIONS
        relation = "HAS_POSITION" if is_work else "IS_A"
        words = phrase(noun)
        text = f"{subject.name} {clause.verb.text if clause.verb.tag_ == 'VBD' else 'is'} {words}."
        subject = as_kind(subject, Kind.PERSON if is_work else None)
        things.saw(who, subject)
        yield claim_of(
            noun, subject, relation, Thing(words), text, said, ROLE if is_work else KIND_OF
        )


def _age(token: Token) -> int | None:
    years = (
        [child for child in token.children if child.lemma_ == "year"]
        if token.lower_ == "old"
        else []
    )
    number = next((c for each in years for c in each.children if c.pos_ == "NUM"), None)
    return int(number.text) if number is not None and number.text.isdigit() else None


def role(things: Things, noun: Token) -> tuple[str, Thing, str] | None:
    """The relation a noun ties to its owner, that owner, and the words for it."""
    if noun.pos_ not in ("NOUN", "PROPN"):
        return None
    before = [child.lower_ for child in noun.lefts if child.dep_ in ("compound", "amod")]
    head = noun.lower_
    if before and f"{before[-1]} {head}" in lexicon.OFFICES:
        head, before = f"{before[-1]} {head}", before[:-1]
    relation = lexicon.OFFICES.get(head) or lexicon.TIES.get(noun.lemma_.lower())
    if relation is None:
        return None
    if head in lexicon.OFFICES and (shared := [each for each in before if each in lexicon.SHARED]):
        relation = f"{shared[0].upper()}_{relation}"
    owner = _owner(things, noun, head in lexicon.OFFICES)
    return (relation, owner, head) if owner else None


def _owner(things: Things, noun: Token, is_office: bool) -> Thing | None:
    for prep in noun.children:
        if prep.dep_ == "prep" and prep.lower_ in ("of", "at", "for", "to"):
            for each in prep.children:
                if each.dep_ == "pobj":
                    return things.meant_by(each)
    owner = things.owner_of(noun)
    compound = [each for each in noun.lefts if each.dep_ == "compound"]
    compound = [each for each in compound if each.lower_ not in ("prime", "chief", "vice")]
    if is_office and compound:
        words = str(noun.doc[compound[0].i : compound[-1].i + 1].text)
        of = f" of {owner.name}" if owner else ""
        return Thing(f"{words.lower() if not things.mention_at(compound[0]) else words}{of}")
    return owner


def noun_claims(things: Things, noun: Token) -> Iterator[Claim]:
    """What a noun says by itself: "my sister Maya", "Ram Thapa, the mayor of Pokhara"."""
    told = role(things, noun)
    if noun.lemma_ in lexicon.OWNED and given_name(noun) is not None and things.owner_of(noun):
        told = ("OWNS", things.owner_of(noun) or Thing(""), noun.lemma_)
    named = given_name(noun) if noun.pos_ != "PROPN" else None
    if noun.dep_ == "appos" and noun.pos_ == "NOUN" and noun.head.pos_ == "PROPN":
        named = noun.head
    if (
        _is_told_by_copula(noun)
        or told is None
        or (named is None and told[0] not in lexicon.TIES.values())
    ):
        return
    if named is None and noun.tag_ == "NNS" and told[0] in lexicon.MUTUAL:
        return  # "my friends" are nobody in particular
    holder = things.meant_by(named) if named is not None else None
    if holder is None and noun.dep_ not in ("attr", "oprd") and things.owner_of(noun):
        holder = things.meant_by(noun)
    if holder and holder.name != told[1].name:
        yield _tie(things, noun, holder, *told, Held(things.message.at))


def _is_told_by_copula(noun: Token) -> bool:
    """In "my husband is Ram" the verb tells it, with the name."""
    return noun.dep_ == "nsubj" and any(
        child.dep_ == "attr" and child.pos_ == "PROPN" for child in noun.head.children
    )


def _tie(
    things: Things, token: Token, holder: Thing, relation: str, owner: Thing, word: str, said: Held
) -> Claim:
    gender = "f" if word in lexicon.FEMALE else "m" if word in lexicon.MALE else ""
    is_pet = relation == "OWNS"
    subject = holder if is_pet else as_kind(holder, lexicon.SUBJECTS.get(relation))
    things.saw(token, subject, gender)
    what = f"{owner.name}'s {word}" if owner.kind is Kind.PERSON else f"{word} of {owner.name}"
    ended = said.end is not None and said.end <= things.message.at
    text = f"{subject.name} {'was' if ended else 'is'} {what}."
    one, other = subject, as_kind(owner, lexicon.OBJECTS.get(relation))
    if relation in lexicon.INVERSE or (relation in lexicon.MUTUAL and owner.is_named):
        one, other = owner, subject
    sure = ROLE * holder.confidence / 0.8 * owner.confidence / 0.8
    return claim_of(token, one, relation, other, text, said, sure)
