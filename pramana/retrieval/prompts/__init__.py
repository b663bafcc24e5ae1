"""The prompts that ask a model to score passages."""
