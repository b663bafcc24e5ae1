"""Prompts for the extraction agent and the stack agent."""
