"""Prompts of research."""
