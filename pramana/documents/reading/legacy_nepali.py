"""Nepali that is stored the way it is typed or written, converted to Unicode by rule.

Fonts of the Preeti family draw Devanagari at the positions of Latin letters: a document contains
`g]kfn` where a reader sees नेपाल. The positions follow the Nepali typewriter: a key is a letter, a
half letter or a sign, in the order of writing. Unicode uses the order of the sounds, so some signs
are moved.

The sign ि is written before its letter and spoken after it. Some programs store Devanagari with the
sign where it is written. In Unicode no word begins with it, so a text where many do has that order
throughout, and every such sign belongs after the letters that follow it. No text gets longer or
shorter.
"""

import re
from collections.abc import Callable
from dataclasses import replace

from pramana.documents.reading.contracts import Cell, Heading, Table

PREETI_ENGINE = "preeti"
"""The name under which a converted page says how it was read."""

FONT_NAMES = re.compile(
    r"preeti|himal|kantipur|rukmini|sagarmatha|ganess|navjeevan|aalekh|sabdatara|aakriti",
    re.IGNORECASE,
)
"""Parts of the names of fonts with Preeti's positions."""


def _table(pairs: str) -> dict[str, str]:
    """A table from alternating keys and the text they draw."""
    items = pairs.split()
    return dict(zip(items[::2], items[1::2], strict=True))


LETTERS = _table(
    """
    a ब  b द  c अ  d म  e भ  g न  h ज  j व  k प  n ल  o य  p उ  r च  s क  t त  u ग  v ख
    w ध  x ह  y थ  z श  ) ०  ! १  @ २  # ३  $ ४  % ५  ^ ६  & ७  * ८  ( ९  5 छ  6 ट  7 ठ
    8 ड  9 ढ  3 घ  4 द्ध  / र  ; स  ` ञ  ª ङ  C ऋ  O इ  P ए  Q त्त  q त्र  B द्य  2 द्द
    1 ज्ञ  > श्र  ? रु  ¿ रू  Å हृ  › द्र  å द्व  „ ध्र  ß द्म  Í ङ्क  Î ङ्ख  Ë ङ्ग  Ì न्न
    § ट्ट  ¶ ठ्ठ  Ý ट्ठ  • ड्ड  ° ड्ढ  ‹ ङ्घ  ¢ द्घ  ´ झ  ç ॐ  ˜ ऽ
    """
)
HALVES = _table(
    """
    A ब  D म  E भ  G न  H ज  J व  K प  N ल  R च  S क  T त  U ग  V ख  W ध  X ह  Y थ  Z श
    0 ण  : स  i ष  £ घ  ~ ञ  I क्ष  ¡ ज्ञ  ‰ झ  ¤ झ  ˆ फ
    """
)
SIGNS = _table(
    """
    f ा  L ी  l ि  ' ु  " ू  [ ृ  ] े  } ै  F ँ  + ं  M ः  ‘ ॅ  \\ ्  | ्र  « ्र  Ø ्य
    ¥ र्\u200d
    """
)
POINTS = _table(
    """
    . ।  = .  - (  _ )  < ?  ÷ /  ± +  Ö =  × ×  æ “  Æ ”  … ‘  Ú ’  Û !  Ù ;
    """
)
PAIRS = _table(
    """
    km फ  em झ  pm ऊ  qm क्र  Qm क्त  s| क्र
    """
)
"""The hook `m` changes the letter before it."""

TABLE = {**LETTERS, **{key: letter + "्" for key, letter in HALVES.items()}, **SIGNS, **POINTS}
KEYS = re.compile("|".join(map(re.escape, sorted([*PAIRS, *TABLE], key=len, reverse=True))))

HOOK_AFTER_SIGN = re.compile(r"([kepqQ])([]}'\"[+F\\|]+)m")
"""Some people typed the hook after the vowel: `k}m` for `km}`."""

CLUSTER = r"(?:[क-ह]़?्\u200d?){0,4}[क-ह]़?"
HALF_WITH_STEM = re.compile(r"्ा")
EARLY_I = re.compile(rf"ि({CLUSTER})")
REPH = re.compile(rf"((?:{CLUSTER}|[अ-औ])[ा-ौँं]*)\{{([ा-ौँंः]*)")
COMPOSED_SIGNS = [
    ("ाे", "ो"), ("ाै", "ौ"), ("ेा", "ो"), ("ैा", "ौ"), ("अो", "ओ"), ("अौ", "औ"), ("अा", "आ"),
    ("आे", "ओ"), ("आै", "औ"), ("एे", "ऐ"), ("इ{", "ई"), ("ँु", "ुँ"), ("ंु", "ुं"), ("ंू", "ूं"), ("ँू", "ूँ"),
    ("ंे", "ें"), ("ँे", "ेँ"), ("ंा", "ां"), ("ँा", "ाँ"), ("ंी", "ीं"), ("ँी", "ीँ"),
]  # fmt: skip


def is_preeti_font(font: str) -> bool:
    """Whether a font of this name draws Devanagari at Latin positions.

    >>> is_preeti_font("BOFDPF+Preeti"), is_preeti_font("Arial")
    (True, False)
    """
    return FONT_NAMES.search(font) is not None


def preeti_to_unicode(text: str) -> str:
    """The Unicode text that a reader sees, for text typed in a font of the family.

    >>> preeti_to_unicode("g]kfn sfg\\"g klqsf @)^%, c+s ^")
    'नेपाल कानून पत्रिका २०६५, अंक ६'
    """
    text = HOOK_AFTER_SIGN.sub(r"\1m\2", text)
    typed_order = KEYS.sub(lambda key: PAIRS.get(key.group()) or TABLE[key.group()], text)
    return _reorder(typed_order)


def _reorder(typed_order: str) -> str:
    """Change the order of writing into the order of the sounds."""
    text = HALF_WITH_STEM.sub("", typed_order)
    for parts, whole in COMPOSED_SIGNS:
        text = text.replace(parts, whole)
    text = EARLY_I.sub(r"\1ि", text)
    text = REPH.sub(r"र्\1\2", text).replace("{", "र्")
    for parts, whole in COMPOSED_SIGNS:
        text = text.replace(parts, whole)
    return text


SIGN_I = "\u093f"
FIRST_SIGN = re.compile(rf"(?<![\u0900-\u097f\u200c\u200d]){SIGN_I}(?=[क-ह])")
MIN_FIRST_SIGNS = 3
MIN_FIRST_SHARE = 0.1
"""Of all such signs in the text; in sound Nepali none begins a word."""


def has_written_order(text: str) -> bool:
    """Whether the signs of a text are before their letters.

    >>> has_written_order("िकताब िलने िदन"), has_written_order("किताब लिने दिन")
    (True, False)
    """
    if SIGN_I not in text:
        return False
    first = len(FIRST_SIGN.findall(text))
    return first >= MIN_FIRST_SIGNS and first >= MIN_FIRST_SHARE * text.count(SIGN_I)


def to_spoken_order(text: str) -> str:
    """The text with each sign moved behind the letters that follow it.

    >>> to_spoken_order("िकताब अिनवार्य िस्थित")
    'किताब अनिवार्य स्थिति'
    """
    return EARLY_I.sub(rf"\1{SIGN_I}", text)


def respell_heading(heading: Heading, spell: Callable[[str], str]) -> Heading:
    return replace(heading, text=spell(heading.text))


def respell_table(table: Table, spell: Callable[[str], str]) -> Table:
    def respell(cell: Cell) -> Cell:
        return replace(cell, text=spell(cell.text))

    return Table(tuple(tuple(map(respell, row)) for row in table.rows))
