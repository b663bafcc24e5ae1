"""How a name is stored, and the key by which two spellings of it are recognised as the same."""

from pramana.kit.evidence import nfc
from pramana.language.scripts import language_by_script

LANGUAGES = ("en", "ne")


def name_key(name: str) -> str:
    """The name without differences of spacing and case.

    >>> name_key(" Ram   THAPA ")
    'ram thapa'
    """
    return " ".join(nfc(name).casefold().split())


def entity_name(text: str, language: str | None = None) -> dict[str, str]:
    """A name as sessions store it. A missing or unknown language is derived from the script.

    >>> entity_name("Ram Thapa"), entity_name("राम थापा", "Nepali")
    ({'text': 'Ram Thapa', 'language': 'en'}, {'text': 'राम थापा', 'language': 'ne'})
    """
    text = nfc(text)
    return {
        "text": text,
        "language": language if language in LANGUAGES else language_by_script(text),
    }
