"""Facts, entities and episodes for a question: by words, by meaning, and by who is in it."""

from pramana.memory.search.entities import search_entities
from pramana.memory.search.episodes import search_episodes
from pramana.memory.search.facts import search_facts

__all__ = ["search_entities", "search_episodes", "search_facts"]
