"""Nepali written in Latin letters: spelt in Devanagari, read like other Nepali, and given back with
its own words.

Words of the language are found by their sound, since everybody romanises them differently; every
other word is taken for a name, and keeps the letters that the message gives it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from pramana.language.names.pronunciation import fold_sounds, read_word
from pramana.language.names.transliteration import spellings
from pramana.language.scripts import contains_devanagari
from pramana.language.tagging import nepali_words, tag
from pramana.memory.domain.reading import lexicon, nepali_grammar
from pramana.memory.domain.reading.claims import EndClaim, EntityKind, Referent, RelationClaim
from pramana.memory.domain.reading.messages import SpokenMessage
from pramana.memory.domain.reading.nepali import nepali_claims
from pramana.memory.domain.reading.utterances import SENTENCE

SMALL_WORDS = """
aama आमा; ama आमा; amaa आमा; mama मामा; baba बाबा; buwa बुवा; bua बुवा; ba बा; bhane भने
vane भने; yadi यदि; aile अहिले; aele अहिले; pachi पछि; pachhi पछि; agadi अगाडि; tespachi त्यसपछि
baisakh वैशाख; baishakh वैशाख; jeth जेठ; jestha जेठ; asar असार; asadh असार; saun साउन
shrawan साउन; bhadau भदौ; bhadra भदौ; asoj असोज; kartik कात्तिक; katik कात्तिक; mangsir मंसिर
poush पुस; pus पुस; push पुस; magh माघ; fagun फागुन; phagun फागुन; falgun फागुन; chait चैत
chaitra चैत; gate गते; man मन; chori छोरी; chora छोरा; thiye थिएँ; thie थिएँ; hunuhunthyo हुनुहुन्थ्यो
sayad सायद; hola होला; huncha हुन्छ; hunchha हुन्छ; thulo ठूलो; sano सानो; euta एउटा; arko अर्को
ma म; maile मैले; malai मलाई; mero मेरो; meri मेरी; mera मेरा; hami हामी; hamile हामीले
hamro हाम्रो; hamra हाम्रा; u ऊ; usle उसले; usko उसको; uni उनी; unle उनले; unko उनको
uha उहाँ; uhaa उहाँ; uhale उहाँले; uhako उहाँको; timi तिमी; timro तिम्रो; tapai तपाईं
tapaiko तपाईंको; yo यो; tyo त्यो; ra र; ani अनि; tara तर; pani पनि; chai चाहिँ
chahi चाहिँ; aba अब; ahile अहिले; pahila पहिला; hijo हिजो; aaja आज; aja आज; bholi भोलि
gata गत; barsa वर्ष; mahina महिना; saal साल; sal साल; ho हो; hu हुँ; hun हुन्
hunuhunchha हुनुहुन्छ; hunuhuncha हुनुहुन्छ; haina होइन; hoina होइन; cha छ; chha छ
chhu छु; chu छु; chhan छन्; chan छन्; chhin छिन्; chaina छैन; chhaina छैन; thiyo थियो
thie थिए; thiye थिए; thiin थिइन्; thyo थियो; bhayo भयो; vayo भयो; bho भयो; vo भयो
bhae भए; bhaye भए; bhako भएको; vako भएको; bhayeko भएको; kam काम; kaam काम; ghar घर
naam नाम; nam नाम; janma जन्म; bihe विवाह; biha विवाह; phone फोन; number नम्बर; re रे
ta त; ni नि; nai नै; hai है; sanga सँग; sangai सँगै; lagi लागि; ko को; ka का; ki की
le ले; lai लाई; bata बाट; dekhi देखि; samma सम्म; haru हरू
bhai भाइ; vai भाइ; dai दाइ; daju दाजु; didi दिदी; bahini बहिनी; baini बहिनी
kaka काका; kaki काकी; maiju माइजू; bhauju भाउजू; bhinaju भिनाजु; sasu सासू
sasura ससुरा; jwai ज्वाइँ; buhari बुहारी; nati नाति; natini नातिनी; bhanja भान्जा
bhanji भान्जी; sathi साथी; budha बुढा; budhi बुढी; shriman श्रीमान्; srimati श्रीमती
shrimati श्रीमती; mummy ममी; mami ममी; bau बाउ; hajurba हजुरबा; hajurama हजुरआमा
baje बाजे; jetho जेठो; jethi जेठी; jetha जेठा; maila माइला; mailo माइलो
kancho कान्छो; kanchho कान्छो; kanchi कान्छी; kanchhi कान्छी; aako आएको; aeko आएको
aayeko आएको; gako गएको; gaeko गएको; gayo गयो; gae गए; aayo आयो; jagir जागिर
jagire जागिरे; dera डेरा; kotha कोठा; jagga जग्गा; pasal पसल; khet खेत; umer उमेर
maiti माइती; paila पहिला; pahile पहिले; pahilaa पहिला; aajkal आजकल; achel अचेल
hal हाल; haal हाल; bhadra भदौ; saruwa सरुवा; sarwa सरुवा; awakash अवकाश
rajinama राजीनामा; hajir हाजिर; niyukta नियुक्त; bharna भर्ना; bharti भर्ती; pad पद
jimma जिम्मा; jimmewari जिम्मेवारी; sadasya सदस्य; adhyaksha अध्यक्ष; sachib सचिव
sachiv सचिव; mobile मोबाइल; eutai एउटै; sir सर; miss मिस; madam म्याडम; tira तिर
bhanne भन्ने; vanne भन्ने; bhanera भनेर; bhanchha भन्छ; bhancha भन्छ; sabai सबै
matra मात्र; ajhai अझै; ahilei अहिले; barsha वर्ष; barse वर्षे; ghar घर; mai मै
nani नानी; babu बाबु; chhau छौँ; chau छौँ; thiyau थियौँ; hau हौँ; haun हौँ
thiyen थिएँ; bachha बच्चा; bacha बच्चा; yehi यही; tyahi त्यही; afnai आफ्नै
aafnai आफ्नै; afno आफ्नो; naya नयाँ; purano पुरानो
"""
"""Short words, whose sound alone says too little."""
SPELLINGS = dict(
    pair.split() for line in SMALL_WORDS.strip().splitlines() for pair in line.split(";")
)
AMBIGUOUS = lexicon.word_set(
    "ma ko le ho ki ka ra u ta ni re hai hun chan sal yo phone number kam man gate push pus ba"
    " mai pad mobile sir miss madam mummy hal hau tira gae bau"
)
"""Small words that other languages and names also have, so that they alone show nothing."""
POSTPOSITIONS = lexicon.word_set("को का की ले लाई मा बाट देखि सम्म हरू सँग")
OPENERS = lexicon.word_set("र अनि तर अब अहिले पहिला हिजो आज भोलि त पनि चाहिँ")
"""Words after which "ma" is I, and not the ending of a place."""
ROOTS = (
    "भन् राख् लेख् चिन् खोज् भेट् पुग् फर्क् फर्कि निस्क् हट् जोड् पाल् सम्हाल् धान्"
    " जित् हार् चढ् उठ् सुत् बन् चल् झर् हुर्क् बस् गर् छोड् सर् किन् बेच् पढ् पढाउ सिकाउ"
    " बोल् खेल् बजाउ चलाउ हेर् खोल् थाल् बित् मर् फेर् पर् जन्म् सक् बोलाउ सार्"
)
ENDINGS = (
    "छु छ छन् छिन् छौं छौँ छे छौ एँ यो ए इन् यौं एको एकी एका नुहुन्छ नुभयो नुभएको नुहुन्थ्यो थें थ्यो थिन् थे दैछु दैछ"
    " दैछन् दिनँ दैन दैनन् िरहेको िरहेकी ियो दै एर ने नु थ्यौँ दैनथ्यो एका एछ"
)
BODIES = {
    **lexicon.map_words("bank", "बैंक"),
    **lexicon.map_words("hospital aspatal", "अस्पताल"),
    **lexicon.map_words("school iskul boarding", "स्कुल"),
    **lexicon.map_words("college campus", "क्याम्पस"),
    **lexicon.map_words("company kampani", "कम्पनी"),
    **lexicon.map_words("office", "कार्यालय"),
    **lexicon.map_words("hotel", "होटल"),
    **lexicon.map_words("army", "सेना"),
    **lexicon.map_words("nagarpalika municipality", "नगरपालिका"),
    **lexicon.map_words("gaupalika gaunpalika", "गाउँपालिका"),
    **lexicon.map_words("sahakari cooperative", "सहकारी"),
    **lexicon.map_words("bidyalaya vidyalaya", "विद्यालय"),
}
"""Words for organizations, by a word that the tagger knows."""
CHAT_SPELLINGS = ((re.compile(r"x"), "chh"), (re.compile(r"\bv"), "bh"), (re.compile(r"w"), "v"))
POLITE = re.compile(r"(?<=nu) (?=(?:hunchha|huncha|hunxa|bhayo|vayo|bho|vo|bhako|hunthyo)\b)", re.I)
"""Where the polite form of a verb is written as two words: "basnu hunchha"."""
BHO = re.compile(r"(?<=[a-z])nu(?:bho|vo|vayo|bhyo)\b", re.I)
"""A short polite past tense: "basnubho"."""
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*|[^A-Za-z\s]+|\s+")
NOT_OWN_WORDS = re.compile(
    r"\?|[\"“”«»]|\b(?:h?a?re)\b\W*(?:,|$)|\b(?:yadi|bhane|vane|sunya|suneko)\b", re.IGNORECASE
)
"""Questions, quotations, hearsay and conditions, which state nothing of their own."""
LEAST_WORDS, LEAST_SHARE = 2, 0.3
SHORT = 4
"""Words of so few letters sound alike too often: "aakha" and काका."""
VIRAMA = "\u094d"


@dataclass(frozen=True)
class SpeltSentence:
    """A romanised sentence, where it stands in the message, and its names by their spelling."""

    text: str
    start: int
    end: int
    names: tuple[tuple[str, str], ...]

    def original(self, name: str) -> str:
        """A name in the letters of the message."""
        names = dict(self.names)
        return " ".join(names.get(word, word) for word in name.split(" "))


def romanised_claims(
    message: SpokenMessage, sentences: Iterable[SpeltSentence], last: str
) -> Iterator[RelationClaim | EndClaim]:
    """The claims of a message's romanised sentences. `last` is whom pronouns refer to."""
    for sentence in sentences:
        words = message.content[sentence.start : sentence.end].strip(" .")
        said = replace(message, content=sentence.text)
        for claim in nepali_claims(said, tag(sentence.text), last):
            subject = _restored(claim.subject, sentence)
            subject = replace(subject, name=_whole_name(subject.name, words))
            if not _is_clear(subject) and subject.name != message.speaker:
                continue
            if isinstance(claim, EndClaim):
                yield replace(claim, subject=subject, start=sentence.start, end=sentence.end)
                continue
            other = _restored(claim.object, sentence)
            if not _is_clear(other) and other.name != message.speaker:
                continue
            text = words if subject.name in words else f"{subject.name}: {words}"
            text = text if other.name in words else f"{text} ({other.name})"
            start, end = sentence.start, sentence.end
            yield replace(
                claim, subject=subject, object=other, text=f"{text}.", start=start, end=end
            )


def outside(
    sentences: Sequence[SpeltSentence], claims: Iterable[RelationClaim | EndClaim]
) -> list[RelationClaim | EndClaim]:
    """The claims of English grammar, without those of romanised sentences."""
    return [
        claim
        for claim in claims
        if not any(each.start <= claim.start < each.end for each in sentences)
    ]


def _restored(referent: Referent, sentence: SpeltSentence) -> Referent:
    owner, name = sentence.original(referent.owner), sentence.original(referent.name)
    if referent.owner and referent.name.startswith(f"{referent.owner}'s "):
        name = f"{owner}{referent.name.removeprefix(referent.owner)}"
    return replace(referent, name=name, owner=owner)


def _whole_name(name: str, words: str) -> str:
    """A name with the names just before it, which the reader may have left out."""
    before = re.search(rf"((?:[A-Z][a-z]+ )+){re.escape(name)}\b", words)
    taken = before[1].split() if before else []
    return name if any(each.casefold() in SPELLINGS for each in taken) else " ".join((*taken, name))


def _is_clear(referent: Referent) -> bool:
    """Whether a referent is named in the letters of the message, or a described person."""
    if referent.tie:
        return True
    is_person = referent.kind is EntityKind.PERSON
    return not contains_devanagari(referent.name) and not (is_person and referent.name.islower())


def romanised_sentences(content: str) -> Iterator[SpeltSentence]:
    for match in SENTENCE.finditer(content):
        words = match.group()
        if is_romanised(words) and not NOT_OWN_WORDS.search(words):
            start = match.start() + len(words) - len(words.lstrip())
            yield _spelt(words.strip(), start)


def is_romanised(sentence: str) -> bool:
    """Whether a sentence is Nepali in Latin letters, by its small words and verbs.

    >>> is_romanised("Ma Hetauda ma baschu"), is_romanised("I live in Hetauda, ma")
    (True, False)
    """
    if contains_devanagari(sentence):
        return False
    words = [each.casefold() for each in re.findall(r"[A-Za-z]+", sentence)]
    known = [each for each in words if each in SPELLINGS or _verb(each)]
    clear = [each for each in known if each not in AMBIGUOUS and len(each) > 2]
    return bool(clear) and len(known) >= max(LEAST_WORDS, LEAST_SHARE * len(words))


def _spelt(sentence: str, start: int) -> SpeltSentence:
    parts: list[str] = []
    names: dict[str, str] = {}
    opens = True
    for word in WORD.findall(BHO.sub("nubhayo", POLITE.sub("", sentence))):
        if not word[0].isalpha():
            opens = opens or not (word.isspace() or word[-1].isdigit())
            opens = opens and not word[-1].isdigit()
            parts.append(word)
            continue
        nepali = _nepali_word(word, first=not parts)
        if nepali == "म" and not opens:
            nepali = "मा"
        if nepali in POSTPOSITIONS and parts and not parts[-1].strip():
            parts[-1] = nepali
            continue
        if nepali is None:
            nepali = _spelt_name(word)
        if nepali not in nepali_grammar.TIES and word.casefold() not in SPELLINGS:
            names.setdefault(nepali, word)
        opens = nepali in OPENERS
        parts.append(nepali)
    text = "".join(parts).rstrip(" .!")
    return SpeltSentence(f"{text}।", start, start + len(sentence), tuple(names.items()))


def _spelt_name(word: str) -> str:
    """A name in Devanagari, unless its end would be taken for a case ending, as in Pema."""
    if word.islower() and lexicon.is_occupation(word):
        return word
    known = BODIES.get(word.casefold()) or (
        _places_by_sound().get(_sound(word.casefold())) if len(word) > SHORT else None
    )
    if known:
        return known
    spelt = next(iter(spellings(word, 1)), word)
    return word if any(spelt.endswith(each) for each in POSTPOSITIONS) else spelt


def _nepali_word(word: str, *, first: bool) -> str | None:
    """A word of the language in Devanagari; None for a name."""
    plain = word.casefold()
    if plain in SPELLINGS:
        return SPELLINGS[plain]
    if word[:1].isupper() and not first:
        return None
    return _verb(plain) or _noun(plain)


def _verb(word: str) -> str | None:
    return _verbs_by_sound().get(_sound(word)) if len(word) > 3 else None


def _noun(word: str) -> str | None:
    return _nouns_by_sound().get(_sound(word)) if len(word) > SHORT else None


def _sound(word: str) -> str:
    for pattern, letters in CHAT_SPELLINGS:
        word = pattern.sub(letters, word)
    return fold_sounds(read_word(word))


@cache
def _verbs_by_sound() -> dict[str, str]:
    found: dict[str, str] = {}
    for root, ending in product(ROOTS.split(), ENDINGS.split()):
        form = _joined(root, ending)
        found.setdefault(fold_sounds(read_word(form)), form)
        found.setdefault(fold_sounds(read_word(form.replace("ँ", ""))), form)
    return found


def _joined(root: str, ending: str) -> str:
    """A verb's root with an ending: बस् and एँ are बसेँ, पढाउ and यो are पढायो."""
    signs = {"ए": "े", "इ": "ि", "ि": "ि"}
    if root.endswith("उ") and ending[0] != "न":
        return f"{root}ँ{ending}" if ending[0] in "छथद" else f"{root.removesuffix('उ')}{ending}"
    if root.endswith(VIRAMA) and ending[0] in signs:
        return f"{root.removesuffix(VIRAMA)}{signs[ending[0]]}{ending[1:]}"
    return f"{root}{ending}"


@cache
def _nouns_by_sound() -> dict[str, str]:
    words = (
        *nepali_grammar.OCCUPATIONS,
        *nepali_grammar.OFFICES,
        *nepali_grammar.POSSESSIONS,
        *nepali_grammar.TIES,
    )
    return {fold_sounds(read_word(word)): word for word in reversed(words) if " " not in word}


@cache
def _places_by_sound() -> dict[str, str]:
    places = dict(nepali_words.lists())["place"]
    return {fold_sounds(read_word(word)): word for word in places}
