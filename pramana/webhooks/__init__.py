"""Webhooks: programs outside are told what happened, by signed requests."""
