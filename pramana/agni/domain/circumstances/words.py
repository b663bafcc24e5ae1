"""Words by which documents say who someone is: relations, roles in a case, parties, identifiers."""

RELATIONS_NE = {
    "छोरा": "father",
    "छोरी": "father",
    "नाति": "grandfather",
    "नातिनी": "grandfather",
    "श्रीमती": "spouse",
    "पत्नी": "spouse",
    "पति": "spouse",
    "श्रीमान्": "spouse",
    "बुहारी": "father_in_law",
}
"""In "X को छोरा Y", what X is to Y."""

RELATIONS_EN = {
    "son": "father",
    "daughter": "father",
    "grandson": "grandfather",
    "granddaughter": "grandfather",
    "wife": "spouse",
    "husband": "spouse",
    "widow": "spouse",
}
"""In "Y, son of X", what X is to Y."""

RELATIVES_NE = {
    **{"बुबा": "father", "बाबु": "father", "पिता": "father", "आमा": "mother", "माता": "mother"},
    **{"पति": "spouse", "श्रीमान्": "spouse", "पत्नी": "spouse", "श्रीमती": "spouse"},
    **{"हजुरबुबा": "grandfather", "बाजे": "grandfather"},
}
"""In "Y का बुबा X", what X is to Y."""

RELATIVES_EN = {
    **{"father": "father", "mother": "mother", "grandfather": "grandfather"},
    **{"husband": "spouse", "wife": "spouse", "spouse": "spouse"},
}
RELATION_LABELS = {
    "father": r"father(?:['’]s name)?|बाबु(?:को नाम)?|बुबा(?:को नाम)?|पिता(?:को नाम)?",
    "mother": r"mother(?:['’]s name)?|आमा(?:को नाम)?|माता(?:को नाम)?",
    "grandfather": r"grandfather(?:['’]s name)?|बाजे(?:को नाम)?|हजुरबुबा(?:को नाम)?",
    "spouse": r"spouse(?:['’]s name)?|husband(?:['’]s name)?|wife(?:['’]s name)?|"
    r"पति ?/ ?पत्नी(?:को नाम)?|पति(?:को नाम)?|पत्नी(?:को नाम)?",
}

CASE_ROLES = (
    ("complainant", r"जाहेरवाला|उजुरीकर्ता|complainants?|informants?"),
    ("witness", r"साक्षी|witness(?:es)?"),
    ("defendant", r"प्रतिवादी|अभियुक्त|आरोपी|defendants?|accused|suspects?"),
    ("respondent", r"प्रत्यर्थी|विपक्षी|respondents?"),
    ("appellant", r"पुनरावेदक|appellants?"),
    ("petitioner", r"निवेदक|रिट निवेदक|petitioners?|applicants?"),
    ("plaintiff", r"वादी|फिरादी|plaintiffs?|claimants?"),
    ("victim", r"पीडित|victims?"),
)
"""The words for each role; one that contains another comes first."""

ROLE_BY_POSITION = {
    "judge": "judge",
    "chief judge": "judge",
    "chief justice": "judge",
    "lawyer": "lawyer",
    "senior advocate": "lawyer",
    "government attorney": "prosecutor",
    "attorney general": "prosecutor",
}

PARTY_WORDS = """
party congress communist maoist uml janata loktantrik samajwadi socialist democratic
पार्टी कांग्रेस काँग्रेस कम्युनिस्ट माओवादी एमाले जनता लोकतान्त्रिक समाजवादी प्रजातान्त्रिक दल जनमोर्चा
राप्रपा रास्वपा जसपा लोसपा नेकपा
"""
SMALL_WORDS = """
the a an its his her our your their and or of for by with to in at on from as is was were has had
are were including that who whose said told met call dear signed represented between than then
also both when while
after before under into over this these those where which i we he she they it chairs
"""
"""Words that cannot be part of a position."""

PARTY_POSITIONS = (
    "central member|central committee|polit|general secretary|"
    "केन्द्रीय सदस्य|केन्द्रिय सदस्य|महामन्त्री|महासचिव"
)

IDENTIFIERS = {
    "citizenship_number": r"(?:citizenship(?: certificate)?(?: no\.?| number)?|"
    r"नागरिकता(?: प्रमाणपत्र)?(?:को)?(?: नं\.?| नम्बर)?|ना\.?\s?प्र\.?\s?(?:प\.?\s?)?नं\.?)",
    "pan": r"(?:PAN(?: no\.?| number)?|VAT(?:/PAN)? no\.?|"
    r"स्थायी लेखा (?:नं\.?|नम्बर)|प्यान(?: नं\.?| नम्बर)?)",
    "registration_number": r"(?:registered under no\.?|"
    r"reg(?:istration|d)?\.? (?:no\.?|number)|"
    r"दर्ता (?:नं\.?|नम्बर)|कम्पनी दर्ता(?: नं\.?| नम्बर)?)",
    "licence_number": r"(?:licen[cs]e (?:no\.?|number)|"
    r"अनुमति ?पत्र (?:नं\.?|नम्बर)|इजाजतपत्र (?:नं\.?|नम्बर))",
    "passport_number": r"(?:passport (?:no\.?|number)|राहदानी (?:नं\.?|नम्बर))",
    "symbol_number": r"(?:roll no\.?|symbol no\.?|सिम्बोल नं\.?|रोल नं\.?|संकेत नं\.?)",
}
PHONE = (
    r"(?:phone|mobile|tel(?:ephone)?|contact(?: no\.?| number)?|call|on|"
    r"फोन(?: नं\.?)?|मोबाइल(?: नं\.?)?|सम्पर्क(?: नं\.?| नम्बर)?)"
)
HELD_NE = "कार्यरत|रहेका|रहेकी|रहनुभएका|रहनुभएकी|रहिसकेका|भएका|भएकी|भइसकेका|समेत रहेका"
"""After a position, that someone holds or held it."""
