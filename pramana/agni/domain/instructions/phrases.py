"""Parts of what a reviewer says, in English and Nepali: the words for fields, types and changes, a
value without its verb, the type it names, names to add."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pramana.agni.contracts import EntityType
from pramana.agni.domain.corrections.contracts import AddEntity
from pramana.agni.domain.names import name_key

METADATA_FIELDS = {
    "title": r"title|heading|headline|शीर्षक|शिर्षक",
    "publication_date": r"(?:publication |issue |decision |judg(?:e)?ment |release |signing )?date|"
    r"(?:publication|issue|decision|judg(?:e)?ment|release|signing) day|"
    r"(?:प्रकाशन |फैसला |जारी |निर्णय |हस्ताक्षर )?मिति",
    "author": r"author|writer|byline|reporter|लेखक(?:को नाम)?|संवाददाता",
    "document_type": r"(?:document )?(?:type|kind)|(?:कागजातको |लिखतको )?(?:प्रकार|किसिम)",
    "source": r"source|publisher|स्रोत|प्रकाशक",
    "summary": r"summary|abstract|सारांश",
}
DATE_VERBS = re.compile(
    r"\b(?:dated?|published|publication|issued?|signed|signing|released?|appeared|decided|printed|"
    r"came out|delivered|registered|filed|adopted|passed|announced|made public|sent|written on)\b|"
    r"(?:प्रकाशित|प्रकाशन|जारी|हस्ताक्षर|फैसला|निर्णय|दर्ता|सार्वजनिक|पारित|पेस|पेश|पठाइ|सुनाइ|निस्क|छापि|"
    r"लेखि)\S*\s*(?:भएको|भएकी|भयो|गरिएको|गरियो|मिति|को मिति)?",
    re.IGNORECASE,
)
WRITTEN_BY = re.compile(
    r"\b(?:written|reported|authored|prepared|drafted) by\s+(?P<value>.+)", re.IGNORECASE
)

CIRCUMSTANCES = {
    "position": r"position|post|job(?: title)?|designation|title|rank|office|पद|ओहदा|पेशा",
    "term": r"term(?: of office)?|tenure|कार्यकाल|पदावधि",
    "employer": r"employer|workplace|कार्यरत (?:संस्था|कार्यालय)|रोजगारदाता",
    "district": r"(?:home )?district|(?:गृह)?जिल्ला",
    "province": r"province|प्रदेश",
    "ward": r"ward(?: number| no\.?)?|वडा(?: नं\.?| नम्बर)?",
    "address": r"(?:home )?address|residence|ठेगाना|वतन",
    "father": r"father(?:['’]s name)?|(?:बुबा|बाबु|बाबा|पिता)(?:को नाम)?",
    "mother": r"mother(?:['’]s name)?|(?:आमा|माता)(?:को नाम)?",
    "grandfather": r"grandfather(?:['’]s name)?|(?:बाजे|हजुरबुबा)(?:को नाम)?",
    "spouse": r"(?:spouse|husband|wife)(?:['’]s name)?|(?:पति|पत्नी|श्रीमान्?|श्रीमती)(?:को नाम)?",
    "party": r"(?:political )?party|(?:राजनीतिक )?(?:दल|पार्टी)",
    "age": r"age|उमेर",
    "case_role": r"(?:case )?role(?: in the case)?|(?:मुद्दामा )?भूमिका",
    "citizenship_number": r"citizenship (?:number|no\.?)|नागरिकता(?: नं\.?| नम्बर)?",
    "registration_number": r"registration (?:number|no\.?)|दर्ता(?: नं\.?| नम्बर)",
    "pan": r"PAN(?: number| no\.?)?|tax (?:number|id)|पान(?: नं\.?| नम्बर)?|स्थायी लेखा नम्बर",
    "phone": r"phone(?: number)?|mobile|फोन(?: नम्बर)?|मोबाइल",
}

TYPES = {
    EntityType.PERSON: r"person|human(?: being)?|individual|man|woman|politician|व्यक्ति|मान्छे|मानिस",
    EntityType.ORGANIZATION: r"organi[sz]ation|company|firm|institution|body|agency|office|party|"
    r"bank|court|committee|ngo|संस्था|संगठन|सङ्गठन|कम्पनी|निकाय|कार्यालय|अदालत|समिति",
    EntityType.LOCATION: r"location|place|city|town|village|district|province|region|settlement|"
    r"ठाउँ|स्थान|सहर|शहर|गाउँ|जिल्ला|भूगोल",
}
ORGANISATION_WORDS = re.compile(
    r"\b(?:ltd|limited|pvt|inc|bank|office|committee|commission|company|university|school|court|"
    r"ministry|department|party|association|council|foundation|trust|authority|hospital)\b|"
    r"लिमिटेड|प्रा\.लि|बैंक|कार्यालय|समिति|आयोग|कम्पनी|विश्वविद्यालय|विद्यालय|अदालत|मन्त्रालय|विभाग|"
    r"पार्टी|संघ|परिषद्|प्राधिकरण|अस्पताल|संस्थान",
    re.IGNORECASE,
)
PLACE_WORDS = re.compile(
    r"\b(?:district|municipality|city|village|province|ward|river|road)\b|"
    r"जिल्ला|नगरपालिका|गाउँपालिका|प्रदेश|वडा|सहर|गाउँ",
    re.IGNORECASE,
)

REMOVE = re.compile(
    r"\b(?:remove|delete|drop|take out|take off|exclude|discard|ignore|leave out|get rid of)\b|"
    r"\b(?:is|are)(?: not|n['’]t) (?:an? )?"
    r"(?:entity|entities|name|names|something|relevant|needed)|"
    r"\b(?:should not|shouldn['’]t|need not) be (?:listed|here|in the list|an entity)|"
    r"\b(?:take|strike|leave|cross|keep)\b.{1,80}?\b(?:off|out)\b|\bstrike\b|"
    r"\bdoes(?: not|n['’]t) belong\b|\bdon['’]?t (?:need|want|list)\b|"
    r"हटाउ|हटाइ|हटाऊ|हटाऔ|निकाल्नु|निकालि|निकालौ|मेटाउ|मेटाइ|मेटाऔ|मेट्नु|मेटौ|झिक्नु|झिकि|झिकौ|चाहिँदैन|चाहिएन|"
    r"नराख्नु|राख्नु ?पर्दैन",
    re.IGNORECASE,
)
ADD = re.compile(
    r"^\s*(?:please\s+)?(?:also\s+)?(?:add|include|insert|list|enter|record|register|note)\b|"
    r"^\s*(?:please\s+)?(?:also\s+)?put\b.+\b(?:on|in|into)\s+(?:the|your)?\s*(?:list|entities)\b|"
    r"\bthere (?:should|must|ought to) (?:also )?be\b|\bdo(?: not|n['’]t) forget\b|"
    r"\b(?:should|must|ought to) (?:also )?be (?:listed|included|added|on the list|in the list)\b|"
    r"\bis (?:also )?(?:named|mentioned) (?:too|as well|in the)\b|"
    r"\byou (?:have )?(?:missed|forgot|overlooked)\b|"
    r"\b(?:is|was|are) (?:missing|left out)\b|थप्नु|थपिदिनु|थप\b|"
    r"समावेश गर|छुट्यो|छुटेको|छुटेका|छुटाइएको|सूचीमा राख",
    re.IGNORECASE,
)
SAME = re.compile(
    r"\b(?:are|is) (?:all )?(?:the )?(?:very )?same\b|\b(?:merge|join|combine|unite)\b|"
    r"\bone and the same\b|\bone (?:man|woman|person|body|place)\W*$|"
    r"\bare one (?:person|thing|body|organi[sz]ation|place)\b|"
    r"\bis (?:also (?:called|known as)|short for|the abbreviation of|another name (?:for|of))\b|"
    r"एउटै|एकै (?:व्यक्ति|संस्था|ठाउँ)|मिलाउनु|गाभ्नु|जोड्नु",
    re.IGNORECASE,
)
APART = re.compile(
    r"\b(?:are|is) (?:two )?(?:different|separate|distinct)\b|"
    r"\b(?:are|is)(?: not|n['’]t) the same\b|"
    r"\bsplit\b|फरक|अलग|छुट्टाछुट्टै|एउटै होइन",
    re.IGNORECASE,
)
NAMING_VERB = (
    r"(?:हो|हुनुपर्छ|(?:(?:बना|राखि|लेखि|गरि|सच्या)इ?दिनु|"
    r"बनाउनु|राख्नु|लेख्नु|गर्नु|सच्याउनु|नाम दिनु|परिवर्तन गर्नु)\S*)\s*[।.!]?"
)
RENAME = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:rename|correct|change|respell)\s+(?P<old>.+?)\s+(?:to|into|as)\s+(?P<new>.+)",
        r"^(?P<old>.+?)\s+(?:should|must|ought to) be\s+"
        r"(?:spel(?:led|t)|written|called|named|renamed)(?: as| to)?\s+(?P<new>.+)",
        r"^(?P<old>.+?)\s+is\s+(?:really |actually |correctly )?(?:spel(?:led|t)|written|called)\s+"
        r"(?P<new>.+)",
        r"^(?P<old>.+?)\s+(?:should|must|ought to)\s+(?:read|say)\s+(?P<new>.+)",
        r"^(?P<old>.+?)\s+(?:spells?|writes?)\s+(?:his|her|its|their|the) name\s+"
        r"(?:as\s+)?(?P<new>.+)",
        r"^(?:the )?(?:correct|right|proper|full|real|true)\s+(?:name|spelling)\s+(?:of|for)\s+"
        r"(?P<old>.+?)\s+is\s+(?P<new>.+)",
        r"^(?P<old>.+?)['’]s?\s+(?:correct|right|proper|full|real|true)\s+name\s+is\s+(?P<new>.+)",
        rf"^(?=.*{NAMING_VERB}$)(?P<old>.+?)\s*(?:को|का|की)?\s*"
        rf"(?:सही |पूरा |वास्तविक |ठीक )?नाम\s+(?P<new>.+?)\s*{NAMING_VERB}$",
        rf"^(?=.*{NAMING_VERB}$)(?P<old>.+?)\s*लाई\s+(?P<new>.+?)\s*{NAMING_VERB}$",
    )
)
NAME_IS = re.compile(
    r"\bname\b[^.]*?\b(?:is|should be|must be|to)\s+(?P<new>.+)|"
    r"\b(?:spel(?:led|t)|called|named)\s+(?P<second>.+)",
    re.IGNORECASE,
)
NOT_CLAUSE = re.compile(r"[,;]?\s*\b(?:and )?not\b.*$|[,;।]\s*[^,;।]*(?:होइन|हैन).*$", re.IGNORECASE)
POLITE = re.compile(
    r"^(?:please|kindly|no|actually|sorry|well|hi|hello|ok|okay|and|also|then|कृपया|होइन|अनि|साथै)[,:\s]+|"
    r"[,;]?\s*(?:please(?: (?:change|fix|correct|update) (?:it|this|that))?|thanks?(?: you)?|कृपया)"
    r"\s*[.!]*$|"
    r"[,;]\s*(?:(?:change|fix|correct|update) (?:it|this)|(?:सच्याउनु|सच्याइदिनु|मिलाउनु|मिलाइदिनु|फेर्नु|"
    r"फेरिदिनु|बदल्नु|बदलिदिनु|मिति फेर्नु)\S*)\s*[।.]?\s*$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"\s*(?:हो|होस्|हुन्|हुन्छ|हुनुपर्छ|राख्नु\S*|राखिदिनु\S*|लेख्नु\S*|लेखिदिनु\S*|बनाउनु\S*|बनाइदिनु\S*|"
    r"गर्नु\S*|गरिदिनु\S*|सच्याउनु\S*|परिवर्तन गर्नु\S*)\s*$"
)
HOLDS = re.compile(
    r"(?:she|he|they|this person|the person)\s+(?:is|was|are|serves as|works as)\s+"
    r"(?:now\s+)?(?:the\s+|an?\s+)?(?P<value>[^,;।]{3,60})|"
    r"(?:उहाँ|उनी|निज)\s+(?P<nepali>[^,;।]{3,60}?)\s+(?:हुनुहुन्छ|हुन्|हो)",
    re.IGNORECASE,
)
"""An office that someone holds, in words that do not name the field."""
HOME = re.compile(
    r"\b(?:comes?|is|was|hails?) (?:originally )?from\s+(?:the )?"
    r"(?P<from>.+?)(?:\s+district)?[.!]?$|"
    r"\b(?:lives?|resides?|was born|is resident) in\s+(?:the )?(?P<in>.+?)\s+district\b|"
    r"(?:^|\s)(?P<ne>\S+(?:\s(?:पूर्व|पश्चिम))?)\s+जिल्ला(?:को|की|का|मा|वासी)?\b.*"
    r"(?:हुनुहुन्छ|हुन्|हो|बस्|जन्म)|"
    r"(?:घर|गृहजिल्ला)\s+(?P<house>\S+?)(?:मा)?\s+(?:हो|छ|पर्छ)",
    re.IGNORECASE,
)
"""Where a person is from, in words that do not name the field."""
CLAUSE = re.compile(
    r",?\s+(?:and|then)\s+(?=(?:please |also )?"
    r"(?:remove|delete|drop|add|include|rename|set|give|change|"
    r"merge|make|take|list|put|correct|retype|call|join|split|strike)\b)|"
    r"(?<=नुहोस्)\s*,?\s*(?:र|अनि|साथै)\s+|(?<=नुहोस्)\s*,\s*",
    re.IGNORECASE,
)
"""Where one sentence asks for two things."""
NOTHING = re.compile(
    r"\b(?:there is no|has no|have no|remove the|delete the|clear the|without)\b|"
    r"(?:छैन|हटाउनु\S*|खाली)\s*$",
    re.IGNORECASE,
)


QUOTED = re.compile(r"[\"“«'‘]([^\"”»’]{2,400})[\"”»’']")


def clean_value(value: str) -> str:
    value = value.strip(" \t।.!,;:")
    while (shorter := POLITE.sub("", TAIL.sub("", value))).strip(" ।.!,;") != value:
        value = shorter.strip(" ।.!,;")
    if quoted := QUOTED.search(value):
        return quoted[1].strip()
    return re.sub(r"^(?:the|an?)\s+(?=\S)", "", value).strip(" “”\"'")


def type_in(sentence: str) -> EntityType | None:
    """The type that a sentence gives, not the one it denies."""
    positive = re.sub(
        r"\b(?:not|n['’]t|rather than|instead of)\s+(?:an?\s+|the\s+)?\w+|\S+\s+(?:होइन|हैन|भएन)",
        " ",
        sentence,
        flags=re.IGNORECASE,
    )
    found = [
        (match.start(), kind)
        for kind, pattern in TYPES.items()
        for match in re.finditer(rf"(?<!\w)(?:{pattern})s?(?!\w)", positive, re.IGNORECASE)
    ]
    retype = re.search(r"\b(?:re)?type\b.*?\bas\b|\bretype\b|\bmake it\b", positive, re.IGNORECASE)
    if retype:
        found = [each for each in found if each[0] >= retype.start()] or found
    return min(found)[1] if found else None


def type_word(text: str) -> EntityType | None:
    bare = re.sub(r"^(?:an?|the)\s+", "", text.strip(), flags=re.IGNORECASE)
    for kind, pattern in TYPES.items():
        if re.fullmatch(rf"(?:{pattern})s?", bare, re.IGNORECASE):
            return kind
    return None


def without_names(sentence: str, names: Sequence[str]) -> str:
    for name in names:
        sentence = re.sub(re.escape(name), " ", sentence, flags=re.IGNORECASE)
    return sentence


LATIN_NAME = re.compile(
    r"\b[A-Z][\w.'’-]*(?:\s+(?:of|and|the|de|bin|&)\s+[A-Z][\w.'’-]*|\s+[A-Z][\w.'’-]*)*"
)
NEPALI_BEFORE_VERB = re.compile(r"^(.+?)\s*(?:लाई|पनि|को नाम)?\s*(?:थप्नु|थपिदिनु|समावेश|छुट्यो|छुटे)")
NEPALI_LIST = re.compile(r"(?:थप्नु|थपिदिनु|समावेश|छुटे)[^:]*:\s*(.+?)\s*[।.]?$")
"""The names after a colon."""
PEOPLE = re.compile(
    r"(?<=\b)(?!(?:Add|Include|Insert|Please|Also|List|Enter|Record|Put|Note|There)\b)"
    r"([A-Z][\w.'’-]+(?: [A-Z][\w.'’-]+){1,3})(?= and [A-Z]\w+ [A-Z]|,? and [A-Z]|,|\s*$|\.)"
)
FIRST_WORDS = frozenset(
    (
        *("Add", "Include", "Insert", "Please", "Also", "You", "The", "We", "It", "There"),
        *("List", "Enter", "Record", "Put", "Note", "Register"),
    )
)
AS_TYPE = re.compile(r"\bas\s+((?:an?\s+)?\w+)\s*[.!]?$", re.IGNORECASE)
POSSESSOR = re.compile(r"\b[\w-]+['’]s?\s+|\S+(?:को|का|की)\s+", re.IGNORECASE)
ADD_AS = re.compile(
    r"(?:also\s+)?(?:add|include|insert)\s+(?P<name>.{2,200}?)\s+as\s+(?P<kind>.{2,30}?)[.!]?$",
    re.IGNORECASE,
)


def added_entities(sentence: str, known: Mapping[str, int]) -> Iterator[AddEntity]:
    """The names that are to be added, with their type and what is said of them in a few words."""
    names = _new_names(sentence)
    for name in names:
        if name_key(name) not in known:
            addition = _addition(sentence, name)
            yield addition if len(names) == 1 else replace(addition, position="")


def _addition(sentence: str, name: str) -> AddEntity:
    if ORGANISATION_WORDS.search(name):
        kind = EntityType.ORGANIZATION
    elif PLACE_WORDS.search(name):
        kind = EntityType.LOCATION
    else:
        kind = _stated_type(sentence, name) or EntityType.PERSON
    return AddEntity(name, kind, _apposition(sentence, name) if kind is EntityType.PERSON else "")


def _stated_type(sentence: str, name: str) -> EntityType | None:
    """The type that is said of a new name; "the bank's clerk" does not say that it is a bank."""
    if (stated := AS_TYPE.search(sentence)) and (kind := type_word(stated[1])):
        return kind
    return type_in(POSSESSOR.sub(" ", without_names(sentence, [name])))


def _new_names(sentence: str) -> list[str]:
    if quoted := QUOTED.search(sentence):
        return [quoted[1].strip()]
    if listed := NEPALI_LIST.search(sentence):
        return _split_names(listed[1])
    if nepali := NEPALI_BEFORE_VERB.match(sentence):
        return _split_names(re.split(r"[,;]", nepali[1])[0])
    if (stated := ADD_AS.match(sentence)) and type_word(stated["kind"]):
        return [clean_value(stated["name"])]
    return _latin_names(sentence)


def _split_names(text: str) -> list[str]:
    parts = re.split(r"\s+(?:र|तथा|अनि|एवं)\s+|\s*,\s*", text)
    return [cleaned for part in parts if (cleaned := clean_value(part))]


def _latin_names(sentence: str) -> list[str]:
    """The longest name of a sentence, and those that "and" joins to it."""
    if len(people := PEOPLE.findall(sentence)) > 1:
        return people
    runs = []
    for match in LATIN_NAME.finditer(sentence):
        parts = match[0].split()
        while parts and parts[0] in FIRST_WORDS:
            parts.pop(0)
        if parts:
            runs.append(" ".join(parts).rstrip(".,"))
    longest = max(runs, key=lambda run: len(run.split()), default="")
    return [longest] if longest else []


def _apposition(sentence: str, name: str) -> str:
    """ "the clerk" in "Add Mira Lal, the clerk who …" and in "Add the clerk, Mira Lal"."""
    match = re.search(
        rf"{re.escape(name)},\s*(?:the|an?)\s+([a-z][a-z ]{{2,40}}?)"
        r"(?=\s+(?:who|whose|of|in|at|on)\b|[,.]|$)"
        rf"|\b(?:the|an?)\s+([a-z][a-z ]{{2,40}}?),?\s+{re.escape(name)}",
        sentence,
    )
    return (match[1] or match[2]).strip() if match else ""
