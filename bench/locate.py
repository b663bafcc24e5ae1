"""How fast quotes are found in their text, and how that grows. `./run bench locate`

200 quotes in 12,000 characters of made-up Nepali, a quarter of each kind: the exact words, the
same words broken over lines, words with letters changed, and words that are not there. Then one
quote of each kind in texts of 10,000, 100,000 and 1,000,000 characters, including
the preparation of the text: `growth` is each tenfold step's cost over the last, so 10 is linear.
All figures are CPU time.
"""

import argparse
import random
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from pramana.kit.evidence import Alignment, Text, nfc

CHARACTERS = 12_000
QUOTES = 200
SIZES = (10_000, 100_000, 1_000_000)
ROUNDS = 5
VOCABULARY = """
नेपाल सरकार मन्त्रिपरिषद् बैठक निर्णय समिति अध्यक्ष सदस्य कार्यालय जिल्ला
प्रशासन पुल निर्माण ठेक्का सम्झौता रकम रुपैयाँ काठमाडौं झोलुङ्गे विकास योजना
आर्थिक वर्ष प्रतिवेदन सूचना नागरिक विद्यालय शिक्षा स्वास्थ्य गाउँपालिका
नगरपालिका वडा प्रमुख उपाध्यक्ष बजेट विनियोजन कानुन ऐन नियम संशोधन अदालत फैसला
"""
ENDINGS = ("", "ले", "को", "मा", "लाई", "हरू", "बाट")

Change = Callable[[str, random.Random], str]


def main(argv: Sequence[str]) -> dict[str, Any]:
    parser = argparse.ArgumentParser(prog="./run bench locate", description=__doc__)
    parser.add_argument("--data", type=Path, help="a UTF-8 text to use in place of the made-up one")
    given = parser.parse_args(argv).data
    chance = random.Random(7)
    text = _read(given) if given else nepali(CHARACTERS, chance)
    cost, found = _many(text, chance)
    print(f"{QUOTES} quotes in {len(text):,} characters: {cost:.1f} ms; {found}")
    growth = {kind: _growth(kind, chance) for kind in KINDS}
    for kind, grown in growth.items():
        print(f"{kind:11}", "  ".join(f"{ms:9.2f} ms" for ms in grown["ms"]), grown["ratios"])
    return {"ms_200_quotes": round(cost, 1), "found": found, "sizes": SIZES, "growth": growth}


def _read(path: Path) -> str:
    if not path.is_file():
        raise SystemExit(f"There is no file {path}; --data names a UTF-8 text.")
    return nfc(path.read_text("utf-8"))


def nepali(length: int, chance: random.Random) -> str:
    """Sentences without meaning, of words and endings that are Nepali."""
    known = VOCABULARY.split()
    words = (chance.choice(known) + chance.choice(ENDINGS) for _ in range(length))
    pieces = []
    while length > 0:
        pieces.append(next(words))
        length -= len(pieces[-1]) + 1
    return nfc(" ".join(pieces))


def _exact(quote: str, chance: random.Random) -> str:
    return quote


def _broken(quote: str, chance: random.Random) -> str:
    return quote.replace(" ", " \n\u00ad")


def _changed(quote: str, chance: random.Random) -> str:
    """One letter in twenty is another."""
    return "".join("झ" if place % 20 == 10 else char for place, char in enumerate(quote))


def _absent(quote: str, chance: random.Random) -> str:
    return nepali(len(quote), chance)


KINDS: dict[str, Change] = {
    "exact": _exact,
    "normalised": _broken,
    "fuzzy": _changed,
    "absent": _absent,
}


def _many(text: str, chance: random.Random) -> tuple[float, dict[str, int]]:
    kinds = list(KINDS.values())
    quotes = [kinds[number % 4](_piece(text, chance), chance) for number in range(QUOTES)]
    began = time.process_time()
    prepared = Text(text)
    spans = [prepared.locate(quote) for quote in quotes]
    cost = (time.process_time() - began) * 1000
    found = [span.alignment.value if span else "absent" for span in spans]
    return cost, {kind: found.count(kind) for kind in (*map(str, Alignment), "absent")}


def _growth(kind: str, chance: random.Random) -> dict[str, list[float]]:
    costs = [_one(kind, nepali(size, chance), chance) for size in SIZES]
    ratios = [round(after / before, 1) for before, after in pairwise(costs)]
    return {"ms": [round(cost, 3) for cost in costs], "ratios": ratios}


def _one(kind: str, text: str, chance: random.Random) -> float:
    """The cheapest of a few rounds, each with a text that was never seen."""
    quote = KINDS[kind](text[-200:-80], chance)
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.process_time()
        Text(text).locate(quote)
        best = min(best, (time.process_time() - began) * 1000)
    return best


def _piece(text: str, chance: random.Random) -> str:
    start = chance.randrange(max(1, len(text) - 150))
    return text[start : start + chance.randint(40, 150)].strip()
