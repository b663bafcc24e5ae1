"""The forms of a request: which words name the field, and which the value.

A clause may fit several forms. All readings are returned, the most telling form first; whoever
knows the record takes the first whose words name a field. The forms are listed in `forms.txt`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from pramana.extraction.contracts.corrections import CorrectionAction
from pramana.extraction.domain.corrections.words import PATTERNS

Action = CorrectionAction


@dataclass(frozen=True, slots=True)
class Request:
    """One reading of a clause. `other` is the second field of a move or a swap."""

    action: Action
    target: str = ""
    value: str = ""
    old: str = ""
    other: str = ""
    joined: str = ""
    """A field and its value without a word between them: "total 500"."""
    by_value: bool = False
    """Whether the target may be named by its present value."""
    noun: str = ""
    """What is added: a line, an item, a field."""
    field: str = ""
    """The name of a field that is added if it is not there."""
    row: str = ""
    """A row whose count is said: "there are 6 chairs"."""
    part: str = ""
    """The part of a text that is replaced."""
    has_verb: bool = True


_PARTS: Final = {
    "target": "(?P<target>.+?)",
    "value": "(?P<value>.+?)",
    "other": "(?P<other>.+?)",
}
_LINE = re.compile(r"(?P<name>\w+)(?: (?P<sign>=) |: )(?P<pattern>.+)")
_NAME = re.compile(r"(?<!P)<(\w+)>")


def _read_forms() -> tuple[dict[str, str], list[tuple[CorrectionAction, re.Pattern[str]]]]:
    """Read the defined parts and the forms, with every name replaced by its pattern."""
    parts = {**PATTERNS, **_PARTS}
    forms = []
    for line in files(__package__).joinpath("forms.txt").read_text("utf-8").splitlines():
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        whole = _NAME.sub(lambda name: parts[name[1]], match["pattern"]).replace(" ", r"\s+")
        if match["sign"] == "=":
            parts[match["name"]] = whole
        else:
            forms.append(
                (CorrectionAction(match["name"]), re.compile(whole, re.IGNORECASE | re.DOTALL))
            )
    return parts, forms


PARTS, FORMS = _read_forms()


def _pattern(form: str) -> re.Pattern[str]:
    """Compile a pattern with names of lists and parts in angle brackets."""
    whole = _NAME.sub(lambda name: PARTS[name[1]], form)
    return re.compile(whole, re.IGNORECASE | re.DOTALL)


_POLITE = _pattern(r"^\W*<polite>(?=\W|$)[\s,:;.!…–—-]*")
_TRAILING = _pattern(r"[\s,]+<trailing>[\s.!]*$")
_HEDGE = _pattern(r"(?<!\w)<hedges>(?!\w)")
_REFUSAL = _pattern("<refusals>")
_INJECTION = _pattern("<injections>")
_ARITHMETIC = _pattern("<arithmetic>")
_QUESTION = _pattern(r"<question_words>\s+(?:is|are|was|were|do|does|did|should|would|much|many)\b")
_UNDO = _pattern("<undo_forms>")
_COMMAND = _pattern(
    r"(?:<set_verbs>|<remove_verbs>|<clear_verbs>|<replace_verbs>|<move_verbs>|<swap_verbs>"
    r"|<rename_verbs>|<add_verbs>|undo|revert|leave|enter|write)\s"
)
_COMPLAINT = _pattern(
    r"<target>\s+(?:<copulas>\s+<wrong>|<is_not>\s+.+|<nepali_wrong>|<copulas>\s+missing)"
)


def readings(clause: str) -> Iterator[Request]:
    """Yield every reading of a clause, the most telling form first."""
    for action, form in FORMS:
        match = form.fullmatch(clause)
        if match:
            parts = {name: words or "" for name, words in match.groupdict().items()}
            by_value = parts.pop("by_value", "")
            joined = parts.pop("joined_old", "")
            bare = parts.pop("bare", "")
            if bare and is_command(clause):
                continue
            yield Request(
                action,
                **{
                    **parts,
                    "target": by_value or parts.get("target", ""),
                    "joined": parts.get("joined", "") or joined or bare,
                },
                by_value=bool(by_value),
                has_verb=not bare,
            )


def without_politeness(clause: str) -> str:
    """Return the clause without words at its beginning that ask for nothing."""
    text = clause.strip()
    while (match := _POLITE.match(text)) and match.end() < len(text):
        text = text[match.end() :].strip()
    return text


def without_hedge(clause: str) -> tuple[str, bool]:
    """Return the clause without a leading "maybe", and whether the person is unsure anywhere."""
    match = _HEDGE.search(clause)
    if match is None:
        return clause, False
    rest = clause[match.end() :].strip(" ,") if not clause[: match.start()].strip() else clause
    return without_politeness(rest), True


def refusal_of(clause: str) -> str:
    """Return why a clause asks for no change that can be made from words; empty if it may."""
    if _INJECTION.search(clause):
        return "it is not a correction of a value"
    if _REFUSAL.match(clause):
        return "it asks to change nothing"
    if _ARITHMETIC.fullmatch(clause):
        return "I do not calculate; say the new value itself"
    if (clause.rstrip().endswith("?") and not _COMMAND.match(clause)) or _QUESTION.match(clause):
        return "it is a question; say what to change"
    return ""


def without_fillers(clause: str) -> str:
    """Return the clause without words at its end that belong to no value."""
    text = clause.strip()
    while match := _TRAILING.search(text):
        text = text[: match.start()].rstrip(" ,;")
    return text


def is_undo(clause: str) -> bool:
    return bool(_UNDO.fullmatch(clause.strip(" .,!।")))


def is_command(clause: str) -> bool:
    """Whether a clause begins with a verb that asks for a change."""
    return bool(_COMMAND.match(clause))


def complaint_target(clause: str) -> str:
    """Return the field that a clause calls wrong without saying what it should be."""
    match = _COMPLAINT.fullmatch(clause.strip(" .!,"))
    return match["target"] if match else ""
