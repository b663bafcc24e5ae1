"""Word lists and languages."""

import os
import struct
from pathlib import Path

import pytest

from pramana.documents.reading.session import LanguageMemory, language_of
from pramana.documents.reading.wordlists import dawg_words, load_lexicon, write_lists
from pramana.language.scripts import Script

ASSETS = Path(os.environ.get("PRAMANA_ASSETS", Path(__file__).parents[3] / ".assets"))


def language_file(words: list[str]) -> bytes:
    """A language file that holds nothing but a list of words of one letter each."""
    letters = "".join(f"{word} 0\n" for word in words)
    alphabet = f"{len(words)}\n{letters}".encode()
    bits = len(words).bit_length()
    last = len(words) - 1
    edges = [n | ((4 | (n == last)) << bits) for n in range(len(words))]
    listed = struct.pack("<hii", 42, len(words), len(edges)) + struct.pack(
        f"<{len(edges)}Q", *edges
    )
    places = [-1] * 23
    places[19], places[21] = 4 + 8 * 23, 4 + 8 * 23 + len(listed)
    return struct.pack("<i23q", 23, *places) + listed + alphabet


def test_the_list_inside_a_language_file_is_read(tmp_path):
    (tmp_path / "nep.traineddata").write_bytes(language_file(["क", "ख", "ग"]))
    assert list(dawg_words(tmp_path / "nep.traineddata")) == ["क", "ख", "ग"]


def test_a_file_of_another_kind_holds_no_list(tmp_path):
    (tmp_path / "nep.traineddata").write_bytes(bytes(400))
    with pytest.raises(ValueError, match="not a tesseract"):
        list(dawg_words(tmp_path / "nep.traineddata"))


def test_lists_are_written_beside_their_files_and_used_from_there(tmp_path):
    (tmp_path / "nep.traineddata").write_bytes(language_file(["कख", "ग", "ab"]))
    assert write_lists(tmp_path) == {"nep": 1}
    found = load_lexicon(str(tmp_path))
    assert found.complete == {Script.DEVANAGARI} and found.knows("कख", Script.DEVANAGARI)


def test_without_language_files_our_own_common_words_serve():
    found = load_lexicon("")
    assert not found.complete
    assert (found.share("the court and the ministry of the country") or 0) > 0.5
    assert (found.share("नेपाल सरकार को निर्णय बमोजिम") or 0) > 0.9


def test_the_installed_lists_know_words_of_both_scripts():
    found = load_lexicon(str(ASSETS / "tesseract"))
    assert found.complete == {Script.DEVANAGARI, Script.LATIN}, "run ./run setup first"
    assert (found.share("प्रधानमन्त्रीले संसद्‌मा सम्बोधन गरे the parliament listened") or 0) > 0.9


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The court decided that the contract between both parties is valid.", "en"),
        ("नेपाल सरकारले यस सम्बन्धमा निर्णय गरेको छ र सबैलाई जानकारी गराइएको छ।", "ne"),
        ("भारत सरकार ने कहा है कि यह योजना सभी राज्यों में लागू की जाएगी और लोगों को लाभ होगा।", "hi"),
        ("Der Bundestag hat am Donnerstag das neue Gesetz zur Förderung beschlossen.", "de"),
        ("The mayor signed it at noon. नगर प्रमुखले सम्झौतामा हस्ताक्षर गर्नुभएको जानकारी छ।", "en"),
        ("12", ""),
    ],
)
def test_the_language_of_a_text_is_found(text, language):
    script = Script.DEVANAGARI if "\u0900" <= text[0] <= "\u097f" else Script.LATIN
    assert language_of(text, script) == language


def test_a_page_that_says_too_little_is_in_the_language_of_the_others():
    memory = LanguageMemory()
    assert (
        memory.of("The court decided that the contract between both parties is valid.")[1] == "en"
    )
    assert memory.of("Page 12")[1] == "en"
    assert memory.of("१२ । ३४") == ("devanagari", "")
