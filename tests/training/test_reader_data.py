"""What the reading model learns from."""

import json
import lzma
import random
from pathlib import Path

import pytest
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import WordLevel

from training.reader.data import Question, load
from training.reader.rough import misspell, roughen

TEXT = "The lodge opens on 4 May. Breakfast costs NPR 350."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of data with one passage of ours, asked in English and in Nepali."""
    (tmp_path / "train.json.xz").write_bytes(lzma.compress(b'{"P": [], "Q": []}'))
    passage = {
        "id": "lodge-1",
        "text": TEXT,
        "qa": [
            {"q": "What does breakfast cost?", "answers": ["NPR 350"]},
            {"q": "What does dinner cost?", "answers": []},
        ],
    }
    (tmp_path / "office.jsonl").write_text(json.dumps(passage), "utf-8")
    asked = [
        {"of": "lodge-1#0", "q": "बिहानको खाजाको मूल्य कति हो?"},
        {"of": "lodge-1#1", "q": "बेलुकाको खानाको मूल्य कति हो?"},
        {"of": "another-9#0", "q": "यो कागज यहाँ छैन?"},
    ]
    lines = "\n".join(json.dumps(row) for row in asked)
    (tmp_path / "across.jsonl").write_text(lines, "utf-8")
    return tmp_path


def tokenizer() -> Tokenizer:
    words = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    words.pre_tokenizer = pre_tokenizers.Whitespace()
    return words


def across(questions: list[Question]) -> list[Question]:
    return [each for each in questions if each.across]


def test_a_translated_question_has_the_answer_of_its_original(folder: Path) -> None:
    _, questions = load(folder, tokenizer())
    asked, missed = across(questions)
    assert asked.answers == ["NPR 350"]
    assert TEXT[asked.start :].startswith("NPR 350")
    assert asked.text.startswith("बिहान")
    assert (missed.answers, missed.start) == ([], -1)


def test_a_translation_of_a_passage_that_is_not_there_is_left_out(folder: Path) -> None:
    _, questions = load(folder, tokenizer())
    assert len(across(questions)) == 2


def test_every_question_has_a_hurried_form_too(folder: Path) -> None:
    _, questions = load(folder, tokenizer())
    assert all(len(each.rough) for each in questions)


def test_a_hurried_question_keeps_its_codes_and_numbers() -> None:
    chance = random.Random(5)
    for _ in range(200):
        assert "QT-51" in roughen("What does model QT-51 weigh in 2024?", chance).upper()
    assert misspell("2024", chance) == "2024"


def test_a_hurried_question_is_never_empty() -> None:
    chance = random.Random(6)
    assert all(roughen("What is it?", chance) for _ in range(100))
