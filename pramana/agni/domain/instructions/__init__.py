"""What reviewers say to the extractor, read as corrections, in English and Nepali."""

from pramana.agni.domain.instructions.parsing import EXAMPLES, parse_instructions

__all__ = ["EXAMPLES", "parse_instructions"]
