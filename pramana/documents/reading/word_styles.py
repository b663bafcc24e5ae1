"""What a Word paragraph is, by its style and by its look: a heading, an item of a list, or text.

Word stores that a paragraph is numbered and how; the number itself is counted when the document is
shown. This counts as Word does, so that `2.` and `4.1` are in the text as a reader sees them.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from pramana.documents.reading.lists import BULLET, numeral

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MAX_STYLE_DEPTH = 20
MAX_LEVEL = 6
BODY_LEVEL = 9
HEADING_NAME = re.compile(r"heading\s*([1-9])", re.IGNORECASE)
TITLE_LEVELS = {"title": 1, "subtitle": 2}
MAX_HEADING_WORDS = 14
SENTENCE_END = tuple(".:;,!?।-")
LARGER = 1.15
"""A line in letters so much larger than the body text is a heading."""

DEFAULT_SIZE = 22
"""In half points, where a document states none."""


class ParagraphStyles:
    """The styles of a document, with what each takes over from the style it is based on."""

    def __init__(self, document: Any) -> None:
        self._styles: dict[str, Any] = {}
        self.body_size = DEFAULT_SIZE
        self._default = ""
        for style in _root(document):
            if style.tag == f"{WORD}style":
                name = style.get(f"{WORD}styleId", "")
                self._styles[name] = style
                is_default = style.get(f"{WORD}default") in ("1", "true")
                if is_default and style.get(f"{WORD}type") == "paragraph":
                    self._default = name
            elif style.tag == f"{WORD}docDefaults":
                self.body_size = _size(style) or DEFAULT_SIZE
        self.body_size = self._inherited_size(self._default) or self.body_size

    def heading_level(self, paragraph: Any, last_level: int, text: str) -> int:
        """The level of a heading; 0 for other text. A heading by its look is below the last one."""
        level = self._outline_level(paragraph)
        if level:
            return min(level, MAX_LEVEL)
        if self._looks_like_heading(paragraph, text):
            return min(last_level + 1, MAX_LEVEL)
        return 0

    def is_styled_heading(self, paragraph: Any) -> bool:
        """Whether the paragraph is a heading by its style, not only by its look."""
        return self._outline_level(paragraph) > 0

    def numbering(self, paragraph: Any) -> tuple[str, int] | None:
        """The list and the level that a paragraph belongs to, by itself or by its style."""
        level: int | None = None
        for node in self._chain(paragraph):
            found = node.find(f"{WORD}pPr/{WORD}numPr")
            if found is None:
                continue
            if level is None:
                level = _int_value(found.find(f"{WORD}ilvl"))
            number = _value(found.find(f"{WORD}numId"))
            if number:
                return None if number == "0" else (number, level or 0)
        return None

    def _outline_level(self, paragraph: Any) -> int:
        for node in self._chain(paragraph):
            outline = node.find(f"{WORD}pPr/{WORD}outlineLvl")
            if outline is not None:
                level = _int_value(outline)
                return 0 if level is None or level >= BODY_LEVEL else level + 1
            name = _value(node.find(f"{WORD}name")).lower() if node is not paragraph else ""
            if heading := HEADING_NAME.fullmatch(name):
                return int(heading[1])
            if name in TITLE_LEVELS:
                return TITLE_LEVELS[name]
        return 0

    def _looks_like_heading(self, paragraph: Any, text: str) -> bool:
        text = text.strip()
        words = len(text.split())
        if not 0 < words <= MAX_HEADING_WORDS or text.endswith(SENTENCE_END) or "\t" in text:
            return False
        if not any(char.isalpha() for char in text) or "\n" in text:
            return False
        runs = [run for run in paragraph.iter(f"{WORD}r") if _has_words(run)]
        return bool(runs) and (
            all(self._is_bold(run, paragraph) for run in runs)
            or min(self._run_size(run, paragraph) for run in runs) >= LARGER * self.body_size
        )

    def _is_bold(self, run: Any, paragraph: Any) -> bool:
        own = run.find(f"{WORD}rPr/{WORD}b")
        if own is not None:
            return own.get(f"{WORD}val") not in ("0", "false")
        for style in self._chain(paragraph)[1:]:
            bold = style.find(f"{WORD}rPr/{WORD}b")
            if bold is not None:
                return bold.get(f"{WORD}val") not in ("0", "false")
        return False

    def _run_size(self, run: Any, paragraph: Any) -> int:
        name = _value(paragraph.find(f"{WORD}pPr/{WORD}pStyle")) or self._default
        return _size(run) or self._inherited_size(name) or self.body_size

    def _inherited_size(self, name: str) -> int | None:
        return next((size for style in self._based_on(name) if (size := _size(style))), None)

    def _chain(self, paragraph: Any) -> list[Any]:
        """The paragraph and its styles, from its own to the one that all are based on."""
        name = _value(paragraph.find(f"{WORD}pPr/{WORD}pStyle")) or self._default
        return [paragraph, *self._based_on(name)]

    def _based_on(self, name: str) -> list[Any]:
        chain: list[Any] = []
        while (style := self._styles.get(name)) is not None and len(chain) < MAX_STYLE_DEPTH:
            chain.append(style)
            name = _value(style.find(f"{WORD}basedOn"))
        return chain


def _root(document: Any) -> Any:
    try:
        return document.part.styles.element
    except (KeyError, AttributeError):
        return ()


def _has_words(run: Any) -> bool:
    return any((text.text or "").strip() for text in run.iter(f"{WORD}t"))


def _size(node: Any) -> int | None:
    return next((_int_value(size) for size in node.iter(f"{WORD}sz")), None)


def _value(node: Any) -> str:
    return "" if node is None else str(node.get(f"{WORD}val") or "")


def _int_value(node: Any) -> int | None:
    value = _value(node)
    return int(value) if value.isdecimal() and len(value) < 7 else None


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
    except (KeyError, NotImplementedError, AttributeError):  # a document without lists
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
