"""A field as a question to a document: its names, the forms its value may have, and whose it is.

`field_names.txt` lists the names of common fields in several languages. A field that has one of
them is looked for under all of them; any other field under its own name only.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from importlib.resources import files

from pramana.extraction.contracts.fields import FieldSpec
from pramana.extraction.domain.reading.value_forms import TYPE_FORMS, ValueForm, likely_forms
from pramana.language.stems import content_stems, stem
from pramana.language.tokens import terms


def _word_lists() -> dict[str, frozenset[str]]:
    lines = files(__package__).joinpath("field_words.txt").read_text("utf-8").splitlines()
    pairs = (line.partition(":") for line in lines if not line.startswith("#"))
    return {key: frozenset(map(str.strip, words.split("|"))) for key, _, words in pairs}


_words = _word_lists()
NUMBER_WORDS = _words["number"]
"""Words that all mean a number. They are compared as one word."""
NUMBER_SIGN = re.compile(r"\bn[°º]|[#№]", re.IGNORECASE)
POSSESSIVE = re.compile(r"(?<=\w)['’]s\b", re.IGNORECASE)
SMALL_WORDS = _words["small"]
DIRECTIONS = _words["direction"]
"""Small words that change what a name with one other word means: ship to, paid by."""
ARTICLES = _words["article"]
GENERIC_WORDS = _words["generic"]
"""Words for a kind of value. They say less about which one is meant than other words do."""
GENERIC_WEIGHT = 0.45
LABEL_ONLY = "~"
"""Marks a name in `field_names.txt` that is a label of the field, but not a name for it."""
MOST_NAMES = 20_000
"""How many names are remembered with their stems: a stack asks for the same ones again."""
BARE_NUMBER = ("no",)
"""A field that is called only "number" means the number of the document itself."""


class Side(StrEnum):
    """Whose value it is on a paper between two parties."""

    SELLER = "seller"
    BUYER = "buyer"


SIDE_WORDS = {side: _words[side.value] for side in Side}


@dataclass(frozen=True)
class FieldGroup:
    """Names that mean the same field."""

    key: str
    side: Side | None
    names: tuple[str, ...]
    labels: tuple[str, ...] = ()
    """Labels under which its value stands, though a field of that name is another one."""


def comparable(word: str) -> str:
    """Return a word for comparison: its stem, or the one word for all numbers.

    >>> comparable("Nr"), comparable("invoices")
    ('no', 'invoic')
    """
    folded = word.casefold()
    return "no" if folded in NUMBER_WORDS else stem(folded)


@lru_cache(maxsize=MOST_NAMES)
def name_stems(name: str) -> tuple[str, ...]:
    """Return the words of a name for comparison, without small words unless there are no others."""
    plain = POSSESSIVE.sub("", NUMBER_SIGN.sub(" no ", _split_camel_case(name.replace("_", " "))))
    words = terms(plain)
    stems = tuple(comparable(word) for word in words if word not in SMALL_WORDS)
    if len(stems) == 1 and any(word in DIRECTIONS for word in words):
        return tuple(comparable(word) for word in words if word not in ARTICLES)
    return stems or tuple(comparable(word) for word in words)


def _split_camel_case(words: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", words)


def weight(word: str) -> float:
    return GENERIC_WEIGHT if word in GENERIC_STEMS else 1.0


GENERIC_STEMS = frozenset(comparable(word) for word in GENERIC_WORDS)


def _parse_groups() -> Iterator[FieldGroup]:
    for line in files(__package__).joinpath("field_names.txt").read_text("utf-8").splitlines():
        if line.startswith("#") or not line.strip():
            continue
        head, _, names = line.partition(":")
        key, *side = head.split()
        every = [name.strip() for name in names.split("|")]
        yield FieldGroup(
            key,
            Side(side[0]) if side else None,
            tuple(name for name in every if not name.startswith(LABEL_ONLY)),
            tuple(name[1:] for name in every if name.startswith(LABEL_ONLY)),
        )


@cache
def field_groups() -> tuple[FieldGroup, ...]:
    return tuple(_parse_groups())


@cache
def _groups_by_name() -> dict[tuple[str, ...], list[FieldGroup]]:
    results: dict[tuple[str, ...], list[FieldGroup]] = {}
    for group in field_groups():
        for name in (group.key.replace("_", " "), *group.names):
            groups = results.setdefault(name_stems(name), [])
            if group not in groups:
                groups.append(group)
    return results


@cache
def _groups_by_words() -> dict[str, list[FieldGroup]]:
    """The groups by their names word for word: a total with VAT is no total of VAT."""
    results: dict[str, list[FieldGroup]] = {}
    for group in field_groups():
        for name in group.names:
            results.setdefault(" ".join(terms(name)), []).append(group)
    return results


@cache
def label_stems() -> frozenset[tuple[str, ...]]:
    """The stems of every known name, to tell where the next label of a line begins."""
    return frozenset(_groups_by_name())


@dataclass(frozen=True)
class FieldQuestion:
    """What to look for, under which names, and in which form."""

    spec: FieldSpec
    parent: str = ""

    @cached_property
    def words(self) -> str:
        """The name, and the parent's where it alone would be too general: vendor name."""
        own = self.spec.name
        return f"{self.parent} {own}" if self.parent else own

    @cached_property
    def about(self) -> str:
        return f"{self.spec.description} {self.spec.instructions}".strip()

    @cached_property
    def stems(self) -> tuple[str, ...]:
        return name_stems(self.words)

    @cached_property
    def about_stems(self) -> frozenset[str]:
        """Words of the description, which say what the name does not."""
        return frozenset(content_stems(comparable(word) for word in terms(self.about)))

    @cached_property
    def groups(self) -> tuple[FieldGroup, ...]:
        """The groups that have this name: exactly, without its side, or by its description."""
        by_name = _groups_by_name()
        if written := _groups_by_words().get(" ".join(terms(self.words))):
            return tuple(written)
        if self.tax_part:
            return tuple(by_name[name_stems(TAX_PARTS[self.tax_part])])
        if self.stems == BARE_NUMBER:
            return tuple(by_name[name_stems("document number")])
        exact = by_name.get(self.stems) or by_name.get(name_stems(self.spec.name))
        if exact:
            return tuple(exact)
        if self.stems[0] in PART_STEMS and (groups := by_name.get(self.stems[1:])):
            return tuple(groups)
        without_side = tuple(each for each in self.stems if each not in SIDE_STEMS)
        if without_side and (groups := by_name.get(without_side)):
            return tuple(groups)
        return tuple(self._groups_of_description()) if self.about else ()

    @cached_property
    def tax_part(self) -> str:
        """Whether it asks for a sum with tax or without; empty if it does not say."""
        words = terms(self.words)
        if not words or not (set(words) & _words["tax"]) or words[0] in _words["tax"]:
            return ""
        return next((part for part in TAX_PARTS if set(words) & _words[part]), "")

    def _groups_of_description(self) -> list[FieldGroup]:
        words = tuple(comparable(word) for word in terms(self.about) if word not in SMALL_WORDS)
        for size in (4, 3, 2):
            for at in range(len(words) - size + 1):
                if groups := _groups_by_name().get(words[at : at + size]):
                    return groups
        return []

    @cached_property
    def side(self) -> Side | None:
        said = set(terms(f"{self.words} {self.about}"))
        sides = [side for side, words in SIDE_WORDS.items() if said & words]
        if len(sides) == 1:
            return sides[0]
        group = next((group.side for group in self.groups if group.side), None)
        return group if not sides else None

    @cached_property
    def keys(self) -> frozenset[str]:
        return frozenset(group.key for group in self.groups)

    @cached_property
    def layout_keys(self) -> frozenset[str]:
        """The keys under which the layout has it: a lodge or a joiner is the sender of its bill."""
        return frozenset({"supplier"}) if self.is_trade else self.keys

    @cached_property
    def is_trade(self) -> bool:
        """Whether it is called after a kind of business, and nothing else is known of it."""
        is_name = self.forms[0] in (ValueForm.NAME, ValueForm.WORDS)
        return not self.keys and is_name and bool(self.stems) and self.stems[-1] in TRADE_STEMS

    @cached_property
    def context(self) -> frozenset[str]:
        """Words that stand near its value and tell it from others of the same name."""
        words = (word for key in self.keys for word in _words.get(f"context {key}", ()))
        return frozenset(map(comparable, words))

    @cached_property
    def unit(self) -> str:
        """The unit that the name asks for at its end: warranty in months."""
        words = terms(self.spec.name)
        return comparable(words[-1]) if len(words) > 2 and words[-2] in ("in", "en") else ""

    @cached_property
    def is_other_party(self) -> bool:
        """Whether it asks for the party of a contract that its instructions do not name."""
        return self.stems in OTHER_PARTY_STEMS

    @cached_property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The names to look for, its own first."""
        others = (
            name_stems(name) for group in self.groups for name in (*group.names, *group.labels)
        )
        return tuple(dict.fromkeys((self.stems, name_stems(self.spec.name), *others)))

    @cached_property
    def forms(self) -> tuple[ValueForm, ...]:
        """The forms its value may have, the likeliest first; words come last."""
        kind = self.spec.type
        if kind in TYPE_FORMS:
            return (TYPE_FORMS[kind],)
        likely = likely_forms(self.spec.name) or (likely_forms(self.about) if self.about else ())
        return (*likely, ValueForm.WORDS)

    @property
    def is_typed(self) -> bool:
        """Whether the type forbids other forms."""
        return self.spec.type in TYPE_FORMS


MOST_QUESTIONS = 1_000


@lru_cache(maxsize=MOST_QUESTIONS)
def field_question(spec: FieldSpec, parent: str = "") -> FieldQuestion:
    """The question of a field, with what it works out once: a stack asks it of every document."""
    return FieldQuestion(spec, parent)


TAX_PARTS = {"with_tax": "total", "without_tax": "subtotal"}
OTHER_PARTY_STEMS = frozenset(map(name_stems, _words["other_party"]))
PART_STEMS = frozenset(comparable(word) for word in _words["part"])
"""Parts of a record that stand before a field's own name: totals.tax, document_number."""
SIDE_STEMS = frozenset(comparable(word) for words in SIDE_WORDS.values() for word in words)
TRADE_STEMS = frozenset(comparable(word) for word in _words["trade"])
"""Kinds of businesses and craftsmen, who send the papers that name them so."""
START_STEMS = frozenset(comparable(word) for word in _words["start"])
END_STEMS = frozenset(comparable(word) for word in _words["end"])
"""Words that ask for the first or the last day of a period."""
