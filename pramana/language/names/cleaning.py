"""One way of writing a name: no invisible characters, one kind of space, plain digits."""

import re
import unicodedata

ABBREVIATED = re.compile(r"(?<=[\u0900-\u0965\u0970-\u097f])[०0](?=\s|$)")
"""A zero written for the dot of an abbreviation, as in डा०."""

NOT_IN_WORDS = re.compile(r"[^\w\u0900-\u0963\u0970-\u097f]+|_")
SPACE = re.compile(r"\s+")
DIGITS = {0x0966 + value: str(value) for value in range(10)}


def tidy(text: str) -> str:
    """The name as written, less what cannot be seen: case, dots and brackets stay.

    >>> tidy("डा०  राम\\u200dबहादुर ")
    'डा. रामबहादुर'
    """
    composed = unicodedata.normalize("NFKC", text)
    visible = "".join(char for char in composed if unicodedata.category(char) != "Cf")
    return SPACE.sub(" ", ABBREVIATED.sub(".", visible)).strip()


def normalise(text: str) -> str:
    """The words of a name, in which case, punctuation and the digits' script do not count.

    >>> normalise("  K.P. Sharma (OLI) "), normalise("वडा नं. १२")
    ('k p sharma oli', 'वडा नं 12')
    """
    folded = unicodedata.normalize("NFC", tidy(text).casefold()).translate(DIGITS)
    return SPACE.sub(" ", NOT_IN_WORDS.sub(" ", folded)).strip()
