"""The lexicon of this installation: the lists inside the OCR language files, else our own few.

`python -m pramana.documents.reading.wordlists FOLDER` writes the lists of the language files in a
folder beside them (`nep.words`), one folded word per line, so that a process has them in a tenth
of a second instead of one. Without the files, the commonest words of each language, which we wrote
down ourselves, tell text from noise, though not good text from fair.
"""

import sys
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path

from pramana.documents.domain.lexicon import DEVANAGARI, JOINERS, LATIN, SHORTEST, Lexicon
from pramana.documents.reading.dawg import words_in
from pramana.kit.evidence import nfc
from pramana.language.scripts import Script

LANGUAGES = {"nep": Script.DEVANAGARI, "hin": Script.DEVANAGARI, "eng": Script.LATIN}
SHAPES = {Script.DEVANAGARI: DEVANAGARI, Script.LATIN: LATIN}
COMMON = {"nepali": Script.DEVANAGARI, "hindi": Script.DEVANAGARI, "english": Script.LATIN}


@cache
def lexicon(folder: str) -> Lexicon:
    """The word lists for the language files in `folder`, loaded once per process."""
    words: dict[Script, set[str]] = {script: set() for script in SHAPES}
    for name, script in COMMON.items():
        words[script].update(_common(name))
    complete = {
        script
        for language, script in LANGUAGES.items()
        if folder and _add(words[script], Path(folder), language)
    }
    return Lexicon(
        {script: frozenset(found) for script, found in words.items()}, frozenset(complete)
    )


def write_lists(folder: Path) -> dict[str, int]:
    """Write each language's list beside its file; the number of words of each."""
    counts = {}
    for language, script in LANGUAGES.items():
        source = folder / f"{language}.traineddata"
        if source.exists():
            found = sorted(folded(words_in(source), script))
            (folder / f"{language}.words").write_text("\n".join(found), "utf-8")
            counts[language] = len(found)
    return counts


def folded(words: Iterable[str], script: Script) -> set[str]:
    """Words in the form in which they are looked up: NFC, lower case, no joiners, one script."""
    shape, shortest = SHAPES[script], SHORTEST[script]
    found = (nfc(word.translate(JOINERS)).lower() for word in words)
    return {word for word in found if len(word) >= shortest and shape.match(word)}


def _add(words: set[str], folder: Path, language: str) -> bool:
    """Add a language's list; False where there is none."""
    written, source = folder / f"{language}.words", folder / f"{language}.traineddata"
    if written.exists():
        words.update(written.read_text("utf-8").split("\n"))
    elif source.exists():
        words |= folded(words_in(source), LANGUAGES[language])
    return written.exists() or source.exists()


def _common(name: str) -> set[str]:
    text = files(__package__).joinpath("common", f"{name}.txt").read_text("utf-8")
    return folded(text.split(), COMMON[name])


if __name__ == "__main__":
    print(write_lists(Path(sys.argv[1])))
