"""What can go wrong with a file. The sentence is for the person who sent it."""

from pramana.kit.errors import InvalidRequest


class Unreadable(InvalidRequest):
    """The bytes are not what the name promises, or break a limit."""

    code = "unreadable"


class OcrMissing(InvalidRequest):
    """A page needs OCR and the engine for its script is not installed."""

    code = "ocr_missing"
