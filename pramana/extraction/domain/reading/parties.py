"""The parties of a contract, whom it calls landlord, tenant or other party, and its bank."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby, islice

from pramana.extraction.contracts.fields import ExtractedValue, FieldSpec
from pramana.extraction.domain.reading.document_layout import DocumentLayout
from pramana.extraction.domain.reading.field_candidates import (
    CandidateSource,
    FieldCandidate,
    label_candidates,
)
from pramana.extraction.domain.reading.field_questions import (
    MOST_QUESTIONS,
    FieldQuestion,
    field_question,
    name_stems,
)
from pramana.extraction.domain.reading.labels import find_pairs, labelled_value
from pramana.extraction.domain.reading.letterhead import (
    BANK_PAPERS,
    INSTRUMENT,
    LEGAL,
    TRADE,
    company_name,
    is_abbreviated,
)
from pramana.extraction.domain.reading.party_blocks import is_signature
from pramana.extraction.domain.reading.value_forms import FormMatch, ValueForm, find_forms

PARTIES_WITHIN, LONGEST_NAME = 8_000, 90
"""The parties of a contract are looked for in this many characters."""

_END = (
    r"(?=\s{0,3}[,;(\n]|\s{1,3}(?:having|whose|represented|hereinafter|herein|located|"
    r"residing|of the)\b|(?<!Pvt)(?<!Ltd)(?<!Co)(?<!Inc)\.\s|$)"
)
_BETWEEN = re.compile(
    r"(?i:between|among)\b[\s:]*(?:the\s+)?(?:\(?[1Ii]\)?[.)]?\s*)?"
    rf"(?P<one>[^\n,;(]{{3,90}}?){_END}(?P<middle>[\s\S]{{0,500}}?)[\s,;)]{{1,4}}and\b[\s:]*(?:the\s+)?"
    rf"(?:\(?(?:2|ii)\)?[.)]?\s*)?(?P<two>[A-Z][^\n,;(]{{2,90}}?){_END}",
)
_NAME = r"(?:(?!\band\b)[^\n,;(]){3,90}?"
_PLAINLY = re.compile(
    rf"(?i:between|among)\b[\s:]*(?:the\s+)?(?P<one>{_NAME})\s{{1,3}}and\s{{1,3}}(?:the\s+)?"
    rf"(?P<two>[A-Z]{_NAME}){_END}(?!\s{{0,3}}and\b)",
)
"""Two names joined by a single `and`, so it is clear where each ends."""
_PARTY = re.compile(
    r"(?:\bparty\s+(?:of\s+the\s+)?(?P<letter>A|B|first|second|1|2)(?:\s+part)?|\b(?P<first>first|second|third)\s+party"
    r"|(?P<role>employer|contractor|client|consultant|lessor|lessee|landlord|tenant|purchaser|licensor|licensee)"
    r"|(?P<np>पहिलो|प्रथम|दोस्रो|तेस्रो)\s+पक्ष)\s*[:：ः-]\s*(?P<name>[^\n,;(]{3,90})",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"[\"“‘'](?:the\s)?(?P<role>[^\"”’'\n]{3,40})[\"”’']|(?:called|as)\sthe\s(?P<plain>[A-Z]\w{2,30})",
    re.IGNORECASE,
)
_BETWEENS = re.compile(r"\b(?:between|among)\b", re.IGNORECASE)
_DEFINED_ROLE = re.compile(
    r"\(\s*(?:hereinafter[^)\"“]{0,40}?)?(?:the\s+|[\"“‘„«'](?:the\s+)?)"
    r"(?P<role>[A-Z][\w &-]{1,30}?)[\"”’»']?\s*\)"
)
"""What a contract calls a party behind its name: ("the Owner"), (the Printer), ("Norbu")."""
_FIRST_CLAUSE = re.compile(r"^\s*(?:1|A|I|§\s?1|article 1|clause 1)\b[.):\s]", re.I | re.M)
_FIRST = re.compile(r"(?:पहिलो|प्रथम)\s+पक्ष")
_SECOND = re.compile(r"दोस्रो\s+पक्ष")
_AND = re.compile(r"\s(?:र|तथा|एवं)\s")
MOST_TRIED = 5
TWO = 2
_TRIM = " \t,;:.-–\"“”'()"
Part = tuple[tuple[int, int], tuple[int, int] | None]
_BANK_NAME = re.compile(
    r"\b(?!(?:The|A|An|To|From|By|Of|At|In|We|Our|Your|And|Dear|Any)\b)[A-Z][\w&.'’-]*"
    rf"(?:\s[A-Z][\w&.'’-]*){{0,4}}\sBank\b(?!\s(?:{BANK_PAPERS})\b)(?:\s(?:Limited|Ltd\.?))?"
    r"|\bBank\sof\s[A-Z]\w+",
)
BANK_WITHIN = 20_000


def parties(document: DocumentLayout) -> list[ExtractedValue]:
    """Return the parties, each with the role the document gives it."""
    text = document.text[:PARTIES_WITHIN]
    labelled = [(match.span("name"), _label(match)) for match in _PARTY.finditer(text)]
    spans = list(_between(text)) or list(_defined(document)) or labelled[:MOST_TRIED]
    rows: list[ExtractedValue] = []
    for place, ((start, end), role) in enumerate(spans):
        words = text[start:end].strip(_TRIM)
        if not re.search(r"[^\W\d_]{2}", words) or INSTRUMENT.match(words):
            continue
        at = text.index(words, start)
        words += "." * (text[at + len(words) :][:1] == "." and is_abbreviated(words))
        rows.append(document.text_value(f"parties[{place}].name", at, at + len(words), 0.8))
        if role:
            rows.append(document.text_value(f"parties[{place}].role", role[0], role[1], 0.75))
    return rows


def _between(text: str) -> Iterator[Part]:
    for anchor in islice(_BETWEENS.finditer(text), MOST_TRIED):
        at = anchor.start()
        match = _PLAINLY.match(text, at) or _BETWEEN.match(text, at)
        if match:
            yield match.span("one"), _role(text, match.end("one"), match.start("two"))
            yield match.span("two"), _role(text, match.end("two"), match.end("two") + 400)
            return
    yield from _nepali(text)


def _defined(document: DocumentLayout) -> Iterator[Part]:
    """Yield the parties that the opening of a contract names before what it calls them."""
    opening = document.text[: _opening_end(document)]
    roles = list(_DEFINED_ROLE.finditer(opening))
    if len(roles) < TWO:
        return
    at = 0
    for role in roles[:TWO]:
        names = _name_before(document, role.start(), at)
        if names:
            yield (names[0].start, names[0].end), role.span("role")
        at = role.end()


def _opening_end(document: DocumentLayout) -> int:
    """Where the first clause of a contract begins, or as far as its parties are named."""
    first = _FIRST_CLAUSE.search(document.text, 0, HEAD)
    return first.start() if first else HEAD


def _nepali(text: str) -> Iterator[Part]:
    """Yield the name before "first party" and the one before "second party", as Nepali contracts
    have it.
    """
    first = _FIRST.search(text)
    second = _SECOND.search(text, first.end()) if first else None
    joint = _AND.search(text, first.end(), second.start()) if first and second else None
    if first and second and joint:
        yield _before(text, first.start()), first.span()
        yield _before(text, second.start(), joint.end()), second.span()


def _before(text: str, end: int, least: int = 0) -> tuple[int, int]:
    """Return the name that ends at a bracket or comma before its role."""
    start = max(least, end - LONGEST_NAME, text.rfind("\n", 0, end) + 1)
    words = re.split(r"[(,।]", text[start:end], maxsplit=1)[0]
    return start, start + len(words.rstrip())


def _role(text: str, start: int, end: int) -> tuple[int, int] | None:
    match = _ROLE.search(text, start, min(end, len(text)))
    return match.span("role" if match["role"] else "plain") if match else None


def _label(match: re.Match[str]) -> tuple[int, int] | None:
    return match.span("role") if match["role"] else None


def bank_name(document: DocumentLayout) -> ExtractedValue | None:
    """Return the bank that a label names, else the first bank called by its name."""
    labelled = labelled_value(document, "bank.name")
    if labelled and not INSTRUMENT.match(labelled.quote):
        return labelled
    match = _BANK_NAME.search(document.text, 0, BANK_WITHIN)
    if match is None:
        return None
    confidence = 0.75 if is_abbreviated(match.group().rstrip(".")) else 0.7
    return document.text_value("bank.name", match.start(), match.end(), confidence)


LABEL_CONFIDENCE = 0.8
"""The confidence of a value beside a label with a colon."""


def seller_name(document: DocumentLayout) -> ExtractedValue | None:
    """Return the seller that a label names, as orders do; otherwise the name at the top."""
    name = labelled_value(document, "vendor.name")
    return name if name and name.confidence > LABEL_CONFIDENCE else company_name(document)


FOOT_SHARE = 0.6
"""A contract is signed behind this share of its text."""
HEAD = 3_000
"""The parties of a contract are named in this many characters."""


def role_candidates(document: DocumentLayout, question: FieldQuestion) -> Iterator[FieldCandidate]:
    """Yield the party whose role has one of the field's names."""
    names = {each.path: each for each in document.cached(parties)}
    rows = [
        {path.rpartition(".")[2]: each for path, each in group}
        for _, group in groupby(names.items(), key=lambda item: item[0].partition("]")[0])
    ]
    for row in rows:
        role = row.get("role")
        if role and "name" in row and name_stems(str(role.value)) in question.names:
            yield _party(row["name"], {"stated": 1.0})
    if question.is_other_party:
        yield from _other_party(document, question)


_ARTICLE = r"(?:the|der|die|das|le|la|l['’]|el|o|a)?"


_QUOTED = (
    rf"[\"“‘'«„]\s*{_ARTICLE}\s*(?:{{names}})\s*[\"”’'»“]"
    rf"|\(\s*(?:the|hereinafter[^)]{{{{0,24}}}})\s+(?:{{names}})\s*\)"
)


_BRACKETED = rf"|(?<=[^\W\d_]\s)\(\s*{_ARTICLE}\s*(?:{{names}})\s*\)(?!\s*[:：])"
"""A role alone in brackets, for roles that only contracts give: (Vermieterin)."""
_CLAUSE = re.compile(
    r"\(\d{1,2}\)|\n\s*(?:and|und|et|y|र)\s*\n|\b(?i:between|among|entre|zwischen)\b:?"
    r"|\d{4}\s+by\b|\n\s*(?:and|und|et|y)\s+(?:the|der|die|das|dem|den|la|le|el)?\b|[;)]\s*,?\s*(?:and|und|et|y)\b|\n\s*\n|\n\d[.)]"
)


_WEAK_CLAUSE = re.compile(r"\b(?:and|und|et|y)\b(?=\s+[A-Z(])")


_LEADING_ARTICLE = re.compile(r"[\s:,]*(?:the|der|die|das|dem|den|la|le|el)\s", re.IGNORECASE)
LONGEST_CLAUSE = 500
"""How far before its role a party's name may be, in characters."""


@lru_cache(maxsize=MOST_QUESTIONS)
def _role_pattern(question: FieldQuestion) -> re.Pattern[str] | None:
    names = [question.spec.name, *(name for group in question.groups for name in group.names)]
    short = [re.escape(name) for name in names if len(name.split()) <= 2]
    forms = _QUOTED + _BRACKETED * bool(question.keys & set(ROLES))
    return re.compile(forms.format(names="|".join(short)), re.IGNORECASE) if short else None


def _has_quotes(document: DocumentLayout) -> bool:
    return re.search(r"[\"“‘'«„(]", document.text) is not None


def quoted_role(document: DocumentLayout, question: FieldQuestion) -> Iterator[FieldCandidate]:
    """Yield the name at the beginning of the clause that ends with ("the Landlord")."""
    if question.is_typed or not document.cached(_has_quotes):
        return
    pattern = _role_pattern(question)
    match = pattern.search(document.text) if pattern else None
    if match is None or _is_signed(document, match):
        return
    if found := _name_before(document, match.start()):
        yield _party(found[0], {"stated": 1.0})


def _is_signed(document: DocumentLayout, role: re.Match[str]) -> bool:
    """Whether a role in brackets stands below the clauses, behind who signs: A. Rai (Tenant)."""
    foot = max(_opening_end(document), FOOT_SHARE * len(document.text))
    return role.group().startswith("(") and role.start() > foot


def _name_before(document: DocumentLayout, end: int, least: int = 0) -> list[FormMatch]:
    """Return the name that opens the clause before a role."""
    low = max(least, end - LONGEST_CLAUSE)
    before = document.text[low:end]
    starts = [each.end() for each in _CLAUSE.finditer(before)] or [
        each.end() for each in _WEAK_CLAUSE.finditer(before)
    ]
    begin = low + (starts[-1] if starts else 0)
    if article := _LEADING_ARTICLE.match(document.text, begin, end):
        begin = article.end()
    return _name_of_clause(document, begin, end, is_open=not starts)


def _name_of_clause(
    document: DocumentLayout, start: int, end: int, *, is_open: bool
) -> list[FormMatch]:
    """Return the name that opens a clause. Where its begin is unknown, a legal form shows it."""
    if not is_open:
        return find_forms(document, ValueForm.NAME, start, end)
    begins = [start + each.end() for each in re.finditer(r"\n", document.text[start:end])]
    for at in reversed(begins or [start]):
        names = find_forms(document, ValueForm.NAME, at, min(end, at + LONGEST_CLAUSE))
        if names and LEGAL.search(str(names[0].value)):
            return names
    return find_forms(document, ValueForm.NAME, (begins or [start])[-1], end)


def _party(
    place: FormMatch | ExtractedValue | FieldCandidate, features: dict[str, float]
) -> FieldCandidate:
    return FieldCandidate(
        place.start, place.end, place.value, ValueForm.NAME, features, CandidateSource.LAYOUT
    )


ROLES = (
    "landlord", "tenant", "employer", "employee", "contractor", "client", "lender", "borrower",
    "insurer", "insured", "supplier", "buyer",
)  # fmt: skip


LEAST_NAME = 4


def parties_by_role(document: DocumentLayout) -> list[FieldCandidate]:
    """Return the parties of a contract: by their roles, by labels, or as it opens."""
    results = [
        FieldCandidate(each.start, each.end, each.value, ValueForm.NAME)
        for each in document.cached(parties)
        if each.path.endswith(".name")
    ]
    for role in ROLES:
        question = field_question(FieldSpec(name=role))
        results += quoted_role(document, question)
        results += [
            each for each in label_candidates(document, question)
            if each.features.keys() & {"colon", "cell"} and each.features["cover"] >= 1
            and each.start < HEAD and not each.features.get("right_words")
            and not is_signature(document, each.start)
        ]  # fmt: skip
    unique: dict[str, FieldCandidate] = {}
    for each in results:
        if len(str(each.value)) >= LEAST_NAME:
            unique.setdefault(str(each.value).casefold(), each)
    if len(unique) < TWO:
        for each in _labelled_companies(document):
            unique.setdefault(str(each.value).casefold(), each)
    return list(unique.values())


def _labelled_companies(document: DocumentLayout) -> Iterator[FieldCandidate]:
    """Yield the companies that lines of the opening name, whatever they call them."""
    end = _opening_end(document)
    for pair in document.cached(find_pairs):
        names = find_forms(document, ValueForm.NAME, pair.start, pair.end)
        if pair.start < end and names and LEGAL.search(str(names[0].value)):
            yield _party(names[0], {"role": 1.0})


def _names_of(party: str) -> set[str]:
    """The words that tell a party from others: not its legal form or its trade."""
    return set(name_stems(TRADE.sub(" ", LEGAL.sub(" ", party)))) or set(name_stems(party))


def _other_party(document: DocumentLayout, question: FieldQuestion) -> Iterator[FieldCandidate]:
    """Yield the only party that the field's instructions do not name."""
    said = set(name_stems(question.about))
    every = document.cached(parties_by_role)
    others = [each for each in every if not _names_of(str(each.value)) & said]
    if len(others) < len(every) and others:
        yield _party(others[0], {"stated": 1.0} if len(others) == 1 else {"role": 0.7})
