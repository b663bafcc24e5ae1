"""The demonstration: load one story into every capability, follow it, and remove it."""
