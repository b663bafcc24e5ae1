"""Words that say nothing without what was said before them, in sentences and in questions."""

import re

from pramana.language.function_words import FUNCTION_STEMS
from pramana.language.stems import stem
from pramana.language.tokens import terms

PEOPLE = """
they them their theirs he him his she her hers
तिनी तिनको तिनले तिनीहरू यिनी यिनको यिनले यिनीहरू उनी उनको उनका उनकी उनले उनलाई उनीहरू उनीहरूको उनीहरूले
उहाँ उहाँको उहाँका उहाँले उहाँलाई
उन उनके उन्होंने उन्हें इन्होंने इनका इनके इनकी
"""
THINGS = """
it its this that these those there such same former latter
यो यी यस यसको यसका यसकी यसले यसमा यसलाई त्यो ती त्यस त्यसको त्यसका त्यसले त्यसमा त्यसलाई त्यहाँ यहाँ सोही उक्त
यह ये इस इसका इसके इसकी इसने इसमें इसे इन वह वे उस उसका उसके उसकी उसने उसमें उसे वहाँ वहां
"""
OF_PEOPLE, OF_THINGS = frozenset(PEOPLE.split()), frozenset(THINGS.split())

GOES_ON = re.compile(
    r"\W*(?:and|but|or|so|also|then|(?:and )?(?:what|how) about|अनि|त्यसो भए|अब|और|तो|फिर)(?=\s)"
    r"|.+\s(?:चाहिँ|चाहिं|नि)\W*\Z",
    re.I | re.S,
)
"""Questions that carry on the one before: "And in 2023?", "What about ward 6?", "वडा ६ को नि?"."""

FILLER = "about also much many so tell me please more अनि नि"
FILLERS = frozenset(FILLER.split())

OPENING = 2
"""Words at the beginning of a sentence among which a pronoun leads back."""

FEW = 3
"""With more words of its own than this, "it" in a question is only a manner of speaking."""


def leans(sentence: str) -> bool:
    """Whether a sentence begins by pointing back.

    >>> leans("He signed in May."), leans("The mayor signed."), leans("उनले हस्ताक्षर गरे।")
    (True, False, True)
    """
    return any(term in OF_PEOPLE | OF_THINGS for term in terms(sentence)[:OPENING])


def is_follow_up(question: str) -> bool:
    """Whether a question cannot be understood without the one before.

    >>> [is_follow_up(each) for each in ("When was it signed?", "Why?", "Who is the mayor?")]
    [True, True, False]
    """
    words = terms(question)
    own = own_words(question)
    if GOES_ON.match(question) or any(word in OF_PEOPLE for word in words):
        return True
    if any(word in OF_THINGS for word in words) and len(own) <= FEW:
        return True
    return all(word.isdecimal() for word in own)


def own_words(question: str) -> list[str]:
    """The words of a question that say what it is about, in order."""
    pronouns = OF_PEOPLE | OF_THINGS
    return [
        word
        for word in dict.fromkeys(terms(question))
        if word not in pronouns and stem(word) not in FUNCTION_STEMS and word not in FILLERS
    ]
