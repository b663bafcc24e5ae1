"""How a name is stored and recognised, and which names of a document a record keeps."""

import re
from collections.abc import Sequence

from pramana.agni.contracts import EntityType
from pramana.kit.evidence import nfc
from pramana.language.names import SAME_NAME, NamedEntityType, score
from pramana.language.scripts import contains_devanagari, language_by_script
from pramana.language.tagging.words import split_ending

LANGUAGES = ("en", "ne")


def name_key(name: str) -> str:
    """The name without differences of spacing and case.

    >>> name_key(" Ram   THAPA ")
    'ram thapa'
    """
    return " ".join(nfc(name).casefold().split())


def entity_name(text: str, language: str | None = None) -> dict[str, str]:
    """A name as sessions store it. A missing or unknown language is derived from the script.

    >>> entity_name("Ram Thapa"), entity_name("राम थापा", "Nepali")
    ({'text': 'Ram Thapa', 'language': 'en'}, {'text': 'राम थापा', 'language': 'ne'})
    """
    text = nfc(text)
    return {
        "text": text,
        "language": language if language in LANGUAGES else language_by_script(text),
    }


POSSESSIVE = re.compile(r"['’]s$|['’]$")


def is_lasting_name(name: str, others: Sequence[str], entity_type: EntityType) -> bool:
    """Whether a name is one beside the others, and not an inflected or shortened one of them.

    >>> is_lasting_name("Thapa", ["Ram Thapa"], EntityType.PERSON)
    False
    >>> is_lasting_name("NRB", ["Nepal Rastra Bank"], EntityType.ORGANIZATION)
    True
    """
    stem = _uninflected(name)
    keys = {name_key(other) for other in others}
    if name_key(stem) != name_key(name) and name_key(stem) in keys:
        return False
    return not any(_is_part(stem, other, entity_type) for other in others)


def _uninflected(name: str) -> str:
    """The name without a possessive or a Nepali case ending."""
    *first, last = name.split() or [""]
    if contains_devanagari(last):
        return " ".join((*first, split_ending(last)[0]))
    return " ".join((*first, POSSESSIVE.sub("", last)))


def _is_part(name: str, other: str, entity_type: EntityType) -> bool:
    """Whether a name is some of the words of another; of a person also in the other script.

    A single word in capitals is an abbreviation. A person's first and last name are a whole name.
    """
    words, longer = name_key(name).split(), name_key(other).split()
    if len(words) >= len(longer) or (len(words) == 1 and name.isupper()):
        return False
    if set(words) <= set(longer):
        is_whole = (words[0], words[-1]) == (longer[0], longer[-1])
        return len(words) == 1 or (entity_type is EntityType.PERSON and not is_whole)
    is_single = entity_type is EntityType.PERSON and len(words) == 1
    kind = NamedEntityType.PERSON
    return is_single and any(score(words[0], each, kind).value >= SAME_NAME for each in longer)
