"""Webhooks of a tenant, and the log of what was sent to them."""
