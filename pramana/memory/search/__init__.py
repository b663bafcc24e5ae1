"""Searching facts, entities and episodes by words, by meaning, and by who is named."""

from pramana.memory.search.episodes import search_episodes
from pramana.memory.search.facts import search_entities, search_facts

__all__ = ["search_entities", "search_episodes", "search_facts"]
