from pramana.retrieval.selectors.search import search

__all__ = ["search"]
