import pytest

from pramana.language.scripts import Script, main_script, script_of, script_shares


@pytest.mark.parametrize(
    ("char", "script"),
    [
        ("a", Script.LATIN),
        ("É", Script.LATIN),
        ("ａ", Script.LATIN),
        ("क", Script.DEVANAGARI),
        ("ि", Script.DEVANAGARI),
        ("५", Script.DEVANAGARI),
        ("ж", Script.CYRILLIC),
        ("中", Script.HAN),
        ("か", Script.KANA),
        ("ক", Script.BENGALI),
        ("ⴰ", Script.OTHER),
        ("5", Script.COMMON),
        ("।", Script.COMMON),
        (" ", Script.COMMON),
        ("\u0301", Script.COMMON),
        ("\x00", Script.COMMON),
    ],
)
def test_a_character_has_one_script(char, script):
    assert script_of(char) is script


def test_shares_count_letters_and_leave_signs_out():
    assert script_shares("कख ab: c... 12") == {Script.LATIN: 0.6, Script.DEVANAGARI: 0.4}


def test_a_text_without_letters_has_no_script():
    assert script_shares("12:30 — ") == {}
    assert main_script("12:30 — ") is Script.COMMON
    assert main_script("") is Script.COMMON


def test_the_main_script_is_the_one_most_letters_are_in():
    assert main_script("नेपाल सरकार (Nepal)") is Script.DEVANAGARI


def test_a_long_text_costs_little_more_than_counting_its_characters():
    assert main_script("नेपाल " * 500_000) is Script.DEVANAGARI
