"""Decisions of chat, as pure functions over values."""
