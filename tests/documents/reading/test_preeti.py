import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pramana.documents.reading.preeti import TABLE, is_preeti_font, preeti_to_unicode

SEEN = {
    "g]kfn": "नेपाल",
    "sf7df8f}+": "काठमाडौं",
    "k|wfgdGqL": "प्रधानमन्त्री",
    ";jf]{Rr": "सर्वोच्च",
    "lg0f{o": "निर्णय",
    ";+ljwfg": "संविधान",
    "l;4fGt": "सिद्धान्त",
    'sfg"gnfO{': "कानूनलाई",
    "ljz]if": "विशेष",
    "kmf}hbf/L": "फौजदारी",
    "k}m;nf": "फैसला",
    "cfb]z": "आदेश",
    'cf]v9"+uf': "ओखढूंगा",
    "P]g": "ऐन",
    "ul/kfpm": "गरिपाऊ",
    ">Ldfg\\": "श्रीमान्",
    "ck/fwLx?": "अपराधीहरु",
    "ldltM @)^%.#.@^": "मितिः २०६५।३।२६",
    "-k|s/0f g+=^_": "(प्रकरण नं.६)",
}


@pytest.mark.parametrize(("typed", "seen"), SEEN.items())
def test_what_was_typed_becomes_what_is_seen(typed, seen):
    assert preeti_to_unicode(typed) == seen


@pytest.mark.parametrize("name", ["Preeti", "BOFDPF+Preeti", "Himalb", "KANTIPUR-Bold"])
def test_fonts_of_the_family_are_known_by_name(name):
    assert is_preeti_font(name)


@pytest.mark.parametrize("name", ["Arial", "ABCDEE+Kalimati", "Times New Roman,Bold", ""])
def test_other_fonts_are_left_alone(name):
    assert not is_preeti_font(name)


@given(st.text("".join(TABLE) + "{m \n", max_size=80))
def test_any_text_is_converted_and_keeps_its_word_boundaries(typed):
    seen = preeti_to_unicode(typed)
    assert len(re.findall(r"\n", seen)) == typed.count("\n")
    assert len(seen.split()) <= len(typed.split())


def test_a_cluster_without_end_is_converted_in_no_time():
    assert preeti_to_unicode("S" * 20_000).startswith("क्")
