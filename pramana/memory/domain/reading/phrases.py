"""Wording: phrases of the parse that name a referent, and claims as sentences of their own."""

import re

from pramana.language.scripts import contains_devanagari
from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import EntityKind, Referent, Token
from pramana.memory.domain.reading.clauses import Clause, Tense, is_passive

THIRD_PERSON = {"my": "their", "our": "their", "me": "them", "us": "them", "i": "they",
          "we": "they", "myself": "themselves", "ourselves": "themselves",
          "mine": "theirs"}  # fmt: skip
JOINED_TITLE = re.compile(r"\b([Mm]anaging|[Aa]cting)-")
ES_ENDINGS = ("s", "sh", "ch", "x", "z", "o")
LONGEST_ACTIVITY = 6
SKIPPED_DEPENDENCIES = frozenset(
    ("det", "poss", "predet", "punct", "cc", "preconj", "advmod", "case", "mark")
)


def third_person(lemma: str) -> str:
    """
    >>> [third_person(verb) for verb in ("work", "study", "teach", "have", "be", "play")]
    ['works', 'studies', 'teaches', 'has', 'is', 'plays']
    """
    if lemma in ("have", "be"):
        return {"have": "has", "be": "is"}[lemma]
    if lemma.endswith("y") and lemma[-2:-1] not in tuple("aeiou"):
        return f"{lemma[:-1]}ies"
    return f"{lemma}es" if lemma.endswith(ES_ENDINGS) else f"{lemma}s"


def predicate(clause: Clause, *, of_several: bool = False) -> str:
    """The verb in the third person, of one subject or of several."""
    verb, lemma = clause.verb, clause.verb.lemma_
    if is_passive(verb):
        return _passive_predicate(clause)
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


def _passive_predicate(clause: Clause) -> str:
    verb = clause.verb
    helper = "was" if clause.tense is Tense.PAST else "is"
    if clause.over:
        return f"is no longer {verb.text}"
    return f"{helper} not {verb.text}" if clause.negated else f"{helper} {verb.text}"


def copula(clause: Clause) -> str:
    """The form of "be" or "become" in the third person."""
    if is_passive(clause.verb):
        return "was" if clause.tense is Tense.PAST else "is"
    if clause.verb.lemma_ not in ("be", "become"):
        return "is"
    if clause.verb.lemma_ == "become":
        return "became" if clause.tense is Tense.PAST else "becomes"
    return "was" if clause.tense is Tense.PAST and not clause.over else "is"


def with_article(noun: Token, words: str) -> str:
    """A noun with the article that the sentence gives it.

    A single owned thing gets an indefinite one: "my brother" becomes "a brother".
    """
    articles = [child.lower_ for child in noun.children if child.dep_ == "det"]
    owned = any(child.dep_ == "poss" for child in noun.children)
    if noun.tag_ == "NN" and (owned or "a" in articles or "an" in articles):
        return f"{'an' if words[:1].lower() in 'aeiou' else 'a'} {words}"
    return f"{articles[0]} {words}" if articles else words


def claim_sentence(subject: Referent, verb: str, link: str, other: Referent) -> str:
    return " ".join(filter(None, (subject.name, verb, link, other.words))) + "."


def without_times(token: Token, times: list[str]) -> str:
    """The words that a verb governs, without the time expressions."""
    words = str(token.doc[token.i : token.right_edge.i + 1].text)
    for each in times:
        words = words.replace(each, "")
    words = " ".join(words.split()).strip(" ,.;!-–—")
    while words.rsplit(" ", 1)[-1] in ("in", "on", "at", "by", "since", "until", "for", "the"):
        words = words.rsplit(" ", 1)[0] if " " in words else ""
    return words


def in_third_person(words: str) -> str:
    """Words about oneself, changed to the third person.

    >>> in_third_person("paint my room with us")
    'paint their room with them'
    """
    return re.sub(
        r"\b[A-Za-z]+\b", lambda word: THIRD_PERSON.get(word.group().lower(), word.group()), words
    )


def appositive_name(token: Token) -> Token | None:
    """The name in "my sister Maya", "a dog named Rex" or "Rex, a dog"."""
    for child in token.children:
        if child.dep_ == "appos" and child.pos_ == "PROPN":
            return child
        if child.dep_ == "acl" and child.lemma_ in ("name", "call"):
            return next((c for c in child.children if c.dep_ in ("oprd", "dobj", "attr")), None)
    if token.dep_ == "nsubj" and token.pos_ == "NOUN":  # "my sister Maya paints", with two subjects
        for child in token.head.children:
            is_name = child.dep_ == "nsubj" and child.pos_ == "PROPN"
            if is_name and child.left_edge.i == token.i + 1:
                return child
    return None


def proper_name(token: Token) -> str:
    first = token
    while (
        first.i > first.sent.start
        and first.nbor(-1).pos_ == "PROPN"
        and contains_devanagari(first.nbor(-1).text) == contains_devanagari(token.text)
        and first.nbor(-1).text[0].isalpha()
        and (first.nbor(-1).dep_ in ("compound", "nmod", "flat"))
    ):
        first = first.nbor(-1)
    return str(token.doc[first.i : token.i + 1].text)


def noun_phrase(token: Token) -> str:
    """A noun with its adjectives and its "of" phrase, without article and owner."""
    first = token.i
    for child in sorted(token.lefts, key=lambda each: -each.i):
        if child.dep_ in SKIPPED_DEPENDENCIES:
            break
        first = child.left_edge.i
    last = token.i
    for child in token.rights:
        if child.dep_ == "prep" and child.lower_ == "of" and child.i == last + 1:
            last = child.right_edge.i
    if last + 1 < len(token.doc) and is_second_part(token.doc[last + 1]):
        last += 1
    return JOINED_TITLE.sub(r"\1 ", str(token.doc[first : last + 1].text))


def is_second_part(token: Token) -> bool:
    """Whether the parser split a noun of two words after a verb of liking: lemon squash."""
    before = token.nbor(-1) if token.i else None
    return (
        token.dep_ in ("oprd", "acomp")
        and before is not None
        and before.dep_ in ("dobj", "obj")
        and before.head == token.head
    )


def activity_phrase(token: Token) -> str:
    """An activity with its object: playing the guitar."""
    last = token.i
    for child in token.rights:
        if (
            child.dep_ in ("dobj", "prt", "prep")
            and child.right_edge.i - token.i < LONGEST_ACTIVITY
        ):
            last = max(last, child.right_edge.i)
    return in_third_person(str(token.doc[token.i : last + 1].text))


PASSING_WORDS = frozenset(("new", "next", "current", "present", "latest", "newest"))


def position_words(noun: Token) -> tuple[str, str]:
    """A position without "new" and the like, and with its article: "our new cook" is the cook."""
    words = noun_phrase(noun)
    while words.split(" ", 1)[0].lower() in PASSING_WORDS and " " in words:
        words = words.split(" ", 1)[1]
    ours = any(child.dep_ == "poss" and child.lower_ == "our" for child in noun.children)
    return words, f"the {words}" if ours else with_article(noun, words)


def tie_sentence(token: Token, holder: Referent, owner: Referent, word: str, *, ended: bool) -> str:
    """The claim as a sentence; of an unnamed holder, "Anita has a brother"."""
    if owner.kind is not EntityKind.PERSON and lexicon.TIES.get(word) == "LIKES":
        return f"{holder.name} {'was' if ended else 'is'} a {word} of {owner.name}."
    if owner.kind is not EntityKind.PERSON or word in lexicon.OFFICES:
        return f"{holder.name} {'was' if ended else 'is'} {word} of {owner.name}."
    if holder.name.startswith(f"{owner.name}'s "):
        rest = holder.name.removeprefix(f"{owner.name}'s ")
        one = rest if token.tag_ == "NNS" else with_article(token, rest)
        return f"{owner.name} {'had' if ended else 'has'} {one}."
    return f"{holder.name} {'was' if ended else 'is'} {owner.name}'s {word}."
