"""What reviewers say to the extractor, read as corrections, in English and Nepali."""

from pramana.agni.domain.wishes.parsing import EXAMPLES, parse_wishes

__all__ = ["EXAMPLES", "parse_wishes"]
