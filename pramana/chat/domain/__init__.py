"""Decisions of the chat: pure, over values."""
