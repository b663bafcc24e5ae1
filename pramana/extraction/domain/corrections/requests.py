"""The requests in an instruction: its sentences and clauses, and which words name what."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from pramana.extraction.contracts.extractions import CorrectionAction
from pramana.extraction.domain.corrections.targets import TargetFinder
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


LONGEST_INSTRUCTION = 2_000
MOST_WORDS_OF_NAME = 7
_SENTENCE_END = re.compile(
    r"[;\n]+|।\s*|[!]\s+|(?<!\b[A-Z])(?<!\b(?:Rs|No|no|Mr|Dr|St|Co|लि|नं|रु))(?<!\b(?:Ltd|Pvt|Inc|Mrs|Esq))(?<!प्रा)\.\s+"
    r"|(?<=\?)\s+",
)
_JOINT = re.compile(
    r"\s*,\s*(?:and\s+|then\s+|but\s+|also\s+|र\s+)*|\s+(?:and|but|then|while|whereas|र|अनि|तथा)\s+(?:also\s+|then\s+)*",
    re.IGNORECASE,
)
_STATEMENT = re.compile(
    r"(?:the|its|their)\s+[^,;]{1,60}?\s(?:is|was|are|were|should|must|has|ought|needs)\s",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"(?P<name>.{1,80}?)\s*(?:\s(?:is|was|are|were|should|must|to|as|ist|est|needs|has|ought)\s|'s\s|[:=]\s?|->|→)",
    re.IGNORECASE,
)
_ADDITION = re.compile(rf"{PATTERNS['add_verbs']}\s", re.IGNORECASE)
_COMPLAINT_CLAUSE = re.compile(
    rf"(?:{PATTERNS['copulas']})\s"
    rf"(?:missing|absent|blank|empty|not filled in|{PATTERNS['wrong']})$",
    re.IGNORECASE,
)
_ANSWER = re.compile(
    r"(?:put in|put down|put|fill in|write in|write|enter|insert|add|type|use|make it|set it to"
    r"|change it to)\s(?P<rest>.+)",
    re.IGNORECASE,
)
_ENDS_NEPALI = re.compile(
    r"(?:हो|पर्छ|पर्ने|हुन्|रहेछ|थियो|छैन|छ|बनाउ\S*|गर\S*|राख\S*|लेख\S*|हटाउ\S*|मेटाउ\S*|मेट\S*|बदल\S*|निकाल\S*)[\s.।]*$"
)


def sentences(instruction: str) -> Iterator[str]:
    """Yield the sentences of an instruction, in order."""
    for part in _SENTENCE_END.split(instruction[:LONGEST_INSTRUCTION]):
        if part and (text := " ".join(part.split()).strip(" ,")):
            yield text


def clauses(sentence: str, finder: TargetFinder) -> list[str]:
    """Split a sentence where another request begins.

    "Sharma and Sons" stays one value: what follows the "and" names no field.
    """
    parts, start = [], 0
    for joint in _JOINT.finditer(sentence):
        rest = sentence[joint.end() :]
        before = sentence[start : joint.start()]
        if (
            joint.start() > start
            and not _is_quoted_open(sentence[: joint.start()])
            and _begins_request(rest, before, finder)
        ):
            parts.append(before)
            start = joint.end()
    return [part for part in (*parts, sentence[start:]) if part.strip()]


def _is_quoted_open(text: str) -> bool:
    """Whether a quotation was opened before this place and not closed."""
    return text.count('"') % 2 == 1 or text.count("“") > text.count("”")


def _begins_request(rest: str, before: str, finder: TargetFinder) -> bool:
    text = without_politeness(rest)
    if not text or _answers_complaint(text, before, finder):
        return False
    if is_command(text):
        return True
    if _ADDITION.match(without_politeness(before)):
        return False
    if re.match(
        r"(?:it|they|that|which|this|not|instead|rather|because|as|since)\b", text, re.IGNORECASE
    ):
        return False
    if _STATEMENT.match(text):
        return True
    link = _LINK.match(text)
    if link and re.match(r"(?:its|their)\s", text, re.IGNORECASE):
        return True
    if link and finder.find_exactly(link["name"]):
        return True
    return _names_field_and_value(text, finder) or (is_removal(before) and _is_field(text, finder))


def _answers_complaint(text: str, before: str, finder: TargetFinder) -> bool:
    """Whether the words only say the value that was missing: "the date is missing, put in …"."""
    answer = _ANSWER.match(text)
    if answer is None or not _COMPLAINT_CLAUSE.search(before.strip()):
        return False
    places = re.split(r"\s(?:in|into|as|for|under|to)\s", answer["rest"])[1:]
    return not any(finder.find_exactly(place.strip(" .।")) for place in places)


def is_removal(text: str) -> bool:
    return bool(
        re.match(
            r"(?:remove|delete|drop|clear|erase|empty|wipe)\s",
            without_politeness(text),
            re.IGNORECASE,
        )
    )


def _is_field(text: str, finder: TargetFinder) -> bool:
    name = _JOINT.split(text, maxsplit=1)[0]
    return finder.find_exactly(name.strip(" .।")) is not None


def _names_field_and_value(text: str, finder: TargetFinder) -> bool:
    """Whether the words begin with a field's name and a number, or with one and a Nepali verb."""
    parts = split_name(text, finder.find_exactly_words)
    if parts is None:
        return False
    following = _JOINT.split(parts[1], maxsplit=1)[0]
    return bool(re.match(r"\D{0,6}\d|\S+@\S", following) or _ENDS_NEPALI.search(text))


def split_name(words: str, is_name: Callable[[str], bool]) -> tuple[str, str] | None:
    """Split "total amount 500" into a field's name, as long as possible, and what follows it."""
    pieces = words.split()
    for count in range(min(len(pieces) - 1, MOST_WORDS_OF_NAME), 0, -1):
        name = " ".join(pieces[:count]).strip(" :,=-–")
        if name and is_name(name):
            return name, " ".join(pieces[count:])
    return None
