"""Evidence: the place in a text that a value rests on, and how a quote is found there."""

from pramana.kit.evidence.contracts import Alignment, Evidence, Span
from pramana.kit.evidence.folding import SOFT, folded, nfc
from pramana.kit.evidence.text import Text, locate

__all__ = ["SOFT", "Alignment", "Evidence", "Span", "Text", "folded", "locate", "nfc"]
