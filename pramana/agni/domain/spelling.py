"""How a name is written down, and the one spelling it is recognised by."""

from pramana.kit.evidence import nfc
from pramana.language.scripts import language_by_script

LANGUAGES = ("en", "ne")


def spelt(name: str) -> str:
    """Whatever its spacing and case.

    >>> spelt(" Ram   THAPA ")
    'ram thapa'
    """
    return " ".join(nfc(name).casefold().split())


def written(text: str, language: str | None = None) -> dict[str, str]:
    """A name as sessions keep it; a language nobody gave, or none of ours, is its script's.

    >>> written("Ram Thapa"), written("राम थापा", "Nepali")
    ({'text': 'Ram Thapa', 'language': 'en'}, {'text': 'राम थापा', 'language': 'ne'})
    """
    text = nfc(text)
    known = language if language in LANGUAGES else language_by_script(text)
    return {"text": text, "language": known}
