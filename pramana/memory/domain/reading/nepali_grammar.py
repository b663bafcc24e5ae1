"""The grammar of Nepali change: verbs, what they say of which relation, and words for people."""

import re
from dataclasses import dataclass
from enum import StrEnum

from pramana.memory.domain.reading import lexicon

LETTER = r"[\u0900-\u0963\u0970-\u097F]"
WORD = rf"{LETTER}+"
LAZY = rf"{LETTER}+?"
"""A word that leaves a case ending to what follows it in a pattern."""


class NepaliTense(StrEnum):
    PRESENT = "present"
    PAST = "past"
    """It happened: गरें, गर्नुभयो, गरेको छ, गरेका रहेछन्."""
    OVER = "over"
    """It used to be so: गर्थें, गरेको थियो."""
    NEGATIVE = "negative"
    NEVER = "never"
    UNREAL = "unreal"
    """A wish, a plan, a condition or a question."""


_TENSES: tuple[tuple[NepaliTense, str], ...] = (
    (NepaliTense.UNREAL, r"(?:न|ने)\s+(?:चाह|विचार|योजना|मन|सोच|खोज|आशा|इच्छा)\S*|होला|सक्छ\S*"),
    (NepaliTense.UNREAL, r"नेछ\S*|नुहुनेछ|ने\s+(?:हो|छ\S*|भए\S*)"),
    (NepaliTense.NEVER, r"कहिल्यै.*(?:छैन|छैनँ|छैनन्|इनँ|िनँ|एन|दिनँ?|दैन)\S*"),
    (NepaliTense.NEGATIVE, r"(?:छैन|छैनँ|छैनन्|छैनौं|होइन|होइनन्|हैन|हुन्न|नुहुन्न|हुनुहुन्न)\S*"),
    (NepaliTense.NEGATIVE, r"\S*(?:दिन|दिनँ|दैन|दैनन्|दैनौं|दिनन्|िनँ|इनँ|एन|एनन्|ेनन्|ेन)"),
    (NepaliTense.OVER, r"\S*(?:ेको|ेकी|ेका|एको|एकी|एका|ुभएको)\s+थि\S*|थि(?:यो|ए|एँ|इन्|यौं)"),
    (NepaliTense.OVER, r"\S*(?:थ्यो|थेँ|थें|थे|थिन्|थ्यौं|थ्यौँ|हुन्थ्यो|थिइन्)"),
    (NepaliTense.PAST, r"\S*(?:ेको|ेकी|ेका|एको|एकी|एका|ुभएको)\s+(?:छ\S*|हो|हुन्|हुँ|रहेछ\S*|हुनुहुन्छ)"),
    (NepaliTense.PRESENT, r"\S*(?:छु|छ|छन्|छिन्|छौं|छौँ|छौ|छे|हुन्छ|हुन्छन्|हुनुहुन्छ|हुँ|हो|हुन्)"),
    (
        NepaliTense.PAST,
        r"\S*(?:ुभयो|भयो|भए|भइन्|यो|्यो|‍यो|एँ|ेँ|ें|एं|इन्|िन्|यौं|यौँ|्यौं|ए|े|ई|ेछ\S*|इयो)",
    ),
    (NepaliTense.PRESENT, r"\S*"),
)
_AFTER = r"(?:\s+(?:है|नि|त|र|हो|क्यारे|नै))?\s*[।!.,;]?\s*$"
TENSES = tuple(
    (tense, re.compile(rf"(?:^|\s|(?<={LETTER}))(?:{form}){_AFTER}")) for tense, form in _TENSES
)


def verb_tense(words: str) -> NepaliTense:
    """The tense of a clause by its last words.

    >>> [verb_tense(each).value for each in ("काम गर्छु", "काम गर्दिनँ", "छोडें", "काम गर्थें")]
    ['present', 'negative', 'past', 'over']
    """
    return next(tense for tense, form in TENSES if form.search(words))


_PARTICLE = r"(?:\s+(?:है|नि|त|नै|क्यारे))?\s*[।!.,;]?\s*$"
FIRST_PERSON = re.compile(rf"(?:छु|हुँ|छौँ|छौं|हौँ|हौं|एँ|ेँ|ें|एं|यौँ|यौं|िनँ|इनँ|दिनँ|थिएँ|थियौँ){_PARTICLE}")
"""The endings of a verb whose subject is the speaker, who need not be named."""
HUMAN = re.compile(
    rf"(?:हुनुहुन्छ|हुनुहुन्थ्यो|नुभयो|नुहुन्छ|नुहुन्थ्यो|नुभएको\s+\S+|छन्|छिन्|िन्|इन्|थे|थिन्|थिए|थिइन्|हुन्){_PARTICLE}"
)
"""The endings of a verb whose subject is a person, who may have been named before."""


@dataclass(frozen=True)
class NepaliVerb:
    """A verb: its form, the case of its object, its relation, and what its past tense means."""

    form: re.Pattern[str]
    case: str
    relation: str
    past: str
    """`start`, `end` or `over`: what the past tense says of the relation."""
    present: str = "state"


_VERB_TABLE = r"""
WORKS_AT    | मा   | over  | काम\s+ग(?:र|र्)\S*|जागिर\s+(?:खा|ग)\S*|कार्यरत|सेवा\s+ग(?:र|र्)\S*
WORKS_AT    | मा   | start | (?:काम|जागिर)\s+(?:सुरु|थाल|पा)\S*|काम\s+सुरु\s+ग\S*
WORKS_AT    | मा   | start | सरुवा\s+भ\S*|हाजिर\s+भ\S*
WORKS_AT    | मा   | start | नियुक्त\s+(?:भ|हु)\S*|भर्ना\s+भ\S*
TEACHES_AT  | मा   | over  | (?:(?!\S*मा\s)\S+\s+)?पढाउ\S*|पढाए\S*
LIVES_IN    | मा   | start | बसाइ[ँं]?\s*स(?:र|र्)\S*|सर(?:े|ें|ेँ|ेका|ेको|ेकी|्य|्‍य|िन्|िसक|ियो)\S*
LIVES_IN    | मा   | start | सर्‍य\S*|सर्नुभ\S*
LIVES_IN    | बाट  | end   | बसाइ[ँं]?\s*स(?:र|र्)\S*|सर(?:े|ें|ेँ|ेका|ेको|ेकी|्य|्‍य|िन्)\S*
LIVES_IN    | बाट  | end   | सर्‍य\S*|सर्नुभ\S*
LIVES_IN    | मा   | start | बस(?:े|ेँ|ें|ेको|ेकी|ेका|्‍य|्य|िन्)\S*|बस्(?:छ|दै|न|थ|दि)\S*
STUDIES_AT  | मा   | over  | पढ्(?:छ|दै|नु|थ|दि)\S*|अध्ययन\s+ग\S*|पढे\S*|पढिर\S*
WORKS_AT    | -    | end   | छो(?:ड|ड्|डि)\S*|छा(?:ड|ड्|डि)\S*
WORKS_AT    | बाट  | end   | राजीनामा\s+(?:दि|ग)\S*|अवकाश\s+(?:लि|पा|भ)\S*
WORKS_AT    | बाट  | end   | निस्क\S*|हट\S*|बर्खास्त\s+\S+
OWNS        | -    | start | किन(?:े|ेँ|ें|्य|िन्|ेको|ेकी|ेका)\S*|किन्(?:नुभ|यो|‍यो)\S*
OWNS        | -    | end   | बे(?:च|चे|च्)\S*
VISITED     | -    | start | घुम्न\s+ग\S+|घुमे\S*|पुग(?:े|ेँ|ें|्य|िन्)\S*
VISITED     | -    | start | ग(?:ए|एँ|इन्|यो|यौं|यौँ|एका|एको)|गयौ\S*|जानुभयो
MEMBER_OF   | मा   | start | सदस्य\s+(?:भ|छ|हु|ब)\S*|सामेल\s+भ\S*|आबद्ध\s+\S+
SPEAKS      | -    | over  | बोल्(?:छ|नु)\S*
PLAYS       | -    | over  | बजाउ\S*|बजाए\S*
TEACHES     | -    | over  | सिकाउ\S*|सिकाए\S*
HAS_POSITION | -    | over  | हेर्(?:छ|दै|नुहुन्छ|थ)\S*|सम्हाल्(?:छ|दै|नुहुन्छ|थ)\S*
HEAD_OF     | -    | over  | चलाउ\S*|सञ्चालन\s+ग(?:र|र्)\S*
SELLS       | -    | over  | बेच्(?:छ|नुहुन्छ)\S*
"""


def _verbs() -> tuple[NepaliVerb, ...]:
    verbs = []
    for line in _VERB_TABLE.strip().splitlines():
        relation, case, past, form = (part.strip() for part in line.split("|", 3))
        helper = r"(?:\s+(?:छ\S*|हो|हुन्|हुनुहुन्छ|हुनुहुन्थ्यो|थि\S*|रहे\S*|छैन\S*|हुँ))?"
        so_far = r"(?:\s+(?:आए\S+|आइरहे\S+|रहे\S+))?"
        pattern = re.compile(rf"(?<!\S)(?:{form}){so_far}{helper}{_AFTER}")
        verbs.append(NepaliVerb(pattern, "" if case == "-" else case, relation, past))
    return tuple(verbs)


VERBS = _verbs()

TIES = {
    **lexicon.map_words("आमा बुवा बुबा बाबा बा", "PARENT_OF"),
    **lexicon.map_words("छोरा छोरो छोरी", "CHILD_OF"),
    **lexicon.map_words("दाइ दाजु भाइ दिदी बहिनी", "SIBLING_OF"),
    **lexicon.map_words("श्रीमती श्रीमान श्रीमान् पति पत्नी बूढा बुढी", "MARRIED_TO"),
    **lexicon.map_words("साथी मित्र", "FRIEND_OF"),
    **lexicon.map_words(
        "काका काकी मामा माइजू हजुरबुवा हजुरआमा फूपू फुपू देवर भिनाजु जेठाजु नाति नातिनी"
        " भतिजा भतिजी भान्जा भान्जी ससुरा सासू ज्वाइँ बुहारी",
        "RELATIVE_OF",
    ),
    **lexicon.map_words("हाकिम", "REPORTS_TO"),
}
"""Relations by the word for the relative or friend. A name may follow it."""

OWN_RELATIVES = lexicon.word_set(
    "आमा बुवा बुबा बाबा बा छोरा छोरो छोरी हजुरआमा हजुरबुवा श्रीमान् श्रीमान श्रीमती"
)
"""Words for relatives that, alone, mean the speaker's own; दाइ and दिदी may address anybody."""
INVERSE_TIES = frozenset(("PARENT_OF", "CHILD_OF", "SIBLING_OF", "RELATIVE_OF"))
"""Ties whose subject is the other person: in मेरी बहिनी माया, Maya is a sibling of the speaker."""

OFFICES = {
    "प्रधानमन्त्री": "PRIME_MINISTER_OF", "मुख्यमन्त्री": "CHIEF_MINISTER_OF",
    "राष्ट्रपति": "PRESIDENT_OF", "मेयर": "MAYOR_OF", "नगरप्रमुख": "MAYOR_OF",
    "उपमेयर": "DEPUTY_MAYOR_OF", "उपप्रमुख": "DEPUTY_MAYOR_OF", "वडाध्यक्ष": "CHAIR_OF",
    "प्रमुख प्रशासकीय अधिकृत": "ADMINISTRATOR_OF", "प्रशासकीय अधिकृत": "ADMINISTRATOR_OF",
    "अध्यक्ष": "CHAIR_OF", "कोषाध्यक्ष": "TREASURER_OF", "सचिव": "SECRETARY_OF",
    "प्रधानाध्यापक": "PRINCIPAL_OF", "प्राचार्य": "PRINCIPAL_OF", "निर्देशक": "HEAD_OF",
    "कार्यकारी प्रमुख": "CEO_OF", "कप्तान": "CAPTAIN_OF", "प्रशिक्षक": "COACH_OF",
    "सम्पादक": "EDITOR_OF", "प्रमुख": "HEAD_OF", "मन्त्री": "MINISTER_OF",
    "व्यवस्थापक": "HEAD_OF", "सभापति": "CHAIR_OF",
}  # fmt: skip
OCCUPATIONS = lexicon.word_set(
    "शिक्षक शिक्षिका इन्जिनियर डाक्टर नर्स वकिल अधिवक्ता पत्रकार लेखापाल किसान व्यापारी चालक"
    " विद्यार्थी प्राध्यापक लेखक कलाकार गायक गायिका प्रहरी कर्मचारी ठेकेदार मेट्रोन अधिकृत खरिदार"
    " सुब्बा नायब पाइलट चिकित्सक फार्मासिस्ट दर्जी मेकानिक ड्राइभर भान्से सुरक्षागार्ड अनुवादक"
    " निर्देशक प्रबन्धक म्यानेजर लेखापरीक्षक सहायक प्राविधिक स्वयंसेवक कवि चित्रकार"
    " क्यासियर प्लम्बर सिकर्मी डकर्मी लोहार सुनार कुचीकार मिस्त्री गार्ड पाले पियन सल्लाहकार"
    " संयोजक वैद्य पुजारी कलाकर्मी फोटोग्राफर मालिक वेटर कुक बेकर बढई प्रोग्रामर डिजाइनर विश्लेषक"
    " अनुसन्धानकर्ता वैज्ञानिक न्यायाधीश सैनिक खेलाडी नर्तक नर्तकी निर्माता सम्पादक संवाददाता"
    " अपरेटर संस्थापक स्तम्भकार इलेक्ट्रिसियन कन्डक्टर गाइड उद्यमी बैंकर हजाम माली वेल्डर कोच"
    " रिसेप्सनिस्ट सुपरभाइजर हेल्पर प्रशासक समन्वयक कुली दमकलकर्मी पशुचिकित्सक अमिन"
    " अनुगमनकर्ता प्रशिक्षक तालिमकर्ता परामर्शदाता सेविका कार्यकर्ता कामदार मजदुर ज्यामी गोठाला"
)
POSSESSIONS = lexicon.word_set(
    "कुकुर बिरालो कार गाडी मोटरसाइकल स्कुटर घर पसल साइकल गितार क्यामेरा गाई भैंसी जग्गा ल्यापटप बाइक"
)
TITLES = lexicon.word_set(
    "सर म्याडम मिस जी ज्यू दाइ दाजु दिदी भाइ बहिनी काका काकी मामा माइजू भिनाजु महोदय डा. श्री"
)
SPEAKER = frozenset(
    [
        "म",
        "मैले",
        "मलाई",
        "मेरो",
        "मेरी",
        "मेरा",
        "मसँग",
        "हामी",
        "हामीले",
        "हामीलाई",
        "हाम्रो",
        "हाम्री",
        "हाम्रा",
    ]
)
THIRD_PERSON = frozenset(
    [
        "उहाँ",
        "उहाँले",
        "उहाँको",
        "उहाँलाई",
        "उनी",
        "उनले",
        "उनको",
        "उनलाई",
        "ऊ",
        "उसले",
        "उसको",
        "उसलाई",
        "वहाँ",
        "तिनी",
        "तिनले",
    ]
)
STOP_WORDS = (
    frozenset(
        [
            "र",
            "तर",
            "अनि",
            "पनि",
            "त",
            "नै",
            "अब",
            "अहिले",
            "आज",
            "हिजो",
            "अस्ति",
            "भोलि",
            "अझै",
            "फेरि",
            "पहिले",
            "यसअघि",
            "त्यसपछि",
            "खुब",
            "कहिल्यै",
            "सँगै",
            "एक्लै",
            "यतै",
            "उतै",
            "निकै",
            "साह्रै",
            "एकदम",
            "आजकल",
            "अचेल",
            "यो",
            "त्यो",
            "यस",
            "त्यस",
            "गत",
            "आउँदो",
            "अर्को",
            "यहाँ",
            "त्यहाँ",
            "घरमा",
            "एक",
            "एउटा",
            "एउटी",
            "नयाँ",
            "आफ्नै",
            "आफ्नो",
            "हाल",
            "सबै",
            "धेरै",
            "साल",
            "गते",
            "बिहान",
            "बेलुका",
            "दिउँसो",
            "राति",
            "होइन",
            "माफ",
            "गर्नुहोस्",
            "नमस्ते",
            "धन्यवाद",
            "बधाई",
            "छ",
            "मात्र",
            "लागि",
            "कि",
            "भने",
            "यदि",
        ]
    )
    | SPEAKER
    | THIRD_PERSON
)
"""Words that are no part of a name."""

MONTH = re.compile(
    r"^(?:जनवरी|फेब्रुअरी|मार्च|अप्रिल|मे|जुन|जुलाई|जुलाइ|अगस्ट|अगस्त|सेप्टेम्बर|अक्टोबर|नोभेम्बर|डिसेम्बर"
    r"|वैशाख|बैशाख|जेठ|असार|साउन|भदौ|असोज|कात्तिक|कार्तिक|मङ्सिर|मंसिर|पुस|माघ|फागुन|चैत)(?:मै|मा|तिर|देखि)?\s+"
)
"""The name of a month before what a verb is about."""
SHORT_FORMS = {"मावि": "माध्यमिक विद्यालय", "आवि": "आधारभूत विद्यालय", "न.पा.": "नगरपालिका"}
CASES = ("सँगै", "सँग", "संग", "देखि", "सम्म", "लाई", "बाट", "ले", "मै", "मा", "को", "का", "की")
UNREAL = re.compile(
    r"\?\s*$|(?<!\S)(?:यदि|कि\s+के|किन|कसले|कहाँ|कुन|होला|सायद)(?!\S)|भए\s+\S+थ|के\s+\S+\s+हो"
)
OFFICE_WORDS = "|".join(sorted(OFFICES, key=len, reverse=True))
WORK_WORDS = "|".join(sorted(OCCUPATIONS, key=len, reverse=True))
"""The words for offices and for work, for patterns; longer ones first."""
MODIFIERS = (
    r"(?:(?:वरिष्ठ|सहायक|लेखा|नायब|उप|मुख्य|प्रधान|फोटो|हेड|बैंक|समाचार|नयाँ|सह|कार्यकारी|प्रबन्ध|उत्पादन"
    r"|वितरण|बिक्री|बजार|शाखा|होटल|प्राविधिक|कानुनी|पशु|दन्त|बस|ट्रक|प्रमुख)\s+)?"
)
"""Words before a position that belong to its name."""
