"""The words of the parse that together name one thing."""

from pramana.language.scripts import holds_devanagari
from pramana.memory.domain.reading.values import Token
from pramana.memory.domain.reading.wording import as_theirs

LONGEST_DOING = 6
LEFT_OUT = frozenset(("det", "poss", "predet", "punct", "cc", "preconj", "advmod", "case", "mark"))


def given_name(token: Token) -> Token | None:
    """The name in "my sister Maya", "a dog named Rex" or "Rex, a dog"."""
    for child in token.children:
        if child.dep_ == "appos" and child.pos_ == "PROPN":
            return child
        if child.dep_ == "acl" and child.lemma_ in ("name", "call"):
            return next((c for c in child.children if c.dep_ in ("oprd", "dobj", "attr")), None)
    return None


def proper_name(token: Token) -> str:
    first = token
    while (
        first.i > first.sent.start
        and first.nbor(-1).pos_ == "PROPN"
        and holds_devanagari(first.nbor(-1).text) == holds_devanagari(token.text)
        and first.nbor(-1).text[0].isalpha()
        and (first.nbor(-1).dep_ in ("compound", "nmod", "flat"))
    ):
        first = first.nbor(-1)
    return str(token.doc[first.i : token.i + 1].text)


def phrase(token: Token) -> str:
    """A noun with its adjectives and its "of", without article and owner."""
    first = token.i
    for child in sorted(token.lefts, key=lambda each: -each.i):
        if child.dep_ in LEFT_OUT:
            break
        first = child.left_edge.i
    last = token.i
    for child in token.rights:
        if child.dep_ == "prep" and child.lower_ == "of" and child.i == last + 1:
            last = child.right_edge.i
    return str(token.doc[first : last + 1].text)


def doing(token: Token) -> str:
    """Something one does, with what one does it to: playing the guitar."""
    last = token.i
    for child in token.rights:
        if child.dep_ in ("dobj", "prt", "prep") and child.right_edge.i - token.i < LONGEST_DOING:
            last = max(last, child.right_edge.i)
    return as_theirs(str(token.doc[token.i : last + 1].text))
