"""Conversations as a graph of facts with two times: when they held, and when we knew them."""
