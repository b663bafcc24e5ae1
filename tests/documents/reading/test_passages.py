"""Passages begin at headings, keep code and rows whole, and know their section and page."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pramana.documents.reading.contracts import (
    Block,
    BlockKind,
    Heading,
    PageText,
    ReadingMethod,
)
from pramana.documents.reading.headings import title_of
from pramana.documents.reading.passages import AssembledDocument, assemble_document, cut_passages
from pramana.documents.reading.text_quality import Quality

WORDS = "A sentence of six words here. "


def page(text: str, headings: tuple[Heading, ...] = (), blocks: tuple[Block, ...] = ()) -> PageText:
    quality = Quality(True, "ok", 1.0, 1.0, None)
    return PageText(0, text, ReadingMethod.PARSED, "", quality, headings=headings, blocks=blocks)


def assemble(pages: Sequence[PageText]) -> AssembledDocument:
    return assemble_document(pages, "", "paper.pdf")


def headed(name: str, sentences: int, level: int = 1) -> PageText:
    return page(f"{name}\n{WORDS * sentences}", (Heading(0, level, name),))


def test_a_heading_begins_a_passage_and_nothing_is_repeated_before_it():
    whole = assemble([headed("One", 20), headed("Two", 20)])
    passages = whole.passages
    assert [whole.text[p.start :][:3] for p in passages] == ["One", "Two"]
    assert [(p.section, p.page) for p in passages] == [("One", 0), ("Two", 1)]


def test_a_section_is_the_path_of_its_headings():
    whole = assemble(
        [headed("One", 20), headed("Sub", 20, 2), headed("Deep", 20, 3), headed("Next", 20, 2)]
    )
    assert [p.section for p in whole.passages] == [
        "One",
        "One › Sub",
        "One › Sub › Deep",
        "One › Next",
    ]


def test_a_title_stays_with_what_follows_it():
    whole = assemble([headed("Title", 1), headed("First section", 20, 2)])
    [passage] = whole.passages
    assert whole.text[passage.start :].startswith("Title")
    assert passage.section == "Title › First section"


def test_a_short_section_is_not_found_under_the_next_one():
    whole = assemble([headed("Title", 1), headed("One", 1, 2), headed("Two", 1, 2)])
    passages = whole.passages
    assert [p.section for p in passages] == ["Title › One", "Title › Two"]
    assert "Two" not in whole.text[passages[0].start : passages[0].end]


def test_headings_without_words_stay_with_the_first_that_has_some():
    pages = [headed("1. Scope", 0), headed("1.1 Terms", 0, 2), headed("2. Range", 1)]
    [passage] = assemble(pages).passages
    assert passage.section == "2. Range"


def test_what_ended_a_passage_is_not_repeated_before_the_next_heading():
    text = f"{WORDS * 45}\nOne\n{WORDS * 10}"
    at = text.index("One")
    passages = cut_passages(text, headings=[Heading(at, 1, "One")])
    assert [(p.start, p.section) for p in passages][-1] == (at, "One")


def test_long_sections_overlap_within_themselves():
    whole = assemble([headed("One", 120), headed("Two", 5)])
    passages = whole.passages
    assert len(passages) > 3
    assert all(b.start < a.end for a, b in pairwise(passages[:-1]))
    assert passages[-1].start >= passages[-2].end


def test_code_is_never_cut():
    code = "```\n" + "x = 1. y = 2.\n" * 60 + "```"
    text = f"{WORDS * 40}\n{code}\n{WORDS * 40}"
    block = Block(text.index("```"), text.index("```") + len(code), BlockKind.CODE)
    passages = cut_passages(text, blocks=[block])
    assert any(p.start <= block.start and block.end <= p.end for p in passages)


def test_a_row_of_a_table_is_never_cut():
    rows, text = [], ""
    for number in range(60):
        row = f"{number}.\tFirst. Second! Third?\tमूल्य। {number}"
        rows.append(Block(len(text), len(text) + len(row), BlockKind.ROW))
        text += row + "\n"
    passages = cut_passages(text, blocks=rows)
    assert len(passages) > 1
    assert all(any(p.start <= r.start and r.end <= p.end for p in passages) for r in rows)


def test_a_fence_as_long_as_a_book_is_cut_after_all():
    text = "line of some code\n" * 2000
    passages = cut_passages(text, blocks=[Block(0, len(text), BlockKind.CODE)])
    assert len(passages) > 10


@given(st.lists(st.tuples(st.sampled_from(["Head", ""]), st.integers(0, 90)), max_size=12))
def test_every_word_is_in_some_passage(sections):
    pages = [headed(name, count) if name else page(WORDS * count) for name, count in sections]
    whole = assemble(pages)
    covered = set()
    for passage in whole.passages:
        covered.update(range(passage.start, passage.end))
    assert all(n in covered for n, char in enumerate(whole.text) if not char.isspace())


def test_the_page_map_finds_each_page_again():
    pages = [page("first"), page(""), page("third")]
    whole = assemble(pages)
    assert [whole.text[start:][:5] for start, _ in whole.page_ranges] == [
        "first",
        "\n\nthi",
        "third",
    ]


def test_a_title_is_what_a_person_wrote():
    found = (Heading(0, 2, "A heading"),)
    assert title_of("Annual report", found, "text", "x.pdf") == "Annual report"
    assert title_of("Microsoft Word - nlr6.doc", found, "text", "x.pdf") == "A heading"
    assert title_of("", (), "12.\nPress release\nmore", "x.pdf") == "Press release"
    assert title_of("", (), "", "folder/scan 12.pdf") == "scan 12"
    stamped = [Heading(0, 1, "PAID 4 May 2026"), Heading(20, 2, "Hire of a boat")]
    assert title_of("", stamped, "PAID 4 May 2026", "x.jpg") == "Hire of a boat"
    section = [Heading(40, 1, "1. Rent")]
    assert (
        title_of("", section, "Lease of a boat\nMade in May" + " " * 90, "x.txt")
        == "Lease of a boat"
    )
    assert title_of("", section, "It rained. So they stayed.", "x.txt") == "1. Rent"
    assert title_of("", (), "सक्कल\nमर्मत सम्झौता", "x.jpg") == "मर्मत सम्झौता"
    assert title_of("", (), "The bridge will open. Engineer\nRai", "x/bridge.txt") == "bridge"


SENTENCES = st.lists(st.text("abc देश.।\n ", max_size=60), max_size=60)


def words(text: str) -> list[str]:
    return text.split()


def test_a_short_text_is_one_passage():
    assert [(p.start, p.end) for p in cut_passages("One sentence. Another.")] == [(0, 22)]


def test_an_empty_text_has_no_passage():
    assert cut_passages("") == [] and cut_passages(" \n ") == []


def test_passages_end_at_a_pause_and_overlap():
    text = " ".join(f"Sentence number {n} has six words." for n in range(100))
    passages = cut_passages(text)
    assert len(passages) > 2
    assert all(text[p.end - 1] == "." for p in passages)
    assert all(b.start < a.end for a, b in pairwise(passages))


def test_a_sentence_without_end_is_cut_between_words():
    text = "word " * 1000
    passages = cut_passages(text, words=100, overlap=10)
    assert all(len(words(text[p.start : p.end])) <= 110 for p in passages)


def test_devanagari_sentences_end_at_the_danda():
    text = "राम काठमाडौं गए। " * 200
    assert all(text[p.end - 1] == "।" for p in cut_passages(text))


@given(SENTENCES)
def test_passages_cover_every_word(parts):
    text = " ".join(parts)
    covered = [False] * len(text)
    for passage in cut_passages(text, words=7, overlap=2):
        covered[passage.start : passage.end] = [True] * (passage.end - passage.start)
    assert all(seen or char.isspace() for seen, char in zip(covered, text, strict=True))


@given(SENTENCES)
def test_passages_move_forward_and_end(parts):
    text = " ".join(parts)
    starts = [(p.start, p.end) for p in cut_passages(text, words=7, overlap=2)]
    assert starts == sorted(set(starts))


def rows(count: int, group: int = 0) -> PageText:
    """A page with a table: a header row and `count` rows of six words."""
    header = "Part\tWeight\tPrice"
    lines = [f"Part {n}\t{n} kg\tRs. {n}00" for n in range(count)]
    blocks, at = [], 0
    for number, line in enumerate([header, *lines]):
        kind = BlockKind.ROW if number else BlockKind.HEADER_ROW
        blocks.append(Block(at, at + len(line), kind, group))
        at += len(line) + 1
    return page("\n".join([header, *lines]), blocks=tuple(blocks))


def test_a_table_that_fits_is_not_cut():
    whole = assemble([page(WORDS * 35), rows(12)])
    first, second = whole.passages
    inside = whole.text[second.start : second.end]
    assert "Part\tWeight" in inside and "Part 11" in inside and second.lead == ""
    assert "Part" not in whole.text[first.start : first.end]


def test_the_later_rows_of_a_long_table_carry_its_header():
    whole = assemble([page(WORDS * 20), rows(150)])
    table_starts = whole.text.index("Part\tWeight")
    later = [p for p in whole.passages if p.start > table_starts]
    assert len(later) > 2 and {p.lead for p in later} == {"Part\tWeight\tPrice"}
    assert all("\t" in whole.text[p.start : p.end] for p in later)


def steps(count: int, intro: str = "To start the engine:") -> PageText:
    lines = [f"{n}. Turn the key number {n} slowly." for n in range(1, count + 1)]
    blocks, at = [], len(intro) + 1
    for line in lines:
        blocks.append(Block(at, at + len(line), BlockKind.ITEM, 1, 0, line.split()[0]))
        at += len(line) + 1
    return page("\n".join([intro, *lines]), blocks=tuple(blocks))


def test_steps_stay_with_the_line_that_introduces_them():
    whole = assemble([page(WORDS * 40), steps(9)])
    [passage] = [p for p in whole.passages if "1. Turn" in whole.text[p.start : p.end]]
    inside = whole.text[passage.start : passage.end]
    assert "To start the engine:" in inside and "9. Turn" in inside


def test_the_later_steps_of_a_long_list_carry_its_introduction():
    whole = assemble([steps(90)])
    first, *later = whole.passages
    assert first.lead == "" and {p.lead for p in later} == {"To start the engine:"}
    lines = whole.text.split("\n")
    assert all(any(line in whole.text[p.start : p.end] for p in whole.passages) for line in lines)


def test_two_tables_on_two_pages_have_their_own_headers():
    whole = assemble([rows(80), page("Between."), rows(80)])
    assert all(p.lead in ("", "Part\tWeight\tPrice") for p in whole.passages)
    assert len(whole.passages) > 3
