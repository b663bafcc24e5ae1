"""Nepali typed in 8-bit fonts of the Preeti family, turned into Unicode by rule.

These fonts draw Devanagari on the places of Latin letters, so a paper typed in one holds
`g]kfn` where a reader sees नेपाल. The places follow the Nepali typewriter: a key is a letter, a
half letter or a sign, in the order of the pen. Unicode wants the order of the sounds, so signs
drawn before or after their letter move to where they belong.
"""

import re

FAMILY = re.compile(
    r"preeti|himal|kantipur|rukmini|sagarmatha|ganess|navjeevan|aalekh|sabdatara|aakriti",
    re.IGNORECASE,
)
"""Fonts that share the Preeti places, by what their names hold."""

LETTERS = {
    **dict(zip("abcdeghjknoprstuvwxyz", "बदअमभनजवपलयउचकतगखधहथश", strict=True)),
    **dict(zip(")!@#$%^&*(", "०१२३४५६७८९", strict=True)),
    **dict(
        zip("5678934/;`ª", ["छ", "ट", "ठ", "ड", "ढ", "घ", "द्ध", "र", "स", "ञ", "ङ"], strict=True)
    ),
    **dict(
        zip(
            "COPQqB21>?¿",
            ["ऋ", "इ", "ए", "त्त", "त्र", "द्य", "द्द", "ज्ञ", "श्र", "रु", "रू"],
            strict=True,
        )
    ),
    **dict(
        zip(
            "Å›å„ßÍÎËÌ§¶",
            ["हृ", "द्र", "द्व", "ध्र", "द्म", "ङ्क", "ङ्ख", "ङ्ग", "न्न", "ट्ट", "ठ्ठ"],
            strict=True,
        )
    ),
    **dict(zip("Ý•°‹¢´ç˜", ["ट्ठ", "ड्ड", "ड्ढ", "ङ्घ", "द्घ", "झ", "ॐ", "ऽ"], strict=True)),
}
HALVES = {
    **dict(zip("ADEGHJKNRSTUVWXYZ", "बमभनजवपलचकतगखधहथश", strict=True)),
    **dict(zip("0:i£~", "णसषघञ", strict=True)),
    **{"I": "क्ष", "¡": "ज्ञ", "‰": "झ", "¤": "झ", "ˆ": "फ"},
}
SIGNS = {
    **dict(zip("fLl'\"[]}F+M‘", ["ा", "ी", "ि", "ु", "ू", "ृ", "े", "ै", "ँ", "ं", "ः", "ॅ"], strict=True)),
    **{"\\": "्", "|": "्र", "«": "्र", "Ø": "्य", "¥": "र्\u200d"},
}
POINTS = {
    **dict(zip(".=-_<÷±Ö×", ["।", ".", "(", ")", "?", "/", "+", "=", "×"], strict=True)),
    **dict(zip("æÆ…ÚÛÙ", ["“", "”", "‘", "’", "!", ";"], strict=True)),
}
PAIRS = {"km": "फ", "em": "झ", "pm": "ऊ", "qm": "क्र", "Qm": "क्त", "s|": "क्र"}
"""The hook `m` makes another letter of the one before it."""

TABLE = {**LETTERS, **{key: letter + "्" for key, letter in HALVES.items()}, **SIGNS, **POINTS}
KEYS = re.compile("|".join(map(re.escape, sorted([*PAIRS, *TABLE], key=len, reverse=True))))

HOOK_AFTER_SIGN = re.compile(r"([kepqQ])([]}'\"[+F\\|]+)m")
"""Some typed the hook after the vowel: `k}m` for `km}`."""

CLUSTER = r"(?:[क-ह]़?्\u200d?)*[क-ह]़?"
HALF_AND_STEM = re.compile(r"्ा")
EARLY_I = re.compile(rf"ि({CLUSTER})")
REPH = re.compile(rf"((?:{CLUSTER}|[अ-औ])[ा-ौँं]*)\{{([ा-ौँंः]*)")
WHOLE = [
    ("ाे", "ो"), ("ाै", "ौ"), ("ेा", "ो"), ("ैा", "ौ"), ("अो", "ओ"), ("अौ", "औ"), ("अा", "आ"),
    ("आे", "ओ"), ("आै", "औ"), ("एे", "ऐ"), ("इ{", "ई"), ("ँु", "ुँ"), ("ंु", "ुं"), ("ंू", "ूं"), ("ँू", "ूँ"),
    ("ंे", "ें"), ("ँे", "ेँ"), ("ंा", "ां"), ("ँा", "ाँ"), ("ंी", "ीं"), ("ँी", "ीँ"), ("उँm", "ऊँ"),
]  # fmt: skip


def is_family(font: str) -> bool:
    """Whether a font of this name draws Devanagari on Latin places.

    >>> is_family("BOFDPF+Preeti"), is_family("Arial")
    (True, False)
    """
    return FAMILY.search(font) is not None


def to_unicode(text: str) -> str:
    """What a reader of the page sees, for text typed in a font of the family.

    >>> to_unicode("g]kfn sfg\\"g klqsf @)^%, c+s ^")
    'नेपाल कानून पत्रिका २०६५, अंक ६'
    """
    text = HOOK_AFTER_SIGN.sub(r"\1m\2", text)
    drawn = KEYS.sub(lambda key: PAIRS.get(key.group()) or TABLE[key.group()], text)
    return _ordered(drawn)


def _ordered(drawn: str) -> str:
    """From the order of the pen to the order of the sounds."""
    text = HALF_AND_STEM.sub("", drawn)
    for parts, whole in WHOLE:
        text = text.replace(parts, whole)
    text = EARLY_I.sub(r"\1ि", text)
    text = REPH.sub(r"र्\1\2", text).replace("{", "र्")
    for parts, whole in WHOLE:
        text = text.replace(parts, whole)
    return text
