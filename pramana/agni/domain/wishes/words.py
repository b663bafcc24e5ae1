"""The words by which reviewers name fields, types and changes, in English and Nepali."""

import re

from pramana.agni.contracts import EntityType

METADATA_FIELDS = {
    "title": r"title|heading|headline|शीर्षक|शिर्षक",
    "publication_date": r"(?:publication |issue |decision |judg(?:e)?ment |release |signing )?date|"
    r"(?:प्रकाशन |फैसला |जारी |निर्णय |हस्ताक्षर )?मिति",
    "author": r"author|writer|byline|reporter|लेखक(?:को नाम)?|संवाददाता",
    "document_type": r"(?:document )?(?:type|kind)|(?:कागजातको |लिखतको )?(?:प्रकार|किसिम)",
    "source": r"source|publisher|स्रोत|प्रकाशक",
    "summary": r"summary|abstract|सारांश",
}
DATE_VERBS = re.compile(
    r"\b(?:dated|published|issued|signed|released|appeared|decided|printed|came out|delivered)\b|"
    r"(?:प्रकाशित|जारी|हस्ताक्षर|फैसला)\s*(?:भएको|भयो|मिति)",
    re.IGNORECASE,
)
WRITTEN_BY = re.compile(
    r"\b(?:written|reported|authored|prepared) by\s+(?P<value>.+)", re.IGNORECASE
)

CIRCUMSTANCES = {
    "position": r"position|post|job(?: title)?|designation|title|rank|office|पद|ओहदा|पेशा",
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
    r"हटाउनु|हटाइदिनु|हटाऊ|हटाउ|निकाल्नु|मेटाउनु|मेटाइदिनु|झिक्नु|झिकिदिनु|चाहिँदैन|चाहिएन",
    re.IGNORECASE,
)
ADD = re.compile(
    r"^\s*(?:please\s+)?(?:also\s+)?(?:add|include|insert)\b|"
    r"\byou (?:have )?(?:missed|forgot|overlooked)\b|"
    r"\b(?:is|was|are) (?:missing|left out)\b|थप्नु|थपिदिनु|समावेश गर्नु|छुट्यो|छुटेको|छुटेका",
    re.IGNORECASE,
)
SAME = re.compile(
    r"\b(?:are|is) (?:all )?(?:the )?(?:very )?same\b|\b(?:merge|join|combine|unite)\b|"
    r"\bone and the same\b|\bare one (?:person|thing|body|organi[sz]ation|place)\b|"
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
NAMING_VERB = r"(?:हो|हुनुपर्छ|(?:बनाउनु|राख्नु|लेख्नु|गर्नु|सच्याउनु|नाम दिनु|परिवर्तन गर्नु)\S*)\s*[।.!]?"
RENAME = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:rename|correct|change|respell)\s+(?P<old>.+?)\s+(?:to|into|as)\s+(?P<new>.+)",
        r"^(?P<old>.+?)\s+(?:should|must|ought to) be\s+"
        r"(?:spel(?:led|t)|written|called|named|renamed)(?: as| to)?\s+(?P<new>.+)",
        r"^(?P<old>.+?)\s+is\s+(?:really |actually |correctly )?(?:spel(?:led|t)|written|called)\s+"
        r"(?P<new>.+)",
        rf"^(?=.*{NAMING_VERB}$)(?P<old>.+?)\s*(?:को|का|की)?\s*नाम\s+(?P<new>.+?)\s*{NAMING_VERB}$",
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
    r"^(?:please|kindly|no|actually|sorry|well|hi|hello|ok|okay|कृपया|होइन)[,:\s]+|"
    r"[,;]?\s*(?:please(?: (?:change|fix|correct|update) (?:it|this|that))?|thanks?(?: you)?|कृपया)"
    r"\s*[.!]*$|"
    r"[,;]\s*(?:(?:change|fix|correct|update) (?:it|this)|सच्याउनु\S*|मिलाउनु\S*)\s*$",
    re.IGNORECASE,
)
TAIL = re.compile(
    r"\s*(?:हो|होस्|हुन्|हुन्छ|हुनुपर्छ|राख्नु\S*|राखिदिनु\S*|लेख्नु\S*|लेखिदिनु\S*|बनाउनु\S*|बनाइदिनु\S*|"
    r"गर्नु\S*|गरिदिनु\S*|सच्याउनु\S*|परिवर्तन गर्नु\S*)\s*$"
)
NOTHING = re.compile(
    r"\b(?:there is no|has no|have no|remove the|delete the|clear the|without)\b|"
    r"(?:छैन|हटाउनु\S*|खाली)\s*$",
    re.IGNORECASE,
)
