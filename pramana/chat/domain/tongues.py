"""The language of a question: what chat says itself is said in it."""

from enum import StrEnum

from pramana.language.scripts import Script, script_shares
from pramana.language.tokens import terms


class Tongue(StrEnum):
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
OF_HINDI, OF_NEPALI = frozenset(HINDI.split()), frozenset(NEPALI.split())


def tongue_of(question: str) -> Tongue:
    """The language of a question, as far as its script and its small words tell.

    >>> [tongue_of(asked).value for asked in ("पुल कसले बनायो?", "पुल किसने बनाया?", "Who?")]
    ['ne', 'hi', 'en']
    """
    if Script.DEVANAGARI not in script_shares(question):
        return Tongue.ENGLISH
    words = terms(question)
    hindi, nepali = (sum(word in known for word in words) for known in (OF_HINDI, OF_NEPALI))
    return Tongue.HINDI if hindi > nepali else Tongue.NEPALI
