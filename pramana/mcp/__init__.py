"""Tools for other people's agents, over the Model Context Protocol.

Agents find, read, ask, remember and propose. What is decided, people decide: no tool here approves
or refuses anything.
"""
