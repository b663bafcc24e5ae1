"""Signing in, preferences, keys, members, audit trail and the demonstration."""
