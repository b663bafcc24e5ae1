"""Words that say what a thing is and not which one: Municipality, नगरपालिका, Pvt. Ltd.

A place is found by the rest of its name; what it says it is is compared apart, because Bhaktapur
district and Bhaktapur municipality are two things with one name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pramana.language.names.cleaning import normalise
from pramana.language.names.folding import folded
from pramana.language.names.kinds import NameKind
from pramana.language.names.reading import read_word

PLACES: dict[str, str] = {
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
COMPANIES = (
    "प्रा लि, प्रालि, प्राइभेट लिमिटेड, लि, लिमिटेड, pvt ltd, private limited, p ltd, ltd, limited, "
    "inc, incorporated, llc, co ltd, company limited, कम्पनी लिमिटेड, public limited"
)
ATTACHED = ("उपमहानगरपालिका", "महानगरपालिका", "नगरपालिका", "गाउँपालिका", "गाउपालिका")
"""Written together with the name as well."""

TELLING = 6
"""Letters from which a folded word is told by its sound alone, however it is spelt."""

LONGEST = 3


@dataclass(frozen=True)
class Generic:
    """What a name says its bearer is, as one of the keys above, and in its own words."""

    type: str
    text: str


def find_generic(words: Sequence[str], kind: NameKind) -> tuple[list[int], Generic | None]:
    """Which words are left of a name without its generic ones, and what those said.

    >>> find_generic(["kalika", "rural", "municipality"], NameKind.LOCATION)
    ([0], Generic(type='rural_municipality', text='rural municipality'))
    """
    kept: list[int] = []
    found: Generic | None = None
    at = 0
    while at < len(words):
        generic = _generic_at(words[at : at + LONGEST], kind)
        if generic is None:
            kept.append(at)
            at += 1
        else:
            found = found or generic
            at += len(generic.text.split())
    return kept, found


def _generic_at(words: Sequence[str], kind: NameKind) -> Generic | None:
    phrases = _phrases(kind)
    for size in range(len(words), 0, -1):
        said = tuple(words[:size])
        type_ = phrases.get(said) or (phrases.get((_sounding(said[0]),)) if size == 1 else None)
        if type_:
            return Generic(type_, " ".join(said))
    return None


def detached(text: str) -> str:
    """A space before a generic word that is written together with the name."""
    for ending in ATTACHED:
        before, found, after = text.rpartition(ending)
        if found and before and not before.endswith((" ", "उप", "महा")):
            return f"{before} {found}{after}"
    return text


@lru_cache(maxsize=4096)
def _sounding(word: str) -> str:
    fold = folded(read_word(word))
    return f"~{fold}" if len(fold) >= TELLING else ""


@lru_cache
def _phrases(kind: NameKind) -> dict[tuple[str, ...], str]:
    lists = PLACES if kind is NameKind.LOCATION else {"company": COMPANIES}
    table: dict[tuple[str, ...], str] = {}
    for type_, phrases in lists.items():
        for phrase in phrases.split(","):
            words = tuple(normalise(phrase).split())
            table[words] = type_
            if len(words) == 1 and _sounding(words[0]):
                table[_sounding(words[0]),] = type_
    return table
