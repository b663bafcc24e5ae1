"""Titles and honorifics. They say who is spoken to, not who it is, so they never count."""

from pramana.language.names.cleaning import normalise

TITLES = """
श्री श्रीमती श्रीमान् श्रीमान सुश्री माननीय माननिय सम्माननीय सम्मानीय डाक्टर डा डॉ डक्टर प्रा प्रोफेसर
प्राध्यापक सहप्राध्यापक इन्जिनियर इञ्जिनियर इन्जि अधिवक्ता पण्डित पं महामहिम सेनानी कर्णेल जर्नेल मेजर
न्यायाधीश
mr mrs ms miss mx dr doctor prof professor hon honourable honorable shri shree sri shrimati smt
sushri er engr engineer adv advocate sir madam pandit rt late capt captain major col colonel
general justice mananiya
"""
ABBREVIATED = "मा ई इ स्व ले lt gen maj pt"
"""Short forms that are titles only when a dot says so: मा. is माननीय, मा is a name's syllable."""

HONORIFICS = "ज्यू ज्यु जी जि jyu ji jr sr junior senior ii iii phd mbbs esq"

BEFORE = frozenset(map(normalise, TITLES.split()))
WITH_A_DOT = frozenset(ABBREVIATED.split())
AFTER = frozenset(HONORIFICS.split())
ATTACHED = ("ज्यू", "ज्यु")


def is_title(word: str, *, dotted: bool) -> bool:
    """True for a normalised word that stands before a name and is none.

    >>> is_title("श्रीमती", dotted=False), is_title("मा", dotted=True), is_title("राम", dotted=False)
    (True, True, False)
    """
    return word in BEFORE or (dotted and word in WITH_A_DOT)


def is_honorific(word: str) -> bool:
    """True for a normalised word that stands after a name and is none."""
    return word in AFTER


def without_honorific(word: str) -> str:
    """The word less an honorific written together with it.

    >>> without_honorific("रामज्यू")
    'राम'
    """
    for ending in ATTACHED:
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending)
    return word
