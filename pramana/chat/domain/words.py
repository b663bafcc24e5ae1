"""What chat says itself, in the language of the question."""

from collections.abc import Sequence

from pramana.chat.contracts.finding import Found
from pramana.chat.domain.tongues import Tongue, tongue_of

Words = tuple[str, str, str]
"""A sentence in English, Nepali and Hindi."""

LEAD_IN: Words = (
    "In the words of the documents:",
    "कागजातहरूकै शब्दमा:",
    "दस्तावेज़ों के ही शब्दों में:",
)
SELECTION_LEAD_IN: Words = (
    "In the words of the selected text:",
    "छानिएको पाठकै शब्दमा:",
    "चुने हुए पाठ के ही शब्दों में:",
)
NOTHING: Words = (
    "Nothing in these documents answers that.",
    "यी कागजातहरूमा यसको उत्तर भेटिएन।",
    "इन दस्तावेज़ों में इसका उत्तर नहीं मिला।",
)
TRY_OTHERS: Words = (
    "Try other words, or add a document about it.",
    "अरू शब्दमा सोध्नुहोस्, वा यसबारे कागजात थप्नुहोस्।",
    "दूसरे शब्दों में पूछें, या इसके बारे में कोई दस्तावेज़ जोड़ें।",
)
ASK_INSTEAD: Words = (
    "You could ask about {0}.",
    "तपाईं {0} बारे सोध्न सक्नुहुन्छ।",
    "आप {0} के बारे में पूछ सकते हैं।",
)
SELECTION_SILENT: Words = (
    "The selected text does not say.",
    "छानिएको पाठमा यो भनिएको छैन।",
    "चुने हुए पाठ में यह नहीं कहा गया है।",
)
SELECTION_USED: Words = (
    "The answer rests on the selection alone.",
    "उत्तर छानिएको पाठमा मात्र आधारित छ।",
    "उत्तर केवल चुने हुए पाठ पर आधारित है।",
)
SELECTION_UNUSED: Words = (
    "Nothing in the selection answers the question.",
    "छानिएको पाठको कुनै अंशले प्रश्नको उत्तर दिँदैन।",
    "चुने हुए पाठ का कोई अंश प्रश्न का उत्तर नहीं देता।",
)
MODEL_AWAY: Words = (
    "The language model does not answer just now. These passages were found for your question.",
    "भाषा मोडेलले अहिले जवाफ दिएन। तपाईंको प्रश्नका लागि यी अंश भेटिए।",
    "भाषा मॉडल अभी उत्तर नहीं दे रहा। आपके प्रश्न के लिए ये अंश मिले।",
)
NOT_SUPPORTED: Words = (
    "What the model said could not be found in the sources, so it is not shown. "
    "These passages were found for your question.",
    "मोडेलले भनेको कुरा स्रोतमा भेटिएन, त्यसैले देखाइएन। तपाईंको प्रश्नका लागि यी अंश भेटिए।",
    "मॉडल ने जो कहा वह स्रोतों में नहीं मिला, इसलिए नहीं दिखाया गया। आपके प्रश्न के लिए ये अंश मिले।",
)
NOT_SAID: Words = (
    "None of these passages answers the question in so many words; they come closest.",
    "यी कुनै अंशले प्रश्नको सीधा उत्तर दिँदैन; नजिकका अंश यिनै हुन्।",
    "इनमें से कोई अंश प्रश्न का सीधा उत्तर नहीं देता; सबसे निकट यही हैं।",
)

SOURCE_GONE: Words = (
    "This answer was removed: a document it rested on was deleted.",
    "यो उत्तर हटाइयो: यो आधारित भएको कागजात मेटाइएको छ।",
    "यह उत्तर हटा दिया गया: जिस दस्तावेज़ पर यह आधारित था वह मिटा दिया गया है।",
)

MOST_TOPICS = 3
TONGUES = tuple(Tongue)


def say(words: Words, question: str) -> str:
    """The sentence in the question's language.

    >>> say(SELECTION_SILENT, "Who signed?"), say(NOTHING, "पुल किसने बनाया?")
    ('The selected text does not say.', 'इन दस्तावेज़ों में इसका उत्तर नहीं मिला।')
    """
    return words[TONGUES.index(tongue_of(question))]


def nothing_found(question: str, nearest: Sequence[Found]) -> str:
    """That there is no answer, and what could be asked instead: what came nearest is about it."""
    topics = list(dict.fromkeys(f"“{hit.section or hit.title}”" for hit in nearest))[:MOST_TOPICS]
    if not topics:
        return f"{say(NOTHING, question)} {say(TRY_OTHERS, question)}"
    return f"{say(NOTHING, question)} {say(ASK_INSTEAD, question).format(', '.join(topics))}"
