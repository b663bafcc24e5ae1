"""Questions as people type them in a hurry: lower case, slips of the finger, words left out.

Training asks some questions in this form too, so that the reader understands them.
"""

import random
import re

DROPPED = """
a an the is are was were be been do does did of in on at for to by with from what which
who how much many when where there it this that we i you our my your please and has have
had will can must should would
"""
"""Words that keywords do without. The word that asks is kept when nothing else would be left."""

SHORT = {
    "you": "u",
    "are": "r",
    "to": "2",
    "for": "4",
    "please": "pls",
    "amount": "amt",
    "number": "no",
    "minimum": "min",
    "maximum": "max",
    "quantity": "qty",
    "address": "addr",
    "telephone": "tel",
    "department": "dept",
    "because": "bc",
    "with": "w",
    "about": "abt",
    "people": "ppl",
    "month": "mth",
    "year": "yr",
    "price": "prc",
}
SPELLINGS = (
    *(("ि", "ी"), ("ी", "ि"), ("ु", "ू"), ("ू", "ु"), ("श", "स")),
    *(("ष", "स"), ("व", "ब"), ("ँ", "ं"), ("ं", "")),
)
"""Devanagari letters that people write for one another."""
LONG_WORD = 4


def roughen(text: str, chance: random.Random) -> str:
    """The question in one of the forms of a hurried writer.

    >>> roughen("What is the amount of the deposit?", random.Random(4))
    'amount deposit'
    """
    plain = re.sub(r"[?!.।]+\s*$", "", text).strip()
    if chance.random() < 0.8:
        plain = plain.lower()
    words, dropped = plain.split(), frozenset(DROPPED.split())
    kind = chance.random()
    if kind < 0.35:
        words = [word for word in words if word.lower() not in dropped] or words
    elif kind < 0.6:
        words = [SHORT.get(word, word) for word in words]
    if kind > 0.3:
        for _ in range(chance.choice((1, 1, 2))):
            place = chance.randrange(len(words)) if words else 0
            if words:
                words[place] = misspell(words[place], chance)
    return " ".join(words) or text


def misspell(word: str, chance: random.Random) -> str:
    """A slip in one word; codes, numbers and short words stay as they are.

    >>> misspell("AB-12", random.Random(1))
    'AB-12'
    """
    if re.search("[\u0900-\u097f]", word):
        usual = [pair for pair in SPELLINGS if pair[0] in word]
        return word.replace(*chance.choice(usual), 1) if usual else word
    if len(word) <= LONG_WORD or not word.isalpha():
        return word
    place, slip = chance.randrange(1, len(word) - 1), chance.random()
    if slip < 0.4:
        return word[:place] + word[place + 1 :]
    if slip < 0.7:
        return word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if slip < 0.85:
        return word[:place] + word[place] + word[place:]
    return word[:1] + re.sub("[aeiou]", "", word[1:], count=1)
