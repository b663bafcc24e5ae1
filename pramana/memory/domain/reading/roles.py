"""Roles: the office, tie or work that a noun states of somebody, and of which body or person."""

from dataclasses import replace

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EntityKind, Referent, Token
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
    if relation is None:
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
    compound = [each for each in compound if each.lower_ not in ("prime", "chief", "vice")]
    if is_office and compound:
        words = str(noun.doc[compound[0].i : compound[-1].i + 1].text)
        of = f" of {owner.name}" if owner and owner.kind is not EntityKind.PERSON else ""
        return Referent(f"{words.lower() if not referents.mention_at(compound[0]) else words}{of}")
    return owner
