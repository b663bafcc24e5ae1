"""The people whom a model's words point at: by name, by office, or as somebody's relative."""

import re
from dataclasses import dataclass
from functools import cache

from pramana.language.names.sounds import fold_sounds, read_word
from pramana.language.scripts import contains_devanagari
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.claims import EntityKind, Referent
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali_people import clean_name, stem_of
from pramana.memory.domain.reading.statement_head import PointedWords

PRONOUNS = lexicon.word_set(
    "i me he she they him her them his hers their it we us you who that this one everybody someone"
    " u usle uni unle uha uhaa uhaale uni haru tyo yo"
    " ऊ उसले उनी उनले उहाँ उहाँले उनको उहाँको उसको यो त्यो उनीहरू तिनी तिमी तपाईं हामी"
)
SPEAKER_WORDS = lexicon.word_set("i me i'm i've my myself म मैले मलाई मेरो ma maile malai mero")
OWN = lexicon.word_set("my our mero meri mera hamro hamra हाम्रो हाम्रा हाम्री मेरो मेरी मेरा")
ARTICLES = re.compile(r"^(?:the|a|an|my|our|her|his|their|your|some|mero|hamro)\s+", re.IGNORECASE)
POSSESSIVE = re.compile(r"^(?P<owner>.+?)(?:['’]s|\s+ko|\s+ki|\s+ka|को|की|का)\s+(?P<rest>\S.*)$")
EDGES = " \t\n\"“”'‘’.,;:!?()[]।|…*_~-–—"
NAME_LIKE = re.compile(r"[A-ZÀ-ÞĀ-ſ]")
MOST_NAME_WORDS = 5


@dataclass
class People:
    """Who the words of a message refer to."""

    message: SpokenMessage

    def speaker(self) -> Referent | None:
        name = self.message.speaker
        return Referent(name, EntityKind.PERSON, 0.9, is_named=True) if name else None

    def person(self, words: PointedWords | None) -> Referent | None:
        """The person that words name or describe; None if that is not clear."""
        if words is None or words.words.strip(EDGES).casefold() in SPEAKER_WORDS:
            return self.speaker()
        return self._find_person(words.words.strip(EDGES))

    def _find_person(self, text: str) -> Referent | None:
        parts = text.split()
        if not parts or text.casefold() in PRONOUNS:
            return None
        if len(parts) > 1 and parts[0].casefold() in OWN:
            rest = " ".join(parts[1:])
            return self._relative(self.speaker(), rest) or _holder(rest)
        if tie_word(text):
            return self._relative(self.speaker(), text)
        owned = POSSESSIVE.match(text)
        if owned and tie_word(_last_tie(owned["rest"])):
            return self._relative(self._find_person(owned["owner"]), owned["rest"])
        if parts[0].casefold() == "the":
            return _holder(" ".join(parts[1:]))
        return self._find_by_name(text)

    def _relative(self, owner: Referent | None, words: str) -> Referent | None:
        """The owner's relative: by the name beside the word for the tie, or else described."""
        parts = words.split()
        ties = [each for each in parts if tie_word(each)]
        name = " ".join(each for each in parts if not tie_word(each) and NAME_LIKE.match(each))
        if contains_devanagari(words) and ties and len(parts) > 1:
            name = clean_name(words)
        if name and ties:
            return self._find_by_name(name)
        if owner is None or not ties:
            return self._find_by_name(name) if name else None
        tie = tie_word(ties[-1])
        return Referent(f"{owner.name}'s {tie}", EntityKind.PERSON, 0.75, owner=owner.name, tie=tie)

    def _find_by_name(self, text: str) -> Referent | None:
        name = clean_name(text) if contains_devanagari(text) else ARTICLES.sub("", text)
        name = re.sub(r"['’]s$", "", name).strip(EDGES)
        is_name = contains_devanagari(name) or NAME_LIKE.match(name)
        if not name or len(name.split()) > MOST_NAME_WORDS or not is_name:
            return None
        if name == self.message.speaker.split(" ")[0]:
            return self.speaker()
        return Referent(name, EntityKind.PERSON, 0.8, is_named=True)


def _holder(words: str) -> Referent | None:
    """The holder of an office: "our treasurer", "the vet"."""
    last = words.rsplit(" ", 1)[-1].casefold()
    if not (last in lexicon.OFFICES or lexicon.is_occupation(last)):
        return None
    phrase = f"the {words}"
    return Referent(phrase, EntityKind.PERSON, 0.7, phrase, tie=words.lower())


@cache
def _romanised_ties() -> dict[str, str]:
    return {fold_sounds(read_word(word)): word for word in nepali_grammar.TIES if len(word) > 2}


@cache
def tie_word(word: str) -> str:
    """The word for a tie, as the tables of ties spell it; empty if it is none."""
    plain = word.strip(EDGES).casefold()
    if plain in lexicon.TIES or plain in lexicon.FAMILY_NAMES:
        return plain
    if contains_devanagari(plain):
        stem = plain if plain in nepali_grammar.TIES else stem_of(plain)
        return stem if stem in nepali_grammar.TIES else ""
    if " " in plain or not plain.isalpha() or word[:1].isupper():
        return ""
    return _romanised_ties().get(fold_sounds(read_word(plain)), "")


def _last_tie(words: str) -> str:
    return next((each for each in reversed(words.split()) if tie_word(each)), "")
