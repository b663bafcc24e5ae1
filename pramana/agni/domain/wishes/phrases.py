"""Parts of what a reviewer says: a value without its verb, the type it names, names to add."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pramana.agni.contracts import EntityType
from pramana.agni.domain.corrections.contracts import AddEntity
from pramana.agni.domain.names import name_key
from pramana.agni.domain.wishes import words

QUOTED = re.compile(r"[\"“«'‘]([^\"”»’]{2,400})[\"”»’']")


def clean_value(value: str) -> str:
    value = value.strip(" \t।.!,;:")
    while (shorter := words.POLITE.sub("", words.TAIL.sub("", value))).strip(" ।.!,;") != value:
        value = shorter.strip(" ।.!,;")
    if quoted := QUOTED.search(value):
        return quoted[1].strip()
    return re.sub(r"^(?:the|an?)\s+(?=\S)", "", value).strip(" “”\"'")


def type_in(sentence: str) -> EntityType | None:
    """The type that a sentence gives, not the one it denies."""
    positive = re.sub(
        r"\b(?:not|n['’]t|rather than|instead of)\s+(?:an?\s+|the\s+)?\w+|\S+\s+(?:होइन|हैन|भएन)",
        " ",
        sentence,
        flags=re.IGNORECASE,
    )
    found = [
        (match.start(), kind)
        for kind, pattern in words.TYPES.items()
        for match in re.finditer(rf"(?<!\w)(?:{pattern})s?(?!\w)", positive, re.IGNORECASE)
    ]
    retype = re.search(r"\b(?:re)?type\b.*?\bas\b|\bretype\b|\bmake it\b", positive, re.IGNORECASE)
    if retype:
        found = [each for each in found if each[0] >= retype.start()] or found
    return min(found)[1] if found else None


def type_word(text: str) -> EntityType | None:
    bare = re.sub(r"^(?:an?|the)\s+", "", text.strip(), flags=re.IGNORECASE)
    for kind, pattern in words.TYPES.items():
        if re.fullmatch(rf"(?:{pattern})s?", bare, re.IGNORECASE):
            return kind
    return None


def without_names(sentence: str, names: Sequence[str]) -> str:
    for name in names:
        sentence = re.sub(re.escape(name), " ", sentence, flags=re.IGNORECASE)
    return sentence


LATIN_NAME = re.compile(
    r"\b[A-Z][\w.'’-]*(?:\s+(?:of|and|the|de|bin|&)\s+[A-Z][\w.'’-]*|\s+[A-Z][\w.'’-]*)*"
)
NEPALI_BEFORE_VERB = re.compile(r"^(.+?)\s*(?:लाई|पनि|को नाम)?\s*(?:थप्नु|थपिदिनु|समावेश|छुट्यो|छुटे)")
NEPALI_LIST = re.compile(r"(?:थप्नु|थपिदिनु|समावेश|छुटे)[^:]*:\s*(.+?)\s*[।.]?$")
"""The names after a colon."""
PEOPLE = re.compile(
    r"(?<=\b)(?!(?:Add|Include|Insert|Please|Also|List|Enter|Record|Put|Note|There)\b)"
    r"([A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){1,3})(?= and [A-Z]\w+ [A-Z]|,? and [A-Z]|,|\s*$|\.)"
)
FIRST_WORDS = frozenset(
    (
        *("Add", "Include", "Insert", "Please", "Also", "You", "The", "We", "It", "There"),
        *("List", "Enter", "Record", "Put", "Note", "Register"),
    )
)
AS_TYPE = re.compile(r"\bas\s+((?:an?\s+)?\w+)\s*[.!]?$", re.IGNORECASE)
POSSESSOR = re.compile(r"\b[\w-]+['’]s?\s+|\S+(?:को|का|की)\s+", re.IGNORECASE)
ADD_AS = re.compile(
    r"(?:also\s+)?(?:add|include|insert)\s+(?P<name>.{2,200}?)\s+as\s+(?P<kind>.{2,30}?)[.!]?$",
    re.IGNORECASE,
)


def added_entities(sentence: str, known: Mapping[str, int]) -> Iterator[AddEntity]:
    """The names that are to be added, with their type and what is said of them in a few words."""
    names = _new_names(sentence)
    for name in names:
        if name_key(name) not in known:
            addition = _addition(sentence, name)
            yield addition if len(names) == 1 else replace(addition, position="")


def _addition(sentence: str, name: str) -> AddEntity:
    if words.ORGANISATION_WORDS.search(name):
        kind = EntityType.ORGANIZATION
    elif words.PLACE_WORDS.search(name):
        kind = EntityType.LOCATION
    else:
        kind = _stated_type(sentence, name) or EntityType.PERSON
    return AddEntity(name, kind, _apposition(sentence, name) if kind is EntityType.PERSON else "")


def _stated_type(sentence: str, name: str) -> EntityType | None:
    """The type that is said of a new name; "the bank's clerk" does not say that it is a bank."""
    if (stated := AS_TYPE.search(sentence)) and (kind := type_word(stated[1])):
        return kind
    return type_in(POSSESSOR.sub(" ", without_names(sentence, [name])))


def _new_names(sentence: str) -> list[str]:
    if quoted := QUOTED.search(sentence):
        return [quoted[1].strip()]
    if listed := NEPALI_LIST.search(sentence):
        return _split_names(listed[1])
    if nepali := NEPALI_BEFORE_VERB.match(sentence):
        return _split_names(re.split(r"[,;]", nepali[1])[0])
    if (stated := ADD_AS.match(sentence)) and type_word(stated["kind"]):
        return [clean_value(stated["name"])]
    return _latin_names(sentence)


def _split_names(text: str) -> list[str]:
    parts = re.split(r"\s+(?:र|तथा|अनि|एवं)\s+|\s*,\s*", text)
    return [cleaned for part in parts if (cleaned := clean_value(part))]


def _latin_names(sentence: str) -> list[str]:
    """The longest name of a sentence, and those that "and" joins to it."""
    if len(people := PEOPLE.findall(sentence)) > 1:
        return people
    runs = []
    for match in LATIN_NAME.finditer(sentence):
        parts = match[0].split()
        while parts and parts[0] in FIRST_WORDS:
            parts.pop(0)
        if parts:
            runs.append(" ".join(parts).rstrip(".,"))
    longest = max(runs, key=lambda run: len(run.split()), default="")
    return [longest] if longest else []


def _apposition(sentence: str, name: str) -> str:
    """ "the clerk" in "Add Mira Lal, the clerk who …" and in "Add the clerk, Mira Lal"."""
    match = re.search(
        rf"{re.escape(name)},\s*(?:the|an?)\s+([a-z][a-z ]{{2,40}}?)"
        r"(?=\s+(?:who|whose|of|in|at|on)\b|[,.]|$)"
        rf"|\b(?:the|an?)\s+([a-z][a-z ]{{2,40}}?),?\s+{re.escape(name)}",
        sentence,
    )
    return (match[1] or match[2]).strip() if match else ""
