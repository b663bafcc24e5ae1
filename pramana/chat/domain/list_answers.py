"""Whole lists and procedures: every item in order, and the warnings that belong to the steps."""

import re
from collections.abc import Iterator, Sequence

from pramana.chat.contracts.passages import BlockShape
from pramana.chat.domain.answer_sentences import (
    FactCandidate,
    flat,
    item_sentence,
    quote_sentence,
)
from pramana.chat.domain.document_statements import DEFINITION, definitions
from pramana.chat.domain.enumerations import (
    Enumeration,
    ListedKind,
    block_sentences,
    count_of_kind,
    enumerations,
    item_kind,
)
from pramana.chat.domain.evidence import BlockPlace, QuestionEvidence, blocks_of_annex
from pramana.chat.domain.fact_answers import fact_candidates
from pramana.chat.domain.messages import MORE_WORD, localise
from pramana.chat.domain.named_things import annex_references, is_in
from pramana.chat.domain.passage_sentences import PassageSentence
from pramana.chat.domain.question_analysis import AnswerKind
from pramana.chat.domain.question_shapes import AnswerShape, listed_nouns
from pramana.chat.domain.question_words import pattern_of
from pramana.chat.domain.ranked_lists import (
    CALLED,
    HEADING,
    ITEMS,
    PROSE_ITEM,
    TITLE,
    intro_of,
    ranked_lists,
    task_forms,
    task_terms,
)
from pramana.chat.domain.row_answers import (
    TASKS,
    called_table,
    described_rows,
    task_lists,
    task_tables,
)
from pramana.chat.domain.table_answers import stem_set
from pramana.chat.prompts.compose import Quote, Sentence
from pramana.language.stems import content_stems, stems

MOST_ITEMS = 40
MOST_WORDS = 230
"""The limits of an answer that lists all of something."""

REFERS = 0.3
"""How sure a clause must be that refers to an annex for its list."""

IN_ANNEX = re.compile(
    r"\s+(?:(?:that |which )?(?:is |are )?"
    r"(?:named|listed|set out|described|shown|given|specified)\s+)?"
    r"(?:in|by|under)\s+(?:the\s+)?(?=(?:schedule|annex|appendix|attachment|exhibit)\b)",
    re.I,
)
NEAR = 2
"""What a question lists, how a clause refers to an annex, and how many words before that say what
stands there."""

HEADING_LABEL = re.compile(
    r"\A(?:\W*(?:(?:schedule|annex|appendix|attachment|exhibit|part|section|अनुसूची)\b\s*)?"
    r"(?:[\d०-९][\d०-९.]*|[A-Z]|[IVX]+)?(?=[\s.:)–—-])\s*[.:)–—-]+\s*)+",
    re.I,
)
"""The label before a heading: "Schedule 2: " or "Part B – "."""

FEW_SENTENCES = 2
"""Sentences below such a heading that name the items by themselves."""

NAMES_DAYS = re.compile(r"\b(?:days?|dates?)\b", re.I)
USES_TERM = 0.4
"""The share of the question in a clause that answers with a term which its paper defines."""

ENUMERATED, SURE = 0.5, 0.75
"""How sure it must be that a sentence which names several things names those asked for, and
how sure to be preferred to rows of a table that have words of the question."""

STEP_MARK = re.compile(r"\b(?:step|stage)\s+\d|चरण\s+[\d०-९]", re.I)
MARKED = 0.4
"""How a paragraph numbers its steps, and the share of the question that it must hold."""

SHORT_ITEM = 5
"""Words of an average item of a numbered list of things; longer ones are steps."""

LEAST_ITEMS = 3
OPEN_QUESTION = re.compile(r"\W*(?:and |so )?(?:what|which)\b|\W*(?:के|कुन)\s", re.I)
"""Questions that several things may answer."""

ONE_THING = re.compile(
    r"\W*(?:which|what)\s+"
    r"(?!(?:do|does|did|am|are|is|was|were|should|must|shall|can|may|will|would|have|has)\b)"
    r"(?:\w+\s+){0,2}?\w*[^\Ws]\s+\w+s\b",
    re.I,
)
ONE_ITEM = 0.3
"""A question with a verb for one thing, and the share of it in the item that is meant."""

TASKS_ENOUGH = 0.4

SECTION, SECTION_WORDS = 0.55, 110
"""The share of the question around a section in prose that is given whole, and its words."""

WARNING = pattern_of("WARNINGS")
NUMBER = re.compile(r"[1-9]\d?(?=[.):]\s)")


def answer_with_steps(evidence: QuestionEvidence) -> list[Sentence]:
    """The steps of the procedure that is asked about, numbered, with their warnings; or nothing."""
    ranked = ranked_lists(evidence, ordered=True)
    section = answer_with_section(evidence)
    if not ranked or (section and not _names_task(evidence, ranked[0].place)):
        return section
    return _steps_of(evidence, ranked[0].place)


def answer_with_marked_steps(evidence: QuestionEvidence) -> list[Sentence]:
    """The sentences of a paragraph that numbers its steps in words: "Step 1: … Step 2: …"."""
    best: list[PassageSentence] = []
    most, terms = MARKED, task_terms(evidence.terms)
    for place in evidence.blocks:
        own = [
            each
            for each in evidence.sentences_of(place.passage.number)
            if each.block == place.block and STEP_MARK.search(each.text)
        ]
        marks = sum(len(STEP_MARK.findall(each.text)) for each in own)
        if marks < LEAST_ITEMS or place.block.kind is not BlockShape.PARAGRAPH:
            continue
        held = frozenset().union(*(each.stems | each.above for each in own))
        match = 1.0 if _says_heading(evidence, place.block.heading) else 0.0
        match = max(match, terms.matched_share((1.0, held)))
        match *= evidence.presence(place.passage, evidence.things)
        if match > most:
            best, most = own, match
    return _limited(
        evidence, [quote_sentence(evidence.passage(each.number), each) for each in best]
    )


def _steps_of(evidence: QuestionEvidence, place: BlockPlace) -> list[Sentence]:
    """The steps with those that continue their numbers after the end of a page."""
    pieces = list(place.block.pieces)
    for other in evidence.blocks:
        own = other.passage.number == place.passage.number
        if own and other.block.kind is BlockShape.LIST and other.block.start > pieces[-1].start:
            number = NUMBER.match(other.block.pieces[0].text)
            if number and int(number.group()) == len(pieces) + 1:
                pieces += other.block.pieces
    steps = [
        item_sentence(
            place.passage, piece.start, piece.end, number if place.block.ordered else None
        )
        for number, piece in enumerate(pieces, start=1)
    ]
    return _limited(evidence, [*_warnings(evidence, place), *steps])


def answer_with_definition(evidence: QuestionEvidence) -> list[Sentence]:
    """What a paper says that a term of the question means; or the clause that answers with a term,
    and the one that says which days or amounts it means: "on the Rent Days", and "Rent Days" means
    1 March and 1 June."""
    meant = definitions(evidence, evidence.question, evidence.things)
    best = max(meant, key=lambda each: each.certainty, default=None)
    if best is not None and best.certainty >= SURE:
        return [best.answer()]
    kind = item_kind(evidence.question)
    if kind is ListedKind.ANY:
        return []
    found: list[tuple[float, list[Sentence]]] = []
    for definition in evidence.sentences:
        term = DEFINITION.search(definition.text)
        items = count_of_kind(kind, definition.text) if term else 0
        days = kind is ListedKind.DAY and term is not None and NAMES_DAYS.search(term["term"])
        if term is None or items < (2 if days else LEAST_ITEMS):  # a term of years has two ends
            continue
        passage = evidence.passage(definition.number)
        for each in evidence.sentences:
            other = evidence.passage(each.number)
            uses = other.document == passage.document and term["term"] in each.text
            match = evidence.lexical_match(each, evidence.terms)
            if uses and each != definition and match >= USES_TERM and evidence.is_statement(each):
                said = [quote_sentence(other, each), quote_sentence(passage, definition)]
                found.append((match, said))
    return max(found, key=lambda each: each[0], default=(0.0, []))[1]


def answer_with_items(evidence: QuestionEvidence) -> list[Sentence]:
    """Every item of the list that is asked about, or every row that the question describes."""
    if named := _annexed_items(evidence) or _items_below_heading(evidence):
        return named
    rows = described_rows(evidence)
    if rows and len(rows.rows) > 1 and _is_called(evidence, rows.place):
        return _limited(evidence, rows.sentences())
    best = _best_enumeration(evidence)
    certainty = best.certainty if best else 0.0
    if rows and certainty < (SURE if len(rows.rows) > 1 else ENUMERATED):
        return _limited(evidence, rows.sentences())
    if best is None:
        return answer_with_section(evidence)
    if best.place and _means_one_item(evidence, best.place):
        return _nearest_item(evidence, best.place)
    return _limited(evidence, best.sentences())


def _is_called(evidence: QuestionEvidence, place: BlockPlace) -> bool:
    """Whether a table or its first column is called what the question asks for: "which codes"."""
    nouns = listed_nouns(evidence.question)
    header = place.block.header[0].text if place.block.header else ""
    return bool(nouns) and set(nouns) <= stem_set(f"{place.block.heading} {header}")


def _best_enumeration(evidence: QuestionEvidence) -> Enumeration | None:
    """The list, table or sentence that is likeliest to name what is asked for, as the reading
    model says or, where that is surer, the words by which a list or table is called."""
    found = [each for each in enumerations(evidence)[:1] if each.certainty >= ENUMERATED]
    lists = ranked_lists(evidence, ordered=False)[:1]
    called = [Enumeration(each.place.passage, (), each.place, each.certainty) for each in lists]
    if table := called_table(evidence):
        called.append(Enumeration(table.place.passage, (), table.place, table.certainty))
    return max([*called, *found], key=lambda each: each.certainty, default=None)


def _annexed_items(evidence: QuestionEvidence) -> list[Sentence]:
    """What stands in the annex that the question names, or to which the clause that answers
    refers for its list."""
    asked = next(iter(annex_references(evidence.question)), None)
    if asked:
        for document in dict.fromkeys(each.document for each in evidence.passages):
            places = blocks_of_annex(evidence, asked, document)
            if places:
                return _all_of(evidence, places)
        return []
    sure = [each for each in fact_candidates(evidence)[:2] if each.certainty >= REFERS]
    for sentence in (*_naming_annex(evidence), *(each.sentence for each in sure)):
        document = evidence.passage(sentence.number).document
        for annex in annex_references(sentence.text):
            places = blocks_of_annex(evidence, annex, document)
            lists = [each for each in places if each.block.kind is not BlockShape.PARAGRAPH]
            if places:
                return _all_of(evidence, lists or places[:1])
    return []


def _naming_annex(evidence: QuestionEvidence) -> Iterator[PassageSentence]:
    """The sentences that say of what is asked for that an annex names it: "the tools in Schedule
    2"."""
    nouns = listed_nouns(evidence.question)
    for each in evidence.sentences if nouns else ():
        for match in IN_ANNEX.finditer(each.text):
            said = stem_set(" ".join(each.text[: match.start()].split()[-NEAR:]))
            if evidence.is_statement(each) and not said.isdisjoint(nouns):
                yield each


def _items_below_heading(evidence: QuestionEvidence) -> list[Sentence]:
    """The sentences below a heading whose words are all in the question: "Landlord's fixtures"
    above one sentence with commas."""
    nouns = set(listed_nouns(evidence.question))
    below: dict[tuple[int, str], list[BlockPlace]] = {}
    for place in evidence.blocks:
        if place.block.kind is not BlockShape.HEADING and place.block.heading:
            below.setdefault((place.passage.number, place.block.heading), []).append(place)
    for (_, heading), places in below.items():
        words = content_stems(stems(HEADING_LABEL.sub("", heading)))
        named = evidence.presence(places[0].passage, evidence.things) == 1
        prose = all(each.block.kind is BlockShape.PARAGRAPH for each in places)
        if prose and named and _says_heading(evidence, heading) and not nouns.isdisjoint(words):
            items = _all_of(evidence, places)
            return items if len(items) <= FEW_SENTENCES else []
    return []


def _says_heading(evidence: QuestionEvidence, heading: str) -> bool:
    """Whether the question says all words of a heading."""
    words = content_stems(stems(HEADING_LABEL.sub("", heading)))
    words = [each for each in words if not each.isdecimal()]
    return bool(words) and all(map(evidence.terms.says, words))


def _all_of(evidence: QuestionEvidence, places: Sequence[BlockPlace]) -> list[Sentence]:
    """Everything that these blocks say, each item, row and sentence once."""
    said: list[Sentence] = []
    for place in places:
        if place.block.kind is BlockShape.PARAGRAPH:
            own = evidence.sentences_of(place.passage.number)
            parts = [each for each in own if each.block == place.block]
            said += [quote_sentence(place.passage, e) for e in parts if evidence.is_statement(e)]
        else:
            said += block_sentences(place)
    return _limited(evidence, list({each.text: each for each in said}.values()))


def _means_one_item(evidence: QuestionEvidence, place: BlockPlace) -> bool:
    """Whether a question for one thing ("which valve lets …") says what one item alone says."""
    rows = [" ".join(cell.text for cell in row.cells) for row in place.block.rows]
    if any(sum(is_in(thing, row) for row in rows) == 1 for thing in evidence.things):
        return True
    if not ONE_THING.match(evidence.question) or len(place.block.pieces) < LEAST_ITEMS:
        return False
    items = [stem_set(piece.text) for piece in place.block.pieces]
    shares = sorted(evidence.terms.matched_share((1.0, each)) for each in items)
    return shares[-1] >= ONE_ITEM and shares[-1] > shares[-2]


def _nearest_item(evidence: QuestionEvidence, place: BlockPlace) -> list[Sentence]:
    """The one item that has most of the question; rows are left to the cells."""
    shares = [
        (evidence.terms.matched_share((1.0, stem_set(piece.text))), -at)
        for at, piece in enumerate(place.block.pieces)
    ]
    if not shares:
        return []
    piece = place.block.pieces[-max(shares)[1]]
    words = place.passage.text[piece.start : piece.end].strip()
    return [Sentence(text=flat(words), quotes=[Quote(source=place.passage.number, words=words)])]


def answer_with_tasks(evidence: QuestionEvidence) -> list[Sentence]:
    """What is to be done after a meeting, as its table or list of tasks says."""
    if not TASKS.search(evidence.question):
        return []
    found = [*task_tables(evidence), *task_lists(evidence)]
    best = max(found, key=lambda each: each.certainty, default=None)
    if best is None or best.certainty < TASKS_ENOUGH:
        return []
    return _limited(evidence, best.sentences() if best.rows else block_sentences(best.place))


def _names_task(evidence: QuestionEvidence, place: BlockPlace) -> bool:
    """Whether the heading or the introduction of a list is called what the question asks for."""
    called = task_forms(stem_set(f"{place.block.heading} {intro_of(evidence, place)}"))
    return task_terms(evidence.terms).matched_share((1.0, called)) >= CALLED


def answer_with_section(evidence: QuestionEvidence) -> list[Sentence]:
    """All sentences below the heading that is called what the question asks for, if it is short."""
    best: list[PassageSentence] = []
    best_match, terms = SECTION, evidence.terms
    if evidence.plan.shape is AnswerShape.PROCEDURE:
        terms = task_terms(terms)
    for passage in evidence.passages:
        groups: dict[tuple[str, ...], list[PassageSentence]] = {}
        for each in evidence.sentences_of(passage.number):
            prose = each.block is not None and each.block.kind is BlockShape.PARAGRAPH
            if prose and each.block and each.block.path and evidence.is_statement(each):
                groups.setdefault(tuple(each.block.path), []).append(each)
        named = evidence.presence(passage, evidence.things)
        for path, own in groups.items():
            above = stem_set(f"{passage.title} {passage.section} {' '.join(path[:-1])}")
            held = frozenset().union(*(each.stems for each in own))
            match = named * terms.matched_share(
                (HEADING, stem_set(path[-1])), (TITLE, above), (ITEMS, held)
            )
            called = terms.matched_share((1.0, stem_set(path[-1])))
            if called >= CALLED and match > best_match and len(own) > 1:
                best, best_match = own, match
    said = [quote_sentence(evidence.passage(each.number), each) for each in best]
    return _limited(evidence, said, SECTION_WORDS)


def list_around(evidence: QuestionEvidence, best: FactCandidate) -> list[Sentence]:
    """The whole list that an answer is an item of, unless the question means this item alone.

    It does if it asks for one thing (a number, a day, a name), or if it repeats words of the item
    that neither the other items nor the list's names have.
    """
    block, terms = best.sentence.block, evidence.terms
    if block is None or block.kind is not BlockShape.LIST or len(block.pieces) < LEAST_ITEMS:
        return []
    if evidence.plan.shape is AnswerShape.PROCEDURE and block.ordered:
        return _steps_of(evidence, BlockPlace(best.passage, block, best.sentence.rank))
    is_open = terms.kind is AnswerKind.OTHER and OPEN_QUESTION.match(evidence.question)
    if not is_open and evidence.plan.shape is not AnswerShape.LIST:
        return []
    items = [stem_set(piece.text) for piece in block.pieces]
    average = sum(len(piece.text.split()) for piece in block.pieces) / len(items)
    own = best.sentence.stems
    others = frozenset().union(*(each for each in items if not own <= each))
    named = others | best.sentence.above
    alone = (
        weight
        for each, weight in terms.weights.items()
        if terms.match(each, own) and not terms.match(each, named)
    )
    step = block.ordered and average > SHORT_ITEM
    if step or average > PROSE_ITEM or sum(alone) >= ONE_ITEM * sum(terms.weights.values()):
        return []
    place = BlockPlace(best.passage, block, best.sentence.rank)
    return _limited(evidence, block_sentences(place))


def _limited(
    evidence: QuestionEvidence, sentences: Sequence[Sentence], most: int = MOST_WORDS
) -> list[Sentence]:
    """As many sentences as an answer may have words, and how many more there are."""
    kept: list[Sentence] = []
    words = 0
    for sentence in sentences[:MOST_ITEMS]:
        words += len(sentence.text.split()) + 1
        if words > most:
            break
        kept.append(sentence)
    rest = sentences[len(kept) :]
    if not rest or not kept:
        return kept
    quotes = [each.quotes[0] for each in rest]
    more = f"{localise(MORE_WORD, evidence.question)}: {len(rest)}."
    return [*kept, Sentence(text=more, quotes=quotes)]


def _warnings(evidence: QuestionEvidence, place: BlockPlace) -> Iterator[Sentence]:
    """The warnings that stand under the same heading as the steps."""
    for sentence in evidence.sentences:
        block = sentence.block
        if sentence.number != place.passage.number or block is None or block == place.block:
            continue
        same = block.path == place.block.path and block.kind is BlockShape.PARAGRAPH
        if same and WARNING.match(sentence.text.lstrip("*_> ")):
            yield quote_sentence(place.passage, sentence)
