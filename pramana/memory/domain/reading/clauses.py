"""Clauses: a verb with its subjects, objects, tense, negation, and whether it is stated as real."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claims import Aspect, Token

DIRECT_OBJECT = "object"
JOB_LINK = "job"
"""A link to the organization of a job: "I quit my job at Acme"."""
HOME_LINK = "home"
"""A link to the place of a dwelling: "I rent a room in Beni"."""


def first_verb(head: Token) -> Token:
    """The verb whose subject a coordinated verb shares: "she came and won"."""
    while head.dep_ == "conj" and not own_subjects(head) and head.head.pos_ in ("VERB", "AUX"):
        head = head.head
    return head


def own_subjects(verb: Token) -> list[Token]:
    """The subjects of a verb, or of its auxiliary, as the parser has it in "we got married"."""
    helpers = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
    return [
        child
        for each in (verb, *helpers)
        for child in each.children
        if child.dep_ in ("nsubj", "nsubjpass")
    ]


def is_passive(verb: Token) -> bool:
    return verb.tag_ == "VBN" and (
        any(child.dep_ == "auxpass" or child.lemma_ == "be" for child in verb.children)
        or verb.dep_ == "acl"
        or (verb.dep_ == "acomp" and verb.head.lemma_ == "be")
    )


def with_conjuncts(token: Token) -> list[Token]:
    """The noun and those coordinated with it by "and"."""
    return [token, *(each for each in token.conjuncts if each.i > token.i and each.pos_ != "VERB")]


def linked_tokens(verb: Token, link: str) -> list[Token]:
    """The objects of a verb, or what follows one of its prepositions."""
    if link == DIRECT_OBJECT:
        tokens = [child for child in verb.children if child.dep_ in ("dobj", "obj")]
        tokens += [child for child in verb.children if _is_liked_thing(verb, child)]
    elif link == JOB_LINK:
        jobs = [child for child in verb.children if child.lemma_ in lexicon.JOB_NOUNS]
        return [each for noun in (*jobs, verb) if jobs for each in linked_tokens(noun, "at")]
    elif link == HOME_LINK:
        homes = [
            each
            for each in (*verb.children, *linked_tokens(verb, "into"), *linked_tokens(verb, "to"))
            if each.lemma_ in lexicon.HOME_NOUNS
        ]
        return [each for noun in (*homes, verb) if homes for each in linked_tokens(noun, "in")]
    else:
        tokens = [
            each
            for prep in _prepositions(verb)
            if prep.lower_ == link
            for each in prep.children
            if each.dep_ in ("pobj", "pcomp")
        ]
        tokens = tokens or _objects_after_particle(verb, link)
    return [each for token in tokens for each in with_conjuncts(token)]


def _objects_after_particle(verb: Token, particle: str) -> list[Token]:
    """What follows a particle that the parser takes for an adverb: "I went off chess"."""
    if not any(
        child.lower_ == particle and child.dep_ in ("prt", "advmod") for child in verb.children
    ):
        return []
    below = [each for child in verb.children if child.lower_ == particle for each in child.children]
    return [
        child
        for child in (*verb.children, *below)
        if child.dep_ in ("dobj", "obj", "pobj")
        or (child.dep_ == "xcomp" and child.tag_ == "VBG")
        or (child.dep_ == "npadvmod" and child.lemma_.lower() not in lexicon.TIME_NOUNS)
    ]


def _is_liked_thing(verb: Token, child: Token) -> bool:
    """ "I enjoy hiking": what is liked is done. "I love stout" looks like a quality."""
    if verb.lemma_ not in lexicon.LIKING_VERBS:
        return False
    beside = child.nbor(-1).dep_ in ("dobj", "obj") if child.i else False  # lemon squash
    is_state = child.dep_ in ("acomp", "oprd") and not beside
    return (child.dep_ == "xcomp" and child.tag_ == "VBG") or is_state


def _prepositions(verb: Token) -> Iterator[Token]:
    for child in verb.children:
        if child.dep_ in ("prep", "agent", "dative"):
            yield child
            yield from (each for each in child.children if each.dep_ == "prep")
        elif child.dep_ in ("advmod", "prt", "acomp"):
            yield from (each for each in child.children if each.dep_ == "prep")


class Tense(StrEnum):
    PAST = "past"
    PRESENT = "present"
    PERFECT = "perfect"
    FUTURE = "future"


SAME_PAST = lexicon.word_set(
    "set put cut hit let quit read shut cost hurt split spread cast bet beat burst bid rid wed"
)
"""Verbs whose past tense looks like their present."""
UNSURE_WORDS = frozenset(("would", "could", "might", "may", "should", "must", "can", "ca"))
CONDITION_WORDS = frozenset(("if", "unless", "whether", "until", "once", "whenever"))
END_WORDS = frozenset(("anymore", "longer", "more"))
IMAGINING_VERBS = frozenset(
    ("wish", "hope", "imagine", "suppose", "pretend", "doubt", "wonder", "dream")
)
UNCERTAIN_ADVERBS = frozenset(
    ("almost", "nearly", "maybe", "perhaps", "hopefully", "probably", "supposedly")
)
"""Adverbs that make a statement uncertain."""


@dataclass(frozen=True)
class Clause:
    """`verb` names the relation, `head` carries tense and subject.

    They differ in "used to work" and "started working".
    """

    verb: Token
    head: Token
    tense: Tense
    negated: bool = False
    over: bool = False
    """It no longer holds: "used to", "anymore", "stopped"."""
    starting: bool = False
    possible: bool = False
    """It is not stated as real: a question, a wish, an order, a condition."""
    never: bool = False
    """It was false at all times: "I never worked there"."""

    @property
    def aspect(self) -> Aspect | None:
        """Whether the clause itself says that the relation begins or ends."""
        if self.over:
            return Aspect.END
        return Aspect.START if self.starting else None


def parse_clause(verb: Token) -> Clause:
    """The clause around a verb."""
    head = verb.head if verb.dep_ == "xcomp" and verb.head.pos_ in ("VERB", "AUX") else verb
    lemma = head.lemma_ if head is not verb else ""
    children = [*head.children, *(verb.children if head is not verb else ())]
    never = any(child.lower_ == "never" for child in children)
    over = lemma == "use" or lemma in lexicon.STOP_VERBS or _says_no_longer(children)
    return Clause(
        verb,
        head,
        _tense(head, lemma),
        negated=any(child.dep_ == "neg" for child in children) or _denies_subjects(head),
        over=over,
        starting=lemma in lexicon.START_VERBS,
        possible=_is_unreal(head, lemma) or (head is not verb and not _tells_phase(lemma)),
        never=never,
    )


def _denies_subjects(head: Token) -> bool:
    """ "Neither Ana nor Bo works there"."""
    return any(
        each.lower_ == "neither" for who in own_subjects(first_verb(head)) for each in who.lefts
    )


def _tells_phase(lemma: str) -> bool:
    """Whether a verb only says that the verb below it begins, ends or follows."""
    return lemma in {"use", "go", *lexicon.STOP_VERBS, *lexicon.START_VERBS}


def _says_no_longer(children: list[Token]) -> bool:
    """ "no longer", "anymore", "any more"; more of something is not an end."""
    return any(
        child.lower_ in END_WORDS
        and child.dep_ in ("advmod", "npadvmod")
        and (child.lower_ != "more" or any(each.lower_ == "any" for each in child.children))
        for child in children
    )


def _is_unreal(head: Token, lemma: str) -> bool:
    first = first_verb(head)
    if any(_is_unsure(verb) for verb in (head, first)) or _is_bare(first, lemma):
        return True
    if (
        is_question(head)
        or _follows_condition(head)
        or any(above.lemma_ in IMAGINING_VERBS for above in _ancestors(head))
    ):
        return True
    below = head.dep_ == "ccomp" and head.i > head.head.i
    if below and any(child.dep_ == "neg" for child in head.head.children):
        return True  # "I never said that she works there"
    return any(
        mark.lower_ in CONDITION_WORDS
        for verb in (head, *_ancestors(head), *_conditions(head))
        for mark in verb.children
        if mark.dep_ in ("mark", "advmod") and mark.i < verb.i
    )


def _follows_condition(head: Token) -> bool:
    """Whether the sentence begins with a condition: "If I win the lottery I'm buying a farm"."""
    opening = next((each for each in head.sent if each.is_alpha), head)
    aside = opening.lower_ == "imagine" and opening.nbor().text in (",", "!")
    is_condition = opening.lower_ in ("if", "unless", "imagine", "suppose") and not aside
    return is_condition and opening.i < head.i


def _is_unsure(verb: Token) -> bool:
    """Could, would, never, maybe. "'d" is "would" before a plain verb, else "had"."""
    words = {
        child.lower_
        for child in verb.children
        if child.dep_ in ("aux", "advmod", "neg")
        and not (child.text == "May" and child.i > child.sent.start)  # the month
    }
    would = verb.tag_ == "VB" and bool(words & {"'d", "’d"})
    if verb.lemma_ in lexicon.AVERSION_VERBS and words & {"ca", "can", "could"}:
        return not words & {"n't", "not", "n’t"}  # "I can't stand it" is no doubt
    return would or bool(words & (UNSURE_WORDS | UNCERTAIN_ADVERBS))


def _is_bare(verb: Token, lemma: str) -> bool:
    """An order, or what somebody is allowed or asked to do: "visit Paris", "let me join"."""
    if verb.tag_ != "VB" or lemma:
        return False
    helpers = {child.lemma_ for child in verb.children if child.dep_ == "aux"}
    if own_subjects(verb) and (
        verb.dep_ == "ROOT" or ("to" not in helpers and not _is_caused(verb))
    ):
        return False  # a present tense that the tagger took for an infinitive
    return not helpers & {"do", "will", "shall", "'ll", "’ll", "wo"}


def _is_caused(verb: Token) -> bool:
    return verb.dep_ in ("ccomp", "xcomp") and verb.head.lemma_ in lexicon.CAUSATIVE_VERBS


def _ancestors(token: Token) -> Iterator[Token]:
    while token.head.i != token.i and token.dep_ in ("conj", "ccomp", "xcomp", "advcl"):
        token = token.head
        yield token


def _conditions(head: Token) -> list[Token]:
    """The conditions before a clause; one after a plain statement is an offer: "…, if you need"."""
    return [child for child in head.children if child.dep_ == "advcl" and child.i < head.i]


def is_question(head: Token) -> bool:
    return bool(head.sent.text.rstrip().endswith("?"))


def _tense(head: Token, lemma: str) -> Tense:
    helpers = [child for child in head.children if child.dep_ in ("aux", "auxpass")]
    if head.dep_ == "conj" and not helpers and head.tag_ in ("VB", "VBN", "VBG"):
        first = head.head.tag_ == "VBD" and not any(
            child.dep_ in ("aux", "auxpass") for child in head.head.children
        )
        if head.head.i == head.i or (head.tag_ == "VB" and first):
            return Tense.PRESENT  # "we left Bath and live in York"
        return _tense(head.head, lemma)
    if any(aux.lower_ in ("will", "'ll", "’ll", "shall", "wo") for aux in helpers):
        return Tense.FUTURE
    if lemma == "go" and head.tag_ == "VBG":
        return Tense.FUTURE
    first = helpers[0] if helpers else head
    if first.tag_ == "VBD" and first.lower_ == first.lemma_ and first.lemma_ not in SAME_PAST:
        return Tense.PRESENT  # the tagger took "I weld" for a past tense
    if first.lemma_ == "have" and first.tag_ in ("VBP", "VBZ") and helpers:
        return Tense.PERFECT
    return Tense.PAST if first.tag_ in ("VBD", "VBN") else Tense.PRESENT


def clause_subjects(clause: Clause) -> list[Token]:
    """The subjects of a clause; of a relative clause, the noun it describes."""
    subjects = own_subjects(first_verb(clause.head))
    if [each.lower_ for each in subjects] in (["who"], ["which"], ["that"]) and (
        clause.head.dep_ == "relcl"
    ):
        subjects = [clause.head.head]
    if not subjects and clause.head.dep_ == "acl":
        subjects = [clause.head.head]
    return [each for subject in subjects for each in _listed(subject)]


def _listed(subject: Token) -> list[Token]:
    """The members of a list. The parser takes the second of three names for an apposition."""
    members = with_conjuncts(subject)
    beside = [each for each in subject.children if each.dep_ == "appos" and each.pos_ == "PROPN"]
    named = [each for token in beside for each in with_conjuncts(token)]
    if subject.tag_ == "NNS" and len(named) > 1:
        return named  # "my parents, Otto and Lena, …"
    if subject.pos_ == "PROPN" and any(each.dep_ == "cc" for each in subject.subtree):
        members += named
    return list(dict.fromkeys((*members, *_names_before(subject))))


def _names_before(subject: Token) -> list[Token]:
    """The names before a subject, which the parser takes apart from it: "Ana, Bo and I moved"."""
    place, first = subject.i - 1, subject.sent.start
    if place <= first or subject.doc[place].lower_ != "and":
        return []
    names: list[Token] = []
    place -= 1
    while place >= first and (subject.doc[place].pos_ == "PROPN" or subject.doc[place].text == ","):
        if subject.doc[place].pos_ == "PROPN" and subject.doc[place + 1].pos_ != "PROPN":
            names.append(subject.doc[place])
        place -= 1
    is_listed = place < first or subject.doc[place].is_punct or subject.doc[place].pos_ == "ADV"
    return names if is_listed or subject.doc[place].ent_type_ == "DATE" else []
