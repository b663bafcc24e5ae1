"""The language of a page: py3langid's guess, restricted to the languages of its script.

No known detector recognises Nepali in Latin letters; it is reported as the language it resembles.
"""

from functools import cache
from typing import Any

from pramana.language.scripts import Script, main_script, script_of

MIN_CHARACTERS = 40
"""A shorter text has too little to tell its language."""

LANGUAGE_SAMPLE, SCRIPT_SAMPLE = 800, 400
"""How many characters of a page are looked at."""

DETECT_FIRST, DETECT_EVERY = 2, 500
"""Detection runs for the first pages of a document and then for every 500th."""

LANGUAGES_OF_SCRIPT = {
    Script.DEVANAGARI: frozenset({"ne", "hi", "mr"}),
    Script.ARABIC: frozenset({"ar", "fa", "ur", "ug", "ps"}),
    Script.CYRILLIC: frozenset({"ru", "uk", "bg", "sr", "mk", "kk", "ky", "mn", "be"}),
    Script.BENGALI: frozenset({"bn", "as"}),
    Script.HAN: frozenset({"zh", "ja"}),
    Script.KANA: frozenset({"ja"}),
    Script.HANGUL: frozenset({"ko"}),
    Script.GREEK: frozenset({"el"}),
    Script.HEBREW: frozenset({"he"}),
    Script.THAI: frozenset({"th"}),
    Script.TAMIL: frozenset({"ta"}),
    Script.TELUGU: frozenset({"te"}),
    Script.GUJARATI: frozenset({"gu"}),
    Script.GURMUKHI: frozenset({"pa"}),
    Script.TIBETAN: frozenset({"dz"}),
}
NON_LATIN_LANGUAGES = frozenset(["am", "hy", "ka", "km", "kn", "lo", "ml", "or", "si"]).union(
    *LANGUAGES_OF_SCRIPT.values()
)


def language_of(text: str, script: Script) -> str:
    """The ISO 639-1 code of the language in that script; empty where the text is too short."""
    if len(text) < MIN_CHARACTERS or script in (Script.COMMON, Script.OTHER):
        return ""
    allowed = LANGUAGES_OF_SCRIPT.get(script)
    sample = "".join(
        char for char in text[:LANGUAGE_SAMPLE] if script_of(char) in (script, Script.COMMON)
    )
    for language, _ in _identifier().rank(sample):
        if language in allowed if allowed else language not in NON_LATIN_LANGUAGES:
            return str(language)
    return ""


class LanguageMemory:
    """Remembers the language of each script in a document, so that few pages need detection."""

    def __init__(self) -> None:
        self._languages: dict[Script, str] = {}
        self._pages = 0

    def of(self, text: str) -> tuple[str, str]:
        """The script and the language of the next page."""
        is_latin = text.isascii() and bool(text.strip())
        script = Script.LATIN if is_latin else main_script(text[:SCRIPT_SAMPLE])
        self._pages += 1
        is_due = self._pages <= DETECT_FIRST or self._pages % DETECT_EVERY == 0
        if is_due or script not in self._languages:
            self._languages[script] = language_of(text, script) or self._languages.get(script, "")
        return script.value, self._languages.get(script, "")


@cache
def _identifier() -> Any:
    from py3langid import langid

    langid.rank("")  # loads the model
    return langid.IDENTIFIER
