"""Names across scripts: read, folded, compared, spelt. Pure."""

from pramana.language.names.cleaning import normalise, tidy
from pramana.language.names.keys import folded_name, search_keys
from pramana.language.names.kinds import NameKind
from pramana.language.names.romanising import to_latin
from pramana.language.names.scoring import SAME, NameScore, PartScore, score, score_names, value_of
from pramana.language.names.spelling import to_devanagari
from pramana.language.names.words import Name, Word, read_name

__all__ = [
    "SAME",
    "Name",
    "NameKind",
    "NameScore",
    "PartScore",
    "Word",
    "folded_name",
    "normalise",
    "read_name",
    "score",
    "score_names",
    "search_keys",
    "tidy",
    "to_devanagari",
    "to_latin",
    "value_of",
]
