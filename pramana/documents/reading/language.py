"""The language of a text: py3langid's guess, held to what the script allows.

Nothing known recognises Nepali written in Latin letters; it is called what it looks like.
"""

from functools import cache
from typing import Any

from pramana.language.scripts import Script, main_script, script_of

ENOUGH = 40
"""Characters; less says too little."""

SAMPLE = 800
A_LOOK = 400
LOOK_EVERY = 500
FIRST = 2
WRITTEN_IN = {
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
NOT_LATIN = frozenset().union(*WRITTEN_IN.values()) | {
    "am",
    "hy",
    "ka",
    "km",
    "kn",
    "lo",
    "ml",
    "or",
    "si",
}


def language_of(text: str, script: Script) -> str:
    """ISO 639-1 code of what is written in that script, or nothing where it says too little."""
    if len(text) < ENOUGH or script in (Script.COMMON, Script.OTHER):
        return ""
    allowed = WRITTEN_IN.get(script)
    own = "".join(char for char in text[:SAMPLE] if script_of(char) in (script, Script.COMMON))
    for language, _ in _identifier().rank(own):
        if language in allowed if allowed else language not in NOT_LATIN:
            return str(language)
    return ""


class LanguageMemory:
    """The language of a document's pages: asked for the first and now and then, else remembered."""

    def __init__(self) -> None:
        self._known: dict[Script, str] = {}
        self._asked = 0

    def of(self, text: str) -> tuple[str, str]:
        """Script and language of the next page."""
        script = Script.LATIN if text.isascii() and text.strip() else main_script(text[:A_LOOK])
        self._asked += 1
        again = self._asked <= FIRST or self._asked % LOOK_EVERY == 0
        if again or script not in self._known:
            self._known[script] = language_of(text, script) or self._known.get(script, "")
        return script.value, self._known.get(script, "")


@cache
def _identifier() -> Any:
    from py3langid import langid

    langid.rank("")  # loads the model
    return langid.IDENTIFIER
