"""What `./run` does once it has a Python: set up step by step, then become the command asked for.

Standard library only, because it runs before anything is installed.
"""
