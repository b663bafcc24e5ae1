"""The sound of a Nepali word, by which it is compared: spelling wavers, speech does not."""

import re
import unicodedata
from functools import lru_cache

_NASAL = re.compile(r"[ङञणनम]\u094d(?=[क-ह])|ँ")
_ALIKE = str.maketrans(
    {"ि": "ी", "ु": "ू", "श": "स", "ष": "स", "व": "ब", "़": None, "\u200c": None, "\u200d": None}
)


@lru_cache(maxsize=65536)
def sound(word: str) -> str:
    """What is left when spellings that sound alike are written alike.

    >>> sound("काङ्ग्रेस") == sound("कांग्रेस"), sound("गिरि") == sound("गिरी")
    (True, True)
    """
    folded = unicodedata.normalize("NFD", word.casefold()).translate(_ALIKE)
    return _NASAL.sub("ं", folded).replace(".", "").rstrip("्")
