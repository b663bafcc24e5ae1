"""Splits an instruction into sentences, and a sentence into the requests it joins."""

import re
from collections.abc import Callable, Iterator

from pramana.extraction.domain.corrections.requests import is_command, without_politeness
from pramana.extraction.domain.corrections.targets import TargetFinder
from pramana.extraction.domain.corrections.words import PATTERNS

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
_COMPLAINT = re.compile(
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
    if answer is None or not _COMPLAINT.search(before.strip()):
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
