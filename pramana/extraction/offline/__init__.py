"""What answers in a model's place; importing it registers the policies."""

from pramana.extraction.offline import extractions, stacks

__all__ = ["extractions", "stacks"]
