"""Names of people, organisations and places, compared across spellings and scripts."""

from pramana.language.names.normalisation import NamedEntityType, normalise, tidy
from pramana.language.names.parsing import (
    NameWord,
    ParsedName,
    folded_name,
    parse_name,
    search_keys,
)
from pramana.language.names.scoring import (
    SAME_NAME,
    NameScore,
    PartScore,
    score,
    score_names,
    score_value,
)
from pramana.language.names.transliteration import to_devanagari, to_latin

__all__ = [
    "SAME_NAME",
    "NameScore",
    "NameWord",
    "NamedEntityType",
    "ParsedName",
    "PartScore",
    "folded_name",
    "normalise",
    "parse_name",
    "score",
    "score_names",
    "score_value",
    "search_keys",
    "tidy",
    "to_devanagari",
    "to_latin",
]
