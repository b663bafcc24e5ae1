"""Which records a name may mean: keys lead to some, and each is scored with its reasons."""

from pramana.registry.candidates.attributes import compare_attributes
from pramana.registry.candidates.contracts import Known, NameCandidate, Named
from pramana.registry.candidates.finding import find
from pramana.registry.candidates.indexing import index_many, index_names, remove_names
from pramana.registry.candidates.ranking import LEAST, rank

__all__ = [
    "LEAST",
    "Known",
    "NameCandidate",
    "Named",
    "compare_attributes",
    "find",
    "index_many",
    "index_names",
    "rank",
    "remove_names",
]
