"""Greetings, thanks, goodbyes and questions about the assistant: answered without sources."""

import re
from enum import StrEnum

from pramana.chat.domain.messages import Message, localise
from pramana.chat.domain.question_words import pattern_of, words_of
from pramana.language.tokens import terms


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
    r"(?<!\w)(?:dhanyab?ad|dhanyawad|dhanyavad|namaste|namaskaa?r|pheri bhetaula|bida|kasto chh?a"
    r"|sanchai|ke? chh?a|timi|tapai\w*|timro|hunchh?a|thik chh?a|hajur)(?!\w)",
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
