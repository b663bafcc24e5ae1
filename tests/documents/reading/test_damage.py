"""Files of every everyday kind, cut off, changed or misnamed: read, or refused with a sentence."""

import random

import pytest

from pramana.documents.reading.errors import Unreadable
from pramana.documents.reading.file_reader import document_info, read_pages
from tests.documents.reading.papers import saved
from tests.documents.reading.samples import good_files

GOOD = good_files()
TRIALS = 25


def read_or_refused(tmp_path, name, content) -> str:
    """The text, or the sentence that refuses the file."""
    where = saved(tmp_path, name, content)
    try:
        document_info(*where)
        return "\n".join(page.text for page in read_pages(*where))
    except Unreadable as refusal:
        message = refusal.message
    assert message.endswith(".")
    return message


@pytest.mark.parametrize("name", GOOD)
def test_the_good_file_is_read(tmp_path, name):
    assert "Khola" in read_or_refused(tmp_path, name, GOOD[name]) or name == "a.odp"


@pytest.mark.parametrize("name", GOOD)
def test_a_file_cut_off_is_read_or_refused(tmp_path, name):
    content = GOOD[name]
    for part in range(1, TRIALS):
        read_or_refused(tmp_path, name, content[: len(content) * part // TRIALS])


@pytest.mark.parametrize("name", GOOD)
def test_a_file_with_changed_bits_is_read_or_refused(tmp_path, name):
    chance = random.Random(name)
    for _ in range(TRIALS):
        content = bytearray(GOOD[name])
        for _ in range(chance.choice((1, 5, 40))):
            content[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        read_or_refused(tmp_path, name, bytes(content))


@pytest.mark.parametrize("name", GOOD)
def test_a_file_under_any_other_name_is_read_or_refused(tmp_path, name):
    for other in GOOD:
        read_or_refused(tmp_path, other, GOOD[name])
