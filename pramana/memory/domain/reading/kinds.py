"""What somebody or something may be said to be: "is a vegetarian" tells, "is a dream" judges."""

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.values import Kind, Thing, Token

PERSONS = lexicon.set_of(
    "vegetarian vegan christian hindu muslim buddhist jew atheist immigrant refugee veteran widow"
    " widower orphan twin citizen nepali foreigner volunteer activist graduate freelancer"
    " homeowner survivor introvert extrovert parent mom mother dad father grandparent teenager"
    " feminist candidate contractor businessman businesswoman politician celebrity"
)
"""What a person may be, besides their work, in a way that lasts."""

PRAISE = lexicon.set_of(
    "great good nice amazing awesome wonderful beautiful lovely perfect real big huge true total"
    " special important bad terrible sweet cute fun incredible fantastic little tough hard such"
    " best worst favorite favourite"
)
REMARKS = lexicon.set_of(
    "addition gift reminder blast dream start mix journey challenge privilege honor honour game joy"
    " pleasure relief treat success mess inspiration lifesaver sign symbol example step chance hit"
    " breeze winner star rock angel hero team pic picture photo shot ride experience moment feeling"
    " process result help work shame pain place must goal topic passion story memory look choice"
    " mood vibe world life career opportunity path combination source boost escape outlet matter"
    " proof need success"
)
"""Nouns with which somebody judges rather than tells: "she is a great addition"."""


def tells_a_kind(noun: Token, subject: Thing) -> bool:
    """Whether "subject is noun" says what it is, and not what the speaker thinks of it.

    Of people only known words do: their work, faith, family state. Of anything else that has a
    name a noun with its article does, unless it praises.
    """
    words = {child.lower_ for each in (noun, *noun.conjuncts) for child in each.lefts}
    if noun.pos_ != "NOUN" or noun.lemma_ in lexicon.VAGUE or noun.lemma_ in REMARKS:
        return False
    if noun.tag_ == "NNS" and subject.is_named:
        return False  # one thing is not several
    if subject.kind is Kind.PERSON:
        known = noun.lemma_ in PERSONS | lexicon.OCCUPATIONS | lexicon.OWNED  # pets have names too
        return known and not words & PRAISE
    return subject.is_named and bool(words & {"a", "an", "the"}) and not words & PRAISE
