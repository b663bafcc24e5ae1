import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.chat.prompts.compose import MAX_SENTENCE, Quote, Sentence, SentenceParser, write_lines

FIRST = Sentence(text="The mayor signed.", quotes=[Quote(source=1, words="{signed} “it”")])
SECOND = Sentence(text="In May.", quotes=[Quote(source=2, words='on 12 "May"\nlate')])
BOTH = write_lines([FIRST, SECOND])


def read(text: str, size: int = 7) -> tuple[list[Sentence], int]:
    parser = SentenceParser()
    found = [s for at in range(0, len(text), size) for s in parser.feed(text[at : at + size])]
    return found + parser.finish(), parser.unreadable


@pytest.mark.parametrize("size", [1, 2, 7, 1000])
def test_sentences_are_read_however_their_text_is_cut(size):
    assert read(BOTH, size) == ([FIRST, SECOND], 0)


def test_a_sentence_is_there_as_soon_as_its_line_is():
    parser = SentenceParser()
    first, _, rest = BOTH.partition("\n")
    assert parser.feed(first) == [FIRST]
    assert parser.feed("\n" + rest[:10]) == []


@pytest.mark.parametrize(
    "wrapped",
    [
        f"```json\n{BOTH}\n```",
        "[" + BOTH.replace("\n", ",\n") + "]",
        "\n".join(json.dumps(each.model_dump(), indent=2) for each in (FIRST, SECOND)),
        json.dumps({"sentences": [FIRST.model_dump(), SECOND.model_dump()]}),
    ],
    ids=["fence", "list", "indented", "wrapped"],
)
def test_what_models_put_around_the_lines_does_not_matter(wrapped):
    found, _ = read(wrapped)
    assert found == [FIRST, SECOND]


@pytest.mark.parametrize(
    "rubbish",
    ["I am sorry, I cannot.", "{", '{"text": 3}', '{"text": ""}', "{'text': 'x'}", '{"a": {'],
)
def test_rubbish_is_counted_and_harms_nothing_after_it(rubbish):
    found, count = read(rubbish + "\n")
    assert found == [] and count > 0
    assert read(rubbish + "\n" + BOTH, 1000)[0][-1] == SECOND


def test_a_quote_that_is_none_does_not_cost_the_sentence_its_others():
    line = (
        '{"text": "Yes.", "quotes": [{"source": 0, "words": "a"}, {"source": "2", "words": "b"}]}'
    )
    assert read(line)[0] == [Sentence(text="Yes.", quotes=[Quote(source=2, words="b")])]


def test_an_object_without_end_is_given_up():
    endless = '{"text": "' + "word} " * MAX_SENTENCE
    assert read(endless + '"}\n' + BOTH, 5000)[0][-2:] == [FIRST, SECOND]


@given(st.text(max_size=300), st.integers(1, 50))
def test_nothing_that_is_written_breaks_the_reader(text, size):
    read(text, size)
