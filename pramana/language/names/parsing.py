"""Names split into words: which are titles, which are initials, which are generic.

Generic words say what a thing is and not which one: Municipality, नगरपालिका, Pvt. Ltd. They are
compared separately, because Bhaktapur district and Bhaktapur municipality share the same name.

A parsed name has search keys: short strings that most of its spellings share, in both scripts.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, islice, pairwise

from pramana.language.names.normalisation import (
    NamedEntityType,
    initial_letters,
    is_honorific,
    is_title,
    letter_name,
    normalise,
    strip_honorific,
    tidy,
)
from pramana.language.names.sounds import (
    FOLDED_LETTERS,
    IGNORED_SOUNDS,
    Sounds,
    consonants,
    fold_sounds,
    join_sounds,
    read_word,
    skeleton,
)
from pramana.language.names.translations import FILLER_WORDS, meaning_of

NAME_PIECE = re.compile(
    r"(?P<open>[(\[])|(?P<close>[)\]])|(?P<word>[\w\u0900-\u0963\u0970-\u097f]+)(?P<dot>\.?)"
)
MAX_CHARACTERS = 300
"""Longer names are cut: the registry stores none."""

MAX_PIECES = 24
"""A limit on words and brackets, because names are compared word by word."""

CAMEL = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])")
PLACE_WORDS: dict[str, str] = {
    "province": "प्रदेश, province, pradesh, state",
    "district": "जिल्ला, district, jilla, zilla",
    "zone": "अञ्चल, अंचल, zone, anchal",
    "metropolitan_city": "महानगरपालिका, metropolitan city, metropolis, metropolitan, "
    "metropolitan municipality, महानगर, मनपा",
    "sub_metropolitan_city": "उपमहानगरपालिका, उप महानगरपालिका, sub metropolitan city, "
    "submetropolitan city, sub metropolitan, उपमहानगर",
    "municipality": "नगरपालिका, municipality, nagar palika, urban municipality, न पा, नपा",
    "rural_municipality": "गाउँपालिका, गाउपालिका, गापा, गा पा, rural municipality, gaun palika",
    "vdc": "गाविस, गा वि स, गाउँ विकास समिति, village development committee, vdc",
    "ward": "वडा, वडा नं, वडा नम्बर, ward, ward no, ward number",
    "constituency": "निर्वाचन क्षेत्र, constituency",
    "city": "सहर, शहर, city",
}
COMPANY_WORDS = (
    "प्रा लि, प्रालि, प्राइभेट लिमिटेड, लि, लिमिटेड, pvt ltd, private limited, p ltd, ltd, limited, "
    "inc, incorporated, llc, co ltd, company limited, कम्पनी लिमिटेड, public limited"
)
ATTACHED_PLACE_WORDS = ("उपमहानगरपालिका", "महानगरपालिका", "नगरपालिका", "गाउँपालिका", "गाउपालिका")
"""Place words that may be attached to the name."""

MIN_SOUND_KEY = 6
"""A folded word of this length is recognised by its sound, however it is spelt."""

MAX_PHRASE_WORDS = 3


@dataclass(frozen=True)
class Generic:
    """The generic part of a name: its type, a key of PLACE_WORDS, and its words."""

    type: str
    text: str


@dataclass(frozen=True)
class NameWord:
    """One word of a name: as written, normalised, and as it sounds."""

    text: str
    plain: str
    sounds: Sounds
    initial: str = ""
    """The letter, where the word is an initial."""

    aside: bool = False
    """Whether it is in brackets: a maiden name, a nickname, a party name."""

    dotted: bool = False
    meaning: str = ""
    """The English word for it, where names are translated: `ministry` for मन्त्रालय."""


@dataclass(frozen=True)
class ParsedName:
    """A name, split into its words, titles and generic part."""

    text: str
    kind: NamedEntityType
    words: tuple[NameWord, ...]
    titles: tuple[str, ...] = ()
    generic: Generic | None = None
    """The type that the name states: a municipality, a district."""


@lru_cache(maxsize=1 << 14)
def parse_name(text: str, kind: NamedEntityType = NamedEntityType.PERSON) -> ParsedName:
    """Split a name into words, titles and generic words.

    >>> name = parse_name("डा. पुष्प कमल दाहाल (प्रचण्ड)")
    >>> name.titles, [word.text for word in name.words], name.words[-1].aside
    (('डा',), ['पुष्प', 'कमल', 'दाहाल', 'प्रचण्ड'], True)
    """
    if kind is NamedEntityType.PERSON:
        words, titles = _without_titles(list(_words(tidy(text[:MAX_CHARACTERS]))))
        return ParsedName(text, kind, tuple(words), titles)
    words = list(_words(separate_generic(tidy(text[:MAX_CHARACTERS]))))
    rest, generic = find_generic([word.plain for word in words], kind)
    kept = [words[at] for at in rest if words[at].plain not in FILLER_WORDS] or words
    translated = (replace(word, meaning=meaning_of(word.plain, kind)) for word in kept)
    return ParsedName(text, kind, tuple(translated), (), generic)


def _words(text: str) -> Iterator[NameWord]:
    """Every word of the text; initials written together become one word each."""
    depth, after_dot, end = 0, False, -1
    for match in islice(NAME_PIECE.finditer(CAMEL.sub(" ", text)), MAX_PIECES):
        if match["word"] is None:
            depth = depth + 1 if match["open"] else max(depth - 1, 0)
            continue
        dotted = bool(match["dot"])
        touching = after_dot and match.start() == end
        for word in _words_of_piece(match["word"], dotted or touching):
            if word.sounds.symbols:
                yield replace(word, aside=depth > 0, dotted=dotted)
        after_dot, end = dotted, match.end()


def _words_of_piece(text: str, dotted: bool) -> Iterator[NameWord]:
    letters = initial_letters(text, dotted=dotted)
    if letters:
        for each in letters:
            yield NameWord(each.upper(), each, read_word(letter_name(each)), each)
    else:
        written = strip_honorific(text)
        plain = normalise(written)
        if plain:
            yield NameWord(written, plain, read_word(plain))


def _without_titles(words: Sequence[NameWord]) -> tuple[list[NameWord], tuple[str, ...]]:
    """The words without titles and honorifics, and those; a name of titles only keeps them."""
    first, last = 0, len(words)
    while first < last and is_title(words[first].plain, dotted=words[first].dotted):
        first += 1
    while last - first > 1 and is_honorific(words[last - 1].plain):
        last -= 1
    kept = list(words[first:last])
    if not kept:
        return list(words), ()
    return kept, tuple(word.text for word in (*words[:first], *words[last:]))


def find_generic(words: Sequence[str], kind: NamedEntityType) -> tuple[list[int], Generic | None]:
    """The indexes of the words that are not generic, and the generic part.

    >>> find_generic(["kalika", "rural", "municipality"], NamedEntityType.LOCATION)
    ([0], Generic(type='rural_municipality', text='rural municipality'))
    """
    kept: list[int] = []
    found: Generic | None = None
    at = 0
    while at < len(words):
        generic = _generic_at(words[at : at + MAX_PHRASE_WORDS], kind)
        if generic is None:
            kept.append(at)
            at += 1
        else:
            found = found or generic
            at += len(generic.text.split())
    return kept, found


def _generic_at(words: Sequence[str], kind: NamedEntityType) -> Generic | None:
    phrases = _phrases(kind)
    for size in range(len(words), 0, -1):
        said = tuple(words[:size])
        type_ = phrases.get(said) or (phrases.get((_sound_key(said[0]),)) if size == 1 else None)
        if type_:
            return Generic(type_, " ".join(said))
    return None


def separate_generic(text: str) -> str:
    """The text with a space before a generic word that was attached to the name."""
    for ending in ATTACHED_PLACE_WORDS:
        before, found, after = text.rpartition(ending)
        if found and before and not before.endswith((" ", "उप", "महा")):
            return f"{before} {found}{after}"
    return text


@lru_cache(maxsize=4096)
def _sound_key(word: str) -> str:
    fold = fold_sounds(read_word(word))
    return f"~{fold}" if len(fold) >= MIN_SOUND_KEY else ""


@lru_cache
def _phrases(kind: NamedEntityType) -> dict[tuple[str, ...], str]:
    lists = PLACE_WORDS if kind is NamedEntityType.LOCATION else {"company": COMPANY_WORDS}
    table: dict[tuple[str, ...], str] = {}
    for type_, phrases in lists.items():
        for phrase in phrases.split(","):
            words = tuple(normalise(phrase).split())
            table[words] = type_
            if len(words) == 1 and _sound_key(words[0]):
                table[_sound_key(words[0]),] = type_
    return table


MIN_CONSONANTS = 5
"""A shorter skeleton with one consonant left out would match too many names."""

MAX_KEYED_WORDS = 8
"""Further words of a name get no keys."""


def folded_name(name: ParsedName) -> str:
    """The folded words joined by spaces, for comparing many names quickly."""
    return " ".join(word.meaning or fold_sounds(word.sounds) or "a" for word in name.words)


def search_keys(name: ParsedName) -> frozenset[str]:
    """The keys by which this name is found, a few dozen of them.

    They are its words (and neighbouring words written as one), pairs of words in any order, and the
    skeleton of the whole name with each consonant left out once. So two spellings still share a key
    after a wrong letter, a missing middle name, another order or an extra space.
    """
    words = name.words[:MAX_KEYED_WORDS]
    return frozenset((*_word_keys(words), *_whole_keys(words)))


def _word_keys(words: Sequence[NameWord]) -> Iterator[str]:
    single = [_word_key(word) for word in words]
    yield from (f"w:{each}" for each in single)
    for pair in pairwise(words):
        yield f"w:{skeleton(join_sounds(word.sounds for word in pair))}"
    for one, other in combinations(sorted(set(single)), 2):
        yield f"p:{one}+{other}"


def _word_key(word: NameWord) -> str:
    return f"={word.meaning}" if word.meaning else skeleton(word.sounds)


def _whole_keys(words: Sequence[NameWord]) -> Iterator[str]:
    sounds = join_sounds(word.sounds for word in words)
    bare = consonants(fold_sounds(sounds))
    yield from (f"s:{each}" for each in _with_one_missing(bare, MIN_CONSONANTS))
    if len(bare) < MIN_CONSONANTS:
        spoken = "".join(
            FOLDED_LETTERS.get(each, each) for each in map(_plain_symbol, sounds.symbols)
        )
        yield from (f"f:{each}" for each in _with_one_missing(spoken.rstrip("a"), 3))


def _plain_symbol(symbol: str) -> str:
    return "a" if symbol in IGNORED_SOUNDS else symbol


def _with_one_missing(letters: str, enough: int) -> Iterator[str]:
    yield letters
    if len(letters) >= enough:
        yield from {letters[:at] + letters[at + 1 :] for at in range(len(letters))}
