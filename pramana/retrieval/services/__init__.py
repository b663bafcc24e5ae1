from pramana.retrieval.services.embedding import embed_missing, set_vectors, switch_model
from pramana.retrieval.services.indexing import index_entries, remove, settle
from pramana.retrieval.services.moving import move

__all__ = [
    "embed_missing",
    "index_entries",
    "move",
    "remove",
    "set_vectors",
    "settle",
    "switch_model",
]
