"""The numbers of Word's lists and headings, which the text of a file does not contain.

Word stores that a paragraph is numbered and how; the number itself is counted when the document is
shown. This counts as Word does, so that `2.` and `4.1` are in the text as a reader sees them.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from pramana.documents.reading.docx_styles import WORD
from pramana.documents.reading.lists import BULLET, numeral

MAX_LEVELS = 9
PLACEHOLDER = re.compile(r"%([1-9])")
STYLES = {"lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}
DEVANAGARI = str.maketrans("0123456789", "०१२३४५६७८९")
NEPALI_FORMATS = frozenset({"hindiNumbers", "hindiCounting", "hindiConsonants", "hindiVowels"})


@dataclass(slots=True)
class NumberedLevel:
    """One level of a list: where it starts, and how its numbers look."""

    start: int = 1
    form: str = "decimal"
    pattern: str = "%1."


@dataclass
class DocxNumbering:
    """Counts the numbered paragraphs of a document in order."""

    levels: dict[str, dict[int, NumberedLevel]] = field(default_factory=dict)
    definitions: dict[str, str] = field(default_factory=dict)
    """The list that each number id uses."""
    _counts: dict[str, list[int]] = field(default_factory=dict)

    def marker(self, number_id: str, level: int) -> str:
        """The marker of the next paragraph of a list; empty where Word shows none."""
        definition = self.definitions.get(number_id)
        if definition is None or not 0 <= level < MAX_LEVELS:
            return BULLET if number_id != "0" else ""
        levels = self.levels.get(definition, {})
        look = levels.get(level, NumberedLevel(pattern=f"%{level + 1}."))
        counts = self._counts.setdefault(definition, [])
        while len(counts) <= level:
            counts.append(levels.get(len(counts), NumberedLevel()).start - 1)
        counts[level] += 1
        del counts[level + 1 :]
        if look.form == "bullet":
            return BULLET
        if look.form == "none":
            return ""
        return PLACEHOLDER.sub(lambda found: self._number(levels, counts, found), look.pattern)

    @staticmethod
    def _number(levels: dict[int, NumberedLevel], counts: list[int], found: re.Match[str]) -> str:
        place = int(found[1]) - 1
        form = levels.get(place, NumberedLevel()).form
        count = counts[place] if place < len(counts) else 1
        if form in NEPALI_FORMATS:
            return str(count).translate(DEVANAGARI)
        return numeral(count, STYLES.get(form, "1"))


def read_numbering(document: Any) -> DocxNumbering:
    """The lists that a document defines."""
    numbering = DocxNumbering()
    try:
        root = document.part.numbering_part.element
    except (KeyError, NotImplementedError, AttributeError):
        return numbering
    for definition in root.findall(f"{WORD}abstractNum"):
        name = _attribute(definition, "abstractNumId")
        numbering.levels[name] = {
            int(_attribute(level, "ilvl") or 0): _level(level)
            for level in definition.findall(f"{WORD}lvl")
        }
    for number in root.findall(f"{WORD}num"):
        number_id = _attribute(number, "numId")
        used = "".join(_attribute(one, "val") for one in number.findall(f"{WORD}abstractNumId"))
        overrides = number.findall(f"{WORD}lvlOverride/{WORD}startOverride")
        if overrides and used in numbering.levels:
            levels = dict(numbering.levels[used])
            for override in overrides:
                place = int(_attribute(override.getparent(), "ilvl") or 0)
                known = levels.get(place, NumberedLevel())
                levels[place] = NumberedLevel(_int(override), known.form, known.pattern)
            used = f"{used}/{number_id}"
            numbering.levels[used] = levels
        numbering.definitions[number_id] = used
    return numbering


def _level(level: Any) -> NumberedLevel:
    known = {child.tag.rpartition("}")[2]: child for child in level}
    form = _attribute(known["numFmt"], "val") if "numFmt" in known else "decimal"
    pattern = _attribute(known["lvlText"], "val") if "lvlText" in known else "%1."
    return NumberedLevel(_int(known["start"]) if "start" in known else 1, form, pattern)


def _attribute(node: Any, name: str) -> str:
    return str(node.get(f"{WORD}{name}") or "")


def _int(node: Any) -> int:
    value = _attribute(node, "val")
    return int(value) if value.isdecimal() and len(value) < 7 else 1
