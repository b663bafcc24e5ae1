"""Names in English text: the packaged pipeline proposes, and a few rules correct and add."""

import re
from collections.abc import Iterator
from dataclasses import replace

from pramana.language.tagging import english_words as lists
from pramana.language.tagging.english_model import english_model
from pramana.language.tagging.english_rules import rule_mentions
from pramana.language.tagging.mentions import Kind, Mention, replaced, without_overlaps
from pramana.language.tagging.sentences import latin_stretches

KINDS = {
    "PERSON": Kind.PERSON,
    "ORG": Kind.ORGANIZATION,
    "GPE": Kind.LOCATION,
    "LOC": Kind.LOCATION,
    "FAC": Kind.LOCATION,
}
CONFIDENCE = {Kind.PERSON: 0.75, Kind.LOCATION: 0.8, Kind.ORGANIZATION: 0.5}
"""About how often it is right; spaCy itself does not say how sure it is."""

CONFIRMED = 0.82
"""Where the words of the name itself say what it is."""

WHY = "read so by the English model"
LONGEST = 20_000
"""Characters read at once, which bounds memory."""

_CAPITAL = re.compile(r"[A-Z]")
_SHOUTED = re.compile(r"[A-Z]{2,}")
_NOT_SHOUTED = re.compile(r"[a-z\u0900-\u097f]")
_A_WORD = 5
"""Letters from which a word in capitals is no short form."""

_SMALL = frozenset(
    ("of", "the", "and", "for", "in", "on", "to", "a", "an", "at", "by", "with", "from")
)
_LEADING = re.compile(rf"(?:(?:the|{lists.TITLES})\b\.?[\s,]*)+", re.IGNORECASE)
_TRAILING = re.compile(r"(?:['’]s?|[\s,.;:()\-–]+)$")
_ENDS = re.compile(rf"(?:{lists.ORGANISATION_ENDS})\.?$")
_PLACE_ENDS = re.compile(rf"(?:{lists.PLACE_ENDS})$")


def english_mentions(text: str) -> list[Mention]:
    """The names in the stretches written in Latin letters."""
    calm = _calm(text)
    found = [mention for start, end in _readable(calm) for mention in _in(calm, start, end)]
    return [replace(each, text=text[each.start : each.end]) for each in without_overlaps(found)]


def _calm(text: str) -> str:
    """Lines all in capitals, rewritten as a headline would be, letter for letter in place."""
    return "".join(
        re.sub(r"[A-Z]+", _titled, line) if _is_shouted(line) else line
        for line in text.splitlines(keepends=True)
    )


def _is_shouted(line: str) -> bool:
    words = _SHOUTED.findall(line)
    return len(words) > 1 and max(map(len, words)) >= _A_WORD and not _NOT_SHOUTED.search(line)


def _titled(word: re.Match[str]) -> str:
    lower = word.group().lower()
    return lower if lower in _SMALL else lower.capitalize()


def _readable(text: str) -> Iterator[tuple[int, int]]:
    for start, end in latin_stretches(text):
        while end - start > LONGEST:
            line = text.rfind("\n", start, start + LONGEST)
            cut = line + 1 if line > start else start + LONGEST
            yield start, cut
            start = cut
        if _CAPITAL.search(text, start, end):
            yield start, end


def _in(text: str, start: int, end: int) -> Iterator[Mention]:
    stretch = text[start:end]
    read = [mention for mention in map(_corrected, _modelled(stretch)) if mention]
    for mention in replaced(read, rule_mentions(stretch, read)):
        yield mention.moved(start)


def _modelled(stretch: str) -> Iterator[Mention]:
    for entity in english_model()(stretch).ents:
        kind = KINDS.get(entity.label_)
        if kind:
            begin, end = entity.start_char, entity.end_char
            yield Mention(begin, end, kind, stretch[begin:end], CONFIDENCE[kind], WHY)


def _corrected(mention: Mention) -> Mention | None:
    """Without title, article and possessive; of the kind that its own words say it is."""
    words = mention.text.split("\n")[0]
    leading = _LEADING.match(words)
    start = leading.end() if leading and leading.end() < len(words) else 0
    words = _TRAILING.sub("", words[start:])
    if not words or words.lower() in lists.NOT_NAMES or not _CAPITAL.search(words):
        return None
    begin = mention.start + start
    kind, why = _kind(words, mention.kind)
    confidence = mention.confidence if why == WHY else CONFIRMED
    return Mention(begin, begin + len(words), kind, words, confidence, why)


def _kind(words: str, proposed: Kind) -> tuple[Kind, str]:
    parts = words.lower().split()
    if all(part in lists.PLACES_OF_NEPAL for part in parts):
        return Kind.LOCATION, "a place in Nepal"
    if _ENDS.search(words) and len(parts) > 1:
        return Kind.ORGANIZATION, f"ends in {words.split()[-1]}"
    if _PLACE_ENDS.search(words) and len(parts) > 1:
        return Kind.LOCATION, f"ends in {words.split()[-1]}"
    if 1 < len(parts) <= 4 and parts[-1] in lists.SURNAMES_OF_NEPAL:
        return Kind.PERSON, f"{words.split()[-1]} is a surname in Nepal"
    return proposed, WHY
