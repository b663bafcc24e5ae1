"""What chat says in its own words, in the language of the question; greetings, thanks and questions
about the assistant are answered without sources."""

import re
from enum import StrEnum

from pramana.chat.domain.question_words import pattern_of, words_of
from pramana.language.scripts import Script, script_shares
from pramana.language.tokens import terms


class QuestionLanguage(StrEnum):
    ENGLISH = "en"
    NEPALI = "ne"
    HINDI = "hi"


HINDI = """
है हैं था थे थी हुआ हुई हुए में क्या कौन कब कितने कितनी कितना किस किसने किसे किसका किसके किसकी क्यों कैसे
कहां और ने से यह वह ये वे इस उस गया गई गए किया की लिए करता करते करती बताइए चाहिए
"""
NEPALI = """
छ छन् छैन थियो थिए हुन् हुन्छ भयो भए भएको गर्‍यो गरे गरेको गर्ने गर्छ कति कहिले किन कसरी कसले कसलाई कसको
कुन यो त्यो यी र लागि पनि बारे गरिएको रहेको सक्छ सकिन्छ
"""
HINDI_WORDS, NEPALI_WORDS = frozenset(HINDI.split()), frozenset(NEPALI.split())


def question_language(question: str) -> QuestionLanguage:
    """The language of a question, judged by its script and its function words.

    >>> [question_language(each).value for each in ("पुल कसले बनायो?", "पुल किसने बनाया?", "Who?")]
    ['ne', 'hi', 'en']
    """
    if Script.DEVANAGARI not in script_shares(question):
        return QuestionLanguage.ENGLISH
    words = terms(question)
    hindi, nepali = (sum(word in known for word in words) for known in (HINDI_WORDS, NEPALI_WORDS))
    return QuestionLanguage.HINDI if hindi > nepali else QuestionLanguage.NEPALI


Message = tuple[str, str, str]
"""A sentence in English, Nepali and Hindi."""

SUM_WORD: Message = ("Together", "जम्मा", "कुल मिलाकर")
DIFFERENCE_WORD: Message = ("Difference", "फरक", "अंतर")
MORE_WORD: Message = ("More of them in the document", "कागजातमा थप", "दस्तावेज़ में और")
"""What stands before an amount that was reckoned from quoted ones, and before the number of items
that an answer has no room for."""

LEAD_IN: Message = (
    "In the words of the documents:",
    "कागजातहरूकै शब्दमा:",
    "दस्तावेज़ों के ही शब्दों में:",
)
SELECTION_LEAD_IN: Message = (
    "In the words of the selected text:",
    "छानिएको पाठकै शब्दमा:",
    "चुने हुए पाठ के ही शब्दों में:",
)
NOTHING: Message = (
    "Nothing in these documents answers “{0}”.",
    "यी कागजातहरूमा “{0}” को उत्तर भेटिएन।",
    "इन दस्तावेज़ों में “{0}” का उत्तर नहीं मिला।",
)
NO_SUCH_THING: Message = (
    "There is no {0} in these documents.",
    "यी कागजातहरूमा {0} छैन।",
    "इन दस्तावेज़ों में {0} नहीं है।",
)
OTHERS_ARE: Message = (
    "They name {0}.",
    "तिनमा {0} छन्।",
    "उनमें {0} हैं।",
)
OTHERS_RANGE: Message = (
    "They go from {0} to {1}.",
    "तिनमा {0} देखि {1} सम्म छन्।",
    "उनमें {0} से {1} तक हैं।",
)
INVENTORY: Message = (
    "There are {0} documents: {1}.",
    "{0} वटा कागजात छन्: {1}।",
    "{0} दस्तावेज़ हैं: {1}।",
)
INVENTORY_ONE: Message = (
    "There is one document: {1}.",
    "एउटा कागजात छ: {1}।",
    "एक दस्तावेज़ है: {1}।",
)
INVENTORY_MORE: Message = (
    "{0}, and {1} more",
    "{0} र अरू {1} वटा",
    "{0} और {1} अन्य",
)
INVENTORY_EMPTY: Message = (
    "There are no documents yet. Add one, and ask again.",
    "अहिलेसम्म कुनै कागजात छैन। एउटा थप्नुहोस् र फेरि सोध्नुहोस्।",
    "अभी तक कोई दस्तावेज़ नहीं है। एक जोड़ें और फिर पूछें।",
)
INVENTORY_YES: Message = (
    "Yes: {0}.",
    "छ: {0}।",
    "हाँ: {0}।",
)
INVENTORY_COUNT: Message = (
    "{0}: {1}.",
    "{0} वटा: {1}।",
    "{0}: {1}।",
)
INVENTORY_NO: Message = (
    "There is no document called “{0}”.",
    "“{0}” नामको कागजात छैन।",
    "“{0}” नाम का दस्तावेज़ नहीं है।",
)
TRY_OTHERS: Message = (
    "Try other words, or add a document about it.",
    "अरू शब्दमा सोध्नुहोस्, वा यसबारे कागजात थप्नुहोस्।",
    "दूसरे शब्दों में पूछें, या इसके बारे में कोई दस्तावेज़ जोड़ें।",
)
ASK_INSTEAD: Message = (
    "You could ask about {0}.",
    "तपाईं {0} बारे सोध्न सक्नुहुन्छ।",
    "आप {0} के बारे में पूछ सकते हैं।",
)
SELECTION_SILENT: Message = (
    "The selected text does not say.",
    "छानिएको पाठमा यो भनिएको छैन।",
    "चुने हुए पाठ में यह नहीं कहा गया है।",
)
SELECTION_USED: Message = (
    "The answer rests on the selection alone.",
    "उत्तर छानिएको पाठमा मात्र आधारित छ।",
    "उत्तर केवल चुने हुए पाठ पर आधारित है।",
)
SELECTION_UNUSED: Message = (
    "Nothing in the selection answers the question.",
    "छानिएको पाठको कुनै अंशले प्रश्नको उत्तर दिँदैन।",
    "चुने हुए पाठ का कोई अंश प्रश्न का उत्तर नहीं देता।",
)
MODEL_AWAY: Message = (
    "The language model does not answer just now. These passages were found for your question.",
    "भाषा मोडेलले अहिले जवाफ दिएन। तपाईंको प्रश्नका लागि यी अंश भेटिए।",
    "भाषा मॉडल अभी उत्तर नहीं दे रहा। आपके प्रश्न के लिए ये अंश मिले।",
)
NOT_SUPPORTED: Message = (
    "What the model said could not be found in the sources, so it is not shown. "
    "These passages were found for your question.",
    "मोडेलले भनेको कुरा स्रोतमा भेटिएन, त्यसैले देखाइएन। तपाईंको प्रश्नका लागि यी अंश भेटिए।",
    "मॉडल ने जो कहा वह स्रोतों में नहीं मिला, इसलिए नहीं दिखाया गया। आपके प्रश्न के लिए ये अंश मिले।",
)
SOURCE_GONE: Message = (
    "This answer was removed: a document it rested on was deleted.",
    "यो उत्तर हटाइयो: यो आधारित भएको कागजात मेटाइएको छ।",
    "यह उत्तर हटा दिया गया: जिस दस्तावेज़ पर यह आधारित था वह मिटा दिया गया है।",
)

LANGUAGES = tuple(QuestionLanguage)
"""In the order in which a `Message` has them."""


def localise(message: Message, question: str) -> str:
    """The sentence in the question's language.

    >>> localise(SELECTION_SILENT, "Who signed?"), localise(SELECTION_SILENT, "पुल किसने बनाया?")
    ('The selected text does not say.', 'चुने हुए पाठ में यह नहीं कहा गया है।')
    """
    return message[LANGUAGES.index(question_language(question))]


def is_refusal(answer: str) -> bool:
    """Whether an answer says that there is none; what it names is then nobody's.

    >>> is_refusal("There is no A22 in these documents."), is_refusal("There is a lift.")
    (True, False)
    """
    messages = (*NOTHING, *NO_SUCH_THING)
    return any(
        answer.startswith(before) and after.split("”")[-1].strip(" .।") in answer
        for before, after in (message.split("{0}") for message in messages)
    )


class SmallTalk(StrEnum):
    """Kinds of small talk; of several in one message, the first here is answered."""

    THANKS = "thanks"
    GOODBYE = "goodbye"
    WELLBEING = "wellbeing"
    ABILITY = "ability"
    GREETING = "greeting"
    AGREEMENT = "agreement"


FILLERS = words_of("SMALL_TALK_FILLERS")
LONGEST = 14
"""Words in the longest small talk; anything longer has a question in it."""

_PATTERNS = {kind: pattern_of(f"SMALL_TALK_{kind.name}") for kind in SmallTalk}

REPLIES: dict[SmallTalk, Message] = {
    SmallTalk.GREETING: (
        "Hello! Ask me anything about your documents, and I will show the words I rest on.",
        "नमस्ते! आफ्ना कागजातबारे जे पनि सोध्नुहोस्, म आधार भएका शब्द पनि देखाउनेछु।",
        "नमस्ते! अपने दस्तावेज़ों के बारे में कुछ भी पूछें, मैं आधार के शब्द भी दिखाऊँगा।",
    ),
    SmallTalk.THANKS: (
        "You are welcome! Ask on whenever you like.",
        "स्वागत छ! अरू केही जान्नुपरे सोध्नुहोस्।",
        "आपका स्वागत है! और कुछ जानना हो तो पूछें।",
    ),
    SmallTalk.GOODBYE: (
        "Goodbye! Your conversation is kept for when you return.",
        "फेरि भेटौँला! तपाईंको कुराकानी सुरक्षित रहनेछ।",
        "फिर मिलेंगे! आपकी बातचीत सुरक्षित रहेगी।",
    ),
    SmallTalk.WELLBEING: (
        "All is well here, thank you! What would you like to know about your documents?",
        "यहाँ सबै ठीक छ, धन्यवाद! कागजातबारे के जान्न चाहनुहुन्छ?",
        "यहाँ सब ठीक है, धन्यवाद! दस्तावेज़ों के बारे में क्या जानना चाहेंगे?",
    ),
    SmallTalk.ABILITY: (
        "I am Pramana. I answer questions from your documents: facts, tables, steps, lists, "
        "comparisons and summaries, each with the words it rests on. If they do not say, I say so.",
        "म प्रमाण हुँ। म तपाईंका कागजातबाट प्रश्नको उत्तर दिन्छु: तथ्य, तालिका, चरण, सूची, तुलना र सारांश, "
        "आधार भएका शब्दसहित। कागजातमा नभए, छैन भन्छु।",
        "मैं प्रमाण हूँ। मैं आपके दस्तावेज़ों से प्रश्नों के उत्तर देता हूँ: तथ्य, तालिका, चरण, सूची, तुलना और सारांश, "
        "आधार के शब्दों के साथ। दस्तावेज़ों में न हो तो मैं वही कहता हूँ।",
    ),
    SmallTalk.AGREEMENT: (
        "Good. What else would you like to know?",
        "हुन्छ। अरू के जान्न चाहनुहुन्छ?",
        "ठीक है। और क्या जानना चाहेंगे?",
    ),
}
ROMANISED_NEPALI = re.compile(
    r"(?<!\w)(?:dh?an+[iy]+a?[bvw]+a+dh?|namaste|namaska+r|pranam|bh?etau?n?la+|bida|kasto chh?a"
    r"|s[hu]{1,2}bh?a? ?(?:prabhat|bihani|din|sanjh|ratri)|sanchai|ke? chh?a"
    r"|timi|tapai\w*|timro|hunchh?a|thik chh?a|hajur)(?!\w)",
    re.I,
)


def small_talk(question: str) -> SmallTalk | None:
    """The kind of small talk a message is; None when it asks for something.

    What is left without the phrase itself may only be filler: "thanks, and who signed?" is a
    question.

    >>> [small_talk(each) for each in ("Thank you so much!", "Hello, who signed it?")]
    [<SmallTalk.THANKS: 'thanks'>, None]
    """
    if len(terms(question)) > LONGEST:
        return None
    rest, kinds = question, []
    for kind, pattern in _PATTERNS.items():
        rest, count = pattern.subn(" ", rest)
        if count:
            kinds.append(kind)
    left = [term for term in terms(rest) if term not in FILLERS]
    return kinds[0] if kinds and not left else None


def small_talk_reply(kind: SmallTalk, question: str) -> str:
    """A friendly word in the language of the message; romanised Nepali is answered in Nepali."""
    if ROMANISED_NEPALI.search(question):
        return REPLIES[kind][1]
    return localise(REPLIES[kind], question)
