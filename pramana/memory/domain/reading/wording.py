"""A claim as a sentence that can be read alone, in the message's own verbs."""

import re

from pramana.memory.domain.reading.clauses import Clause, Tense
from pramana.memory.domain.reading.links import is_passive
from pramana.memory.domain.reading.values import Thing, Token

THEIRS = {"my": "their", "our": "their", "me": "them", "us": "them", "i": "they", "we": "they",
          "myself": "themselves", "ourselves": "themselves", "mine": "theirs"}  # fmt: skip
ES = ("s", "sh", "ch", "x", "z", "o")


def third_person(lemma: str) -> str:
    """
    >>> [third_person(verb) for verb in ("work", "study", "teach", "have", "be", "play")]
    ['works', 'studies', 'teaches', 'has', 'is', 'plays']
    """
    if lemma in ("have", "be"):
        return {"have": "has", "be": "is"}[lemma]
    if lemma.endswith("y") and lemma[-2:-1] not in tuple("aeiou"):
        return f"{lemma[:-1]}ies"
    return f"{lemma}es" if lemma.endswith(ES) else f"{lemma}s"


def predicate(clause: Clause, *, of_several: bool = False) -> str:
    """The verb as it would be said of somebody else, or of several."""
    verb, lemma = clause.verb, clause.verb.lemma_
    if is_passive(verb):
        return _passive(clause)
    if clause.over:
        return f"no longer {third_person(lemma)}"
    if clause.negated:
        return f"did not {lemma}" if clause.tense is Tense.PAST else f"does not {lemma}"
    if clause.starting:
        return f"started {verb.text}" if verb.tag_ == "VBG" else f"started to {lemma}"
    if clause.tense is Tense.PERFECT:
        return f"has {verb.text}" if verb.tag_ == "VBN" else f"has been {verb.text}"
    if verb.tag_ == "VBG":
        return f"{'was' if clause.tense is Tense.PAST else 'is'} {verb.text}"
    if verb.tag_ == "VBD":
        return str(verb.text)
    return str(lemma) if of_several else third_person(lemma)


def _passive(clause: Clause) -> str:
    verb = clause.verb
    helper = "was" if clause.tense is Tense.PAST else "is"
    if clause.over:
        return f"is no longer {verb.text}"
    return f"{helper} not {verb.text}" if clause.negated else f"{helper} {verb.text}"


def is_or_was(clause: Clause) -> str:
    """The copula as it would be said of somebody else."""
    if is_passive(clause.verb):
        return "was" if clause.tense is Tense.PAST else "is"
    if clause.verb.lemma_ not in ("be", "become"):
        return "is"
    if clause.verb.lemma_ == "become":
        return "became" if clause.tense is Tense.PAST else "becomes"
    return "was" if clause.tense is Tense.PAST and not clause.over else "is"


def with_article(noun: Token, words: str) -> str:
    """A countable noun in its article, as far as the sentence says one.

    Where it says none, one thing still gets one: "my brother" becomes "a brother".
    """
    said = [child.lower_ for child in noun.children if child.dep_ == "det"]
    owned = any(child.dep_ == "poss" for child in noun.children)
    if noun.tag_ == "NN" and (owned or "a" in said or "an" in said):
        return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"
    return f"{said[0]} {words}" if said else words


def sentence(subject: Thing, said: str, link: str, other: Thing) -> str:
    return " ".join(filter(None, (subject.name, said, link, other.words))) + "."


def without_times(token: Token, times: list[str]) -> str:
    """The words under a verb, without those that only tell when."""
    words = str(token.doc[token.i : token.right_edge.i + 1].text)
    for each in times:
        words = words.replace(each, "")
    words = " ".join(words.split()).strip(" ,.;!-–—")
    while words.rsplit(" ", 1)[-1] in ("in", "on", "at", "by", "since", "until", "for", "the"):
        words = words.rsplit(" ", 1)[0] if " " in words else ""
    return words


def as_theirs(words: str) -> str:
    """What somebody says of their own things, as it would be told of them.

    >>> as_theirs("paint my room with us")
    'paint their room with them'
    """
    return re.sub(
        r"\b[A-Za-z]+\b", lambda word: THEIRS.get(word.group().lower(), word.group()), words
    )
