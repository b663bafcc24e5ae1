"""Claims that a noun makes by tying someone to its owner: my sister Maya, the mayor of Pokhara."""

from collections.abc import Iterator

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claiming import as_kind, claim_of
from pramana.memory.domain.reading.phrases import given_name
from pramana.memory.domain.reading.things import Things
from pramana.memory.domain.reading.values import Claim, Held, Kind, Thing, Token
from pramana.memory.domain.reading.wording import with_article

TOLD = 0.85
TIED = frozenset((*lexicon.TIES.values(), *lexicon.OF_A_BODY.values()))


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
    if owner and owner.kind is Kind.PERSON and relation in lexicon.OF_A_BODY:
        relation = lexicon.OF_A_BODY[relation]
    return (relation, owner, head) if owner and relation else None


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
    if _is_told_by_copula(noun) or told is None or (named is None and told[0] not in TIED):
        return
    if named is None and noun.tag_ == "NNS" and (told[0] in lexicon.MUTUAL or _is_ours(noun)):
        return  # "my friends" are nobody in particular, "our children" are everybody's
    holder = things.meant_by(named) if named is not None else None
    if holder is None and noun.dep_ not in ("attr", "oprd") and things.owner_of(noun):
        holder = things.meant_by(noun)
    if holder and holder.name != told[1].name:
        at = things.message.at
        yield tie(things, noun, holder, *told, Held(None, at) if _has_died(noun) else Held(at))


def _has_died(noun: Token) -> bool:
    verb = noun.head
    away = verb.lemma_ == "pass" and any(child.lower_ == "away" for child in verb.children)
    return noun.dep_ == "nsubj" and (away or verb.lemma_ == "die")


def _is_ours(noun: Token) -> bool:
    return any(child.lower_ == "our" for child in noun.children)


def _is_told_by_copula(noun: Token) -> bool:
    """In "my husband is Ram" the verb tells it, with the name."""
    return noun.dep_ == "nsubj" and any(
        child.dep_ == "attr" and child.pos_ == "PROPN" for child in noun.head.children
    )


def tie(
    things: Things, token: Token, holder: Thing, relation: str, owner: Thing, word: str, said: Held
) -> Claim:
    gender = "f" if word in lexicon.FEMALE else "m" if word in lexicon.MALE else ""
    is_pet = relation == "OWNS"
    subject = holder if is_pet else as_kind(holder, lexicon.SUBJECTS.get(relation))
    things.saw(token, subject, gender)
    ended = said.end is not None and said.end <= things.message.at
    text = _told(token, subject, owner, word, ended=ended)
    one, other = subject, as_kind(owner, lexicon.OBJECTS.get(relation))
    if relation in lexicon.INVERSE or (relation in lexicon.MUTUAL and owner.is_named):
        one, other = owner, subject
    sure = TOLD * holder.confidence / 0.85 * owner.confidence / 0.85
    return claim_of(token, one, relation, other, text, said, sure)


def _told(token: Token, holder: Thing, owner: Thing, word: str, *, ended: bool) -> str:
    """Somebody without a name is told from the owner's side: Anita has a brother."""
    if owner.kind is not Kind.PERSON or word in lexicon.OFFICES:
        return f"{holder.name} {'was' if ended else 'is'} {word} of {owner.name}."
    if holder.name.startswith(f"{owner.name}'s "):
        rest = holder.name.removeprefix(f"{owner.name}'s ")
        one = rest if token.tag_ == "NNS" else with_article(token, rest)
        return f"{owner.name} {'had' if ended else 'has'} {one}."
    return f"{holder.name} {'was' if ended else 'is'} {owner.name}'s {word}."
