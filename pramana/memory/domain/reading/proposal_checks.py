"""What the statement model points at, checked against the words.

`People` finds whom its words mean: by name, by office, or as somebody's relative. A tie between
people needs a word for it, an office is no activity, and a "not" beside the words counts.
"""

import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from pramana.language.names.sounds import fold_sounds, read_word
from pramana.language.scripts import contains_devanagari
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.chat_times import find_chat_times
from pramana.memory.domain.reading.claims import EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.contacts import OTHER_NUMBERS
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali_people import clean_name, stem_of, words_of_writers
from pramana.memory.domain.reading.proposal_subjects import FIRST_PERSON, sentence_of
from pramana.memory.domain.reading.statement_head import PointedWords, Proposal
from pramana.memory.domain.reading.verb_rules import VERBS

PRONOUNS = lexicon.word_set(
    "i me he she they him her them his hers their it we us you who that this one everybody someone"
    " u usle uni unle uha uhaa uhaale uni haru tyo yo"
    " ऊ उसले उनी उनले उहाँ उहाँले उनको उहाँको उसको यो त्यो उनीहरू तिनी तिमी तपाईं हामी"
)
SPEAKER_WORDS = lexicon.word_set("i me i'm i've my myself म मैले मलाई मेरो ma maile malai mero")
OWN = lexicon.word_set("my our mero meri mera hamro hamra हाम्रो हाम्रा हाम्री मेरो मेरी मेरा")
ARTICLES = re.compile(r"^(?:the|a|an|my|our|her|his|their|your|some|mero|hamro)\s+", re.IGNORECASE)
POSSESSIVE = re.compile(
    r"^(?P<owner>.{1,80}?)(?:['’]s|\s+ko|\s+ki|\s+ka|को|की|का)\s+(?P<rest>\S.*)$"
)
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
            name = _name_in(words, words_of_writers(self.message))
        if name and ties:
            return self._find_by_name(name)
        if owner is None or not ties:
            return self._find_by_name(name) if name else None
        tie = tie_word(ties[-1])
        return Referent(f"{owner.name}'s {tie}", EntityKind.PERSON, 0.75, owner=owner.name, tie=tie)

    def _find_by_name(self, text: str) -> Referent | None:
        name = ARTICLES.sub("", text)
        if contains_devanagari(text):
            name = _name_in(text, words_of_writers(self.message))
        name = re.sub(r"['’]s$", "", name).strip(EDGES)
        is_name = contains_devanagari(name) or NAME_LIKE.match(name)
        if not name or len(name.split()) > MOST_NAME_WORDS or not is_name:
            return None
        if name == self.message.speaker.split(" ")[0]:
            return self.speaker()
        return Referent(name, EntityKind.PERSON, 0.8, is_named=True)


def _name_in(words: str, known: Container[str]) -> str:
    """The name without titles and cases; people are in no place, so मा is no ending of a name."""
    name, last = clean_name(words, known), words.split()[-1].strip(EDGES)
    is_cut = last.endswith("मा") and name.split(" ")[-1] == last.removesuffix("मा")
    return f"{name}मा" if is_cut else name


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


NOT_BEFORE = re.compile(
    r"\b(?:not|never|isn['’]t|wasn['’]t)\s+(?:(?:in|at|of|from|with|to|a|an|the)\s+){0,2}$",
    re.IGNORECASE,
)
NOT_AFTER = re.compile(
    r"[\u0900-\u0963]{0,40}\s{1,20}(?:होइन|हैन|होइनन्|छैन|hoina|haina|hoinan)\b", re.IGNORECASE
)
WORD = re.compile(r"[\w\u0900-\u0963'’-]+")
ACTIVITY = re.compile(
    r"^[a-z]+(?:s|ing|ed)\s+(?:the|a|an|my|our|his|her|their|in|at|on|for|to|with|after)\b",
    re.IGNORECASE,
)
"""What somebody does ("drives the jeep"), where an office or occupation is asked for."""
TIE_RELATIONS = {
    "spouse": ("MARRIED_TO", "PARTNER_OF"),
    "parent": ("PARENT_OF", "CHILD_OF"),
    "child": ("PARENT_OF", "CHILD_OF"),
    "sibling": ("SIBLING_OF",),
    "relative": ("RELATIVE_OF", "SIBLING_OF", "PARENT_OF", "CHILD_OF", "MARRIED_TO"),
}
"""The relations of which a word must stand in the message, by the model's family."""
MARRIAGE = (
    r"\b(?:marri|wedd?\b|wedding|divorc|widow|spous|eloped|hitched|tied the knot|said yes|engag"
    r"|annul|honeymoon|bride|groom|vows|other half|better half|ex\b|ex-|missis|biwi"
    r"|bihe|bibah|vihe|viva"
    r"|sriman|shriman|srimati|shrimati|budhi|budha)"
    r"|विवाह|बिहे|बिवाह|सम्बन्धविच्छेद|पारपाचुके|विधवा|विधुर|दुलाहा|दुलही|मगनी"
)
OTHER_TIE_WORDS = {
    "spouse": re.compile(MARRIAGE, re.IGNORECASE),
    "parent": re.compile(r"\b(?:born|birth|bab(?:y|ies)|adopt|parents|twins|expecting)|जन्म", re.I),
    "child": re.compile(
        r"\b(?:born|birth|bab(?:y|ies)|adopt|kids|children|twins|little one)"
        r"|\bour (?:youngest|eldest)\b|जन्म|सन्तान|बच्चा",
        re.IGNORECASE,
    ),
    "sibling": re.compile(r"\b(?:twins?|siblings|triplets)\b|जुम्ल्याहा", re.IGNORECASE),
    "relative": re.compile(r"\b(?:related|relatives?|in-laws?|family)\b|नाता", re.IGNORECASE),
}
MARRIAGE_ENDS = re.compile(
    r"\b(?:divorc|widow|separat|split|splitting|annul|ex\b|ex-|late\b|died|passed|buried|lost\b|left\b"
    r"|apart\b|over\b|broke|former|not together|no longer|single again|ended)"
    r"|सम्बन्धविच्छेद|पारपाचुके|छुट्टि|विधवा|विधुर|बित|मृत्यु|स्वर्गी|पूर्व|सकि|\b(?:chhutti|bitnu|bityo)",
    re.IGNORECASE,
)


NEITHER = re.compile(r"\bneither\b[^.!?\n]{1,80}\bnor\b", re.IGNORECASE)
STAYING = re.compile(
    r"(?:\bnot|\bnever|n['’]t)(?: (?:yet|even|actually|really|going to|planning on|ever|be|been|to"
    r"|thinking of))* "
    r"(?:leav\w+|left|quit\w*|resign\w*|retir\w+|step\w* down|stand\w* down|sell\w*|sold|divorc\w+"
    r"|separat\w+|giv\w+ up|gave up|mov\w+ (?:out|away)|split\w*|break\w* up)\b",
    re.IGNORECASE,
)
"""An end that is denied: "I am not leaving Acme"."""
CANDIDACY = re.compile(
    r"\b(?:candidates?|nominee|nominat\w+|runner-up|appl(?:y|ied|ies|ying)|campaign\w*|bids?|bidding"
    r"|(?:run|ran|running|stand|stood|standing) (?:for|as a candidate)"
    r"|(?:lost|lose|losing) (?:the|an|his|her|my) (?:election|vote|race|bid|contest|ballot))\b"
    r"|उम्मेदवार|(?<!\S)हार(?:े|ें|ेँ|िन्|्यो|्नुभ)",
    re.IGNORECASE,
)
"""Who only tries to get an office."""
NEPALI_BORDER = re.compile(r"[,;।!?\n]|(?<!\S)तर(?!\S)")


def is_contradicted(content: str, proposal: Proposal, *, is_held: bool) -> bool:
    """Whether the words around a proposal say that it is not so, which the model may have missed: a
    "not" beside it, an end that is denied, an office that is only sought, a supposition."""
    words = proposal.object
    if words.text:
        return False
    start, end = sentence_of(content, words)
    before, after = content[: words.start], content[words.end :]
    if is_held and (NOT_BEFORE.search(before) or NOT_AFTER.match(after)):
        return True
    if is_held and NEITHER.search(content, start, words.start):
        return True
    if not is_held and STAYING.search(content, start, end):
        return True
    if proposal.family == "position" and CANDIDACY.search(content, start, end):
        return True
    return contains_devanagari(content[start:end]) and _is_unreal(content, words, start, end)


def _is_unreal(content: str, words: PointedWords, start: int, end: int) -> bool:
    """Whether a Nepali sentence or clause is a wish, a plan, a condition or a question."""
    if nepali_grammar.UNREAL.search(content, start, end):
        return True
    borders = [match.end() for match in NEPALI_BORDER.finditer(content, start, words.start)]
    last = NEPALI_BORDER.search(content, words.end, end)
    clause = content[borders[-1] if borders else start : last.start() if last else end]
    return nepali_grammar.verb_tense(clause) is nepali_grammar.NepaliTense.UNREAL


def has_tie_word(message: SpokenMessage, proposal: Proposal, *, is_over: bool) -> bool:
    """Whether the words say the tie that is proposed; other families need no such word."""
    relations = TIE_RELATIONS.get(proposal.family)
    if relations is None:
        return True
    ends = [each for each in (proposal.subject, proposal.object) if each is not None]
    last = max((each.text for each in ends), default=0)
    said = " ".join((message.content, *message.before[:last]))
    if proposal.family == "spouse" and is_over and not MARRIAGE_ENDS.search(said):
        return False
    return bool(OTHER_TIE_WORDS[proposal.family].search(said)) or _names_tie(said, relations)


def _names_tie(text: str, relations: Iterable[str]) -> bool:
    ties: dict[str, str] = lexicon.TIES | nepali_grammar.TIES
    words = (each.casefold().removesuffix("'s").removesuffix("’s") for each in WORD.findall(text))
    return any(
        ties.get(tie_word(each) or tie_word(each.removesuffix("s")), "") in relations
        for each in words
    )


DEATH = re.compile(
    r"\b(?:died?|dies|dying|dead|death|deceased|passed|passing|lost|late|buried|funeral|r\.?i\.?p"
    r"|rest in peace|gone|killed|perished|no longer with us|mourn\w*|condolences|obituary|widow\w*"
    r"|bit(?:yo|nu|nubhayo|eko)\w*|nidhan|mrityu|swarg\w*|khasn\w*|marnu|maryo|mare)\b"
    r"|बित|निधन|मृत्यु|देहान्त|देहावसान|स्वर्ग|दिवंगत|खस्|मर|मृत|गुमाय|अन्त्येष्टि|समवेदना|श्रद्धाञ्जली",
    re.IGNORECASE,
)


def has_death_word(message: SpokenMessage, proposal: Proposal) -> bool:
    """Whether a message that is said to tell a death has a word for it."""
    return proposal.family != "died" or bool(DEATH.search(message.content))


def is_worded(message: SpokenMessage, proposal: Proposal, *, is_over: bool) -> bool:
    """Whether the message has the words that a proposal of its kind needs."""
    return (
        has_tie_word(message, proposal, is_over=is_over)
        and has_death_word(message, proposal)
        and not is_other_number(message.content, proposal)
        and not is_vague_birth(message, proposal)
        and not is_wedding_day(message.content, proposal)
        and not is_trip(message.content, proposal)
        and not is_compared(message.content, proposal)
    )


def is_vague_birth(message: SpokenMessage, proposal: Proposal) -> bool:
    """Whether what is taken for a place of birth is a day without a number: "born last night"."""
    words = proposal.object.words
    is_day = proposal.family == "birth" and not any(map(str.isdigit, words))
    return is_day and bool(find_chat_times(words, message.at))


BIRTH = re.compile(r"\b(?:born|birth\w*|b-?day|dob|janm\w*)\b|जन्म", re.IGNORECASE)
WEDDING = re.compile(MARRIAGE, re.IGNORECASE)


def is_wedding_day(content: str, proposal: Proposal) -> bool:
    """Whether what is taken for a birthday is the day of a wedding: "we got married on 3 May"."""
    if proposal.family != "birth" or proposal.object.text:
        return False
    start, end = sentence_of(content, proposal.object)
    return bool(WEDDING.search(content, start, end)) and not BIRTH.search(content, start, end)


VISIT = re.compile(
    r"\b(?:visit(?:s|ed|ing)?|tour(?:ed|ing)|holidayed|sightseeing)\b", re.IGNORECASE
)
HOME = re.compile(
    r"\b(?:liv\w+|mov\w+|home|house|flat|based|settl\w+|stay\w*|resid\w+|relocat\w+)\b",
    re.IGNORECASE,
)


def is_trip(content: str, proposal: Proposal) -> bool:
    """Whether what is taken for a home is visited: "I visited Lund in July and Oslo in June"."""
    if proposal.family != "lives_in" or proposal.object.text:
        return False
    start, end = sentence_of(content, proposal.object)
    visits = VISIT.search(content, start, proposal.object.start)
    return bool(visits) and not HOME.search(content, start, end)


LEAST_DIGITS = 5


def is_other_number(content: str, proposal: Proposal) -> bool:
    """Whether a number that is taken for a telephone's is too short, or an account or the like."""
    if proposal.family != "phone" or proposal.object.text:
        return False
    start, end = sentence_of(content, proposal.object)
    digits = sum(map(str.isdigit, proposal.object.words))
    return digits < LEAST_DIGITS or bool(OTHER_NUMBERS.search(content, start, end))


COMPARED = re.compile(
    r"\b(?:like|as if|as though) (?:an? |he['’]s |she['’]s |he is |she is |I['’]m )?$", re.I
)


def is_compared(content: str, proposal: Proposal) -> bool:
    """Whether an age is only what somebody is compared with: "drives like she's 20"."""
    words = proposal.object
    return (
        proposal.family == "age"
        and not words.text
        and bool(COMPARED.search(content[: words.start]))
    )


def is_nickname_here(proposal: Proposal) -> bool:
    """Whether a nickname is given in this message, and is no word for a relative."""
    subject = proposal.subject
    is_here = not proposal.object.text and (subject is None or not subject.text)
    return is_here and not tie_word(proposal.object.words.casefold())


def is_office_like(words: str) -> bool:
    """Whether words may name an office or occupation, and do not say what somebody does."""
    first = words.split(" ", 1)[0].casefold()
    return not ACTIVITY.match(words) and (first not in VERBS or lexicon.is_occupation(first))


def without_misread_speaker(
    message: SpokenMessage, proposed: Iterable[RelationClaim], read: Sequence[RelationClaim]
) -> list[RelationClaim]:
    """The proposals without those about the speaker in a sentence that the grammar reads as about
    somebody else, and that has no word for the speaker: "Ann lives in Lund too."."""
    return [
        each
        for each in proposed
        if each.subject.name != message.speaker
        or FIRST_PERSON.search(message.content, _clause_start(message, each), each.end)
        or not any(
            other.relation == each.relation
            and other.object.name == each.object.name
            and other.subject.name != message.speaker
            for other in read
        )
    ]


def _clause_start(message: SpokenMessage, claim: RelationClaim) -> int:
    """Where the part of a sentence with the claim's object begins: "I'm off: Ann is chair"."""
    place = message.content.find(claim.object.name, claim.start, claim.end)
    return max(
        claim.start, *(message.content.rfind(mark, claim.start, max(place, 0)) for mark in ":;")
    )
