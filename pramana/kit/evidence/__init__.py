"""Evidence: the place in a text that a value rests on, and how a quote is found there."""

from pramana.kit.evidence.contracts import Alignment, Evidence, Span
from pramana.kit.evidence.folding import folded, nfc
from pramana.kit.evidence.text import Text, in_word, locate

__all__ = ["Alignment", "Evidence", "Span", "Text", "folded", "in_word", "locate", "nfc"]
