"""Whether a text in Latin letters is English, by its function words.

A question in English shares few words with a German invoice, though both are in Latin letters.
"""

from pramana.language.tokens import terms

ENGLISH = "the of and to in is for on with by at from are be this that or not"
OTHERS = """
der die das und mit von ist nicht bis zum zur bei auf den dem ein eine für nach wird sind
le la les des et du une est pour sur avec par au aux dans qui que
el los las del y para con por una es al se
il lo gli della dei di che non sono
o os da dos com em uma não ao
og til med av er som på det en ikke vår
het een van voor met zijn niet
"""
"""Function words of German, French, Spanish, Italian, Portuguese, Norwegian and Dutch."""

LEAST = 3
"""A text with fewer foreign function words says too little."""

_english, _others = frozenset(ENGLISH.split()), frozenset(OTHERS.split())


def is_english(text: str) -> bool:
    """Whether a Latin text is English, as far as its small words tell; names alone count as such.

    >>> is_english("Payment is due within 30 days of the invoice.")
    True
    >>> is_english("Bei Zahlung bis zum 24. Februar ziehen Sie 2 % von der Summe ab.")
    False
    >>> is_english("Grand total 67,024.00")
    True
    """
    words = terms(text)
    others = sum(word in _others for word in words)
    return others < LEAST or others <= sum(word in _english for word in words)
