"""One spelling for a name, to recognise it by."""

from pramana.kit.evidence import nfc


def spelt(name: str) -> str:
    """Whatever its spacing and case.

    >>> spelt(" Ram   THAPA ")
    'ram thapa'
    """
    return " ".join(nfc(name).casefold().split())
