"""The demonstration: one story through every capability, what is done of it, and its removal."""
