"""What reviewers say to the extractor, read as changes: set, rename, retype, merge, add, remove."""

from pramana.agni.domain.wishes.application import WishOutcome, apply_wishes
from pramana.agni.domain.wishes.contracts import Wish
from pramana.agni.domain.wishes.parsing import EXAMPLES, parse_wishes

__all__ = ["EXAMPLES", "Wish", "WishOutcome", "apply_wishes", "parse_wishes"]
