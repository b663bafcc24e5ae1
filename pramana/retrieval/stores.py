"""Which store is in use. Nothing else in the product knows that it is PostgreSQL."""

from pramana.retrieval.ports import IndexStore
from pramana.retrieval.store.postgres import PostgresStore


def index_store() -> IndexStore:
    return PostgresStore()
