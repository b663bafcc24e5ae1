"""List the ordinary words of Nepali. `python -m training.ordinary_words RAW.bio`

A word is ordinary if the sentences that trained the tagger have it at least three times, and never
within a name. The list tells the words beside a name from the words of a name.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bench._bio import part, sentences
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging.crf import OUTSIDE
from pramana.language.tagging.words import hints
from training.nepali_tagger import KEPT_ASIDE, as_read

LIST = Path(__file__).parents[1] / "pramana/language/tagging/ordinary_words.txt"
LEAST = 3
LINE = 12
"""Words to a line."""


def main(argv: Sequence[str]) -> None:
    if not argv:
        raise SystemExit(__doc__)
    counts: Counter[str] = Counter()
    spelt: dict[str, str] = {}
    for sentence in sentences(Path(argv[0])):
        if part(sentence) == KEPT_ASIDE:
            continue
        for word, label in zip(*as_read(sentence), strict=True):
            counts[word.sound] += 1 if label == OUTSIDE else -1_000_000
            spelt.setdefault(word.sound, word.stem)
    listed = sorted(
        spelt[each]
        for each, count in counts.items()
        if count >= LEAST and len(each) > 1 and contains_devanagari(each) and not hints(each)
    )
    rows = (listed[at : at + LINE] for at in range(0, len(listed), LINE))
    LIST.write_text("".join(f"{' '.join(row)}\n" for row in rows), "utf-8")
    print(f"{len(listed)} words, {LIST.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
