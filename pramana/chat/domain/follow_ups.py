"""Questions that depend on earlier ones, and how they are made complete without a model.

What a follow-up leaves out is what the earlier question was about. Where it only puts another
number or name in the place of one ("And in 2023?", "What about Bagar?"), the earlier question is
asked again with that in its place; otherwise the earlier question's words are put behind it.
"""

import re
from collections.abc import Sequence

from pramana.chat.domain.named_things import IDENTIFIER, find_named_things
from pramana.chat.domain.question_analysis import ATTRIBUTE_FORMS, CONTRASTS
from pramana.chat.domain.question_shapes import TOPIC
from pramana.chat.domain.question_words import pattern_of
from pramana.language.stems import FUNCTION_STEMS, stem
from pramana.language.tokens import terms, tokens

PEOPLE = """
they them their theirs he him his she her hers
तिनी तिनको तिनले तिनीहरू यिनी यिनको यिनले यिनीहरू उनी उनको उनका उनकी उनले उनलाई उनीहरू उनीहरूको उनीहरूले
उहाँ उहाँको उहाँका उहाँले उहाँलाई
उन उनके उन्होंने उन्हें इन्होंने इनका इनके इनकी
"""
THINGS = """
it its this that these those there such same former latter
यो यी यस यसको यसका यसकी यसले यसमा यसलाई त्यो ती त्यस त्यसको त्यसका त्यसले त्यसमा त्यसलाई त्यहाँ यहाँ सोही उक्त
यह ये इस इसका इसके इसकी इसने इसमें इसे इन वह वे उस उसका उसके उसकी उसने उसमें उसे वहाँ वहां
"""
PERSON_PRONOUNS, THING_PRONOUNS = frozenset(PEOPLE.split()), frozenset(THINGS.split())

CONTINUATION = re.compile(
    r"\W*(?:and|but|or|so|also|then|(?:and )?(?:what|how) about|अनि|त्यसो भए|अब|और|तो|फिर)(?=\s)"
    r"|.+\s(?:चाहिँ|चाहिं|नि)\W*\Z",
    re.I | re.S,
)
"""Questions that continue the one before: "And in 2023?", "What about ward 6?", "वडा ६ को नि?"."""

FILLER = "about also much many so tell me please more one ones अनि नि"
FILLERS = frozenset(FILLER.split())

BARE_WORDS = (
    "since until till how long far often old big exactly then why where when do does did should "
    "must happen happens next instead date day time"
)
BARE = frozenset(BARE_WORDS.split())
"""Words that ask something about a matter without naming it: "Since when?"."""

ONE_OF_THEM = re.compile(r"\bthe (?:\w+ )?(?:first|second|third|last|other|\w+est) ones?\b", re.I)

PRONOUN_REACH = 2
"""A pronoun among this many first words of a sentence refers to the sentence before."""

FEW_TOPIC_WORDS = 4
"""With more topic words than this, "it" in a question refers to nothing earlier."""


def refers_back(sentence: str) -> bool:
    """Whether a sentence begins with a pronoun that refers to the sentence before.

    >>> sentences = ("He signed in May.", "The mayor signed.", "उनले हस्ताक्षर गरे।")
    >>> [refers_back(each) for each in sentences]
    [True, False, True]
    """
    return any(term in PERSON_PRONOUNS | THING_PRONOUNS for term in terms(sentence)[:PRONOUN_REACH])


WHOLE = re.compile(
    r"\W*(?:and|but|or|so|also)?\W*(?:who|whom|whose|what|which|where|when|why|how)\s+(?!about\b)\w",
    re.I,
)
OWN_TOPIC = 3
"""A question with its own question word and so many words of its own says what it is about."""


def is_follow_up(question: str) -> bool:
    """Whether a question can only be understood with the one before.

    >>> [is_follow_up(each) for each in ("When was it signed?", "Why?", "Who is the mayor?")]
    [True, True, False]
    """
    words = terms(question)
    own = topic_words(question)
    pronouns = (PERSON_PRONOUNS | THING_PRONOUNS) & set(words)
    if WHOLE.match(question) and len(own) >= OWN_TOPIC and not pronouns:
        return False
    if CONTINUATION.match(question) or any(word in PERSON_PRONOUNS for word in words):
        return True
    if ONE_OF_THEM.search(question):
        return True
    if any(word in THING_PRONOUNS for word in words) and len(own) <= FEW_TOPIC_WORDS:
        return True
    return all(word.isdecimal() or word in BARE for word in own)


def leans_on_conversation(question: str) -> bool:
    """Whether a question in a conversation is likely about the papers of the answer before: it says
    little, and names nothing.

    >>> leans_on_conversation("When does the work start?"), leans_on_conversation("Who is Ina Ro?")
    (True, False)
    """
    if is_follow_up(question):
        return True
    return len(topic_words(question)) <= FEW_TOPIC_WORDS and not find_named_things(question)


def topic_words(question: str) -> list[str]:
    """The words that say what a question is about, in order."""
    pronouns = PERSON_PRONOUNS | THING_PRONOUNS
    return [
        word
        for word in dict.fromkeys(terms(question))
        if word not in pronouns and stem(word) not in FUNCTION_STEMS and word not in FILLERS
    ]


NUMBER = re.compile(r"\d[\d,.]*\d|\d")
NAME = re.compile(r"(?<=[\s(])(?!I\b)[A-Z][\w’'-]*(?:\s+[A-Z][\w’'-]*)*")
"""Capitalised words inside a question; the first word is capitalised anyway."""

_NOUN = (
    r"(?P<words>[^\s?,()]+(?:\s+[^\s?,()]+){0,4}?)"
    r"(?=\s+(?:of|in|on|at|for|from|with|to|by|when|if|is|are|was|were|has|have|had|get|gets|after|"
    r"before|during|under|than|as|per|until|must|may|can|will|should|and|or|that|who|which)\b"
    r"|\s*[?,()]|\s*\Z)"
)
PHRASE = re.compile(rf"\b(?P<article>the|an?|our|my|your)\s+{_NOUN}", re.I)
"""A noun with its article: "the olive tree"."""

LINKS = "for|in|of|at|with|on|to|from|by"
LINKED = re.compile(
    rf"\b(?P<link>{LINKS})\s+(?P<noun>(?:(?P<article>the|an?|our|my|your)\s+)?{_NOUN})", re.I
)
"""A noun with the word that joins it to the rest: "on the deposit", "on deposits"."""

ALL_PHRASE = re.compile(
    rf"\W*(?:and|but|or|(?:and )?(?:what|how) about)\s+(?:(?P<link>{LINKS})\s+)?"
    r"(?P<article>the|an?|our|my|your)\s+(?P<words>[^?,]{2,40}?)(?P<one>\s+ones?)?\W*\Z",
    re.I,
)
"""A question that is no more than a noun: "And the lavender?", "and the second one?"."""

VERB_LAST = re.compile(r"\b(?:do|does|did|can|may|must|will|should)\s+\Z", re.I)
VERB_NEXT = re.compile(r"\s+(?:have|get)\b", re.I)
"""After the first of these a phrase ends in a verb, "does the olive tree cost", unless the second
follows it."""

UNIT = re.compile(
    r"\b(?:per|an?|each|every|by the)\s+(?P<unit>night|day|week|weekend|month|quarter|year|hour|"
    r"minute|person|head|kilo|kilogram|kg|tonne|litre|piece|unit|metre|page|item|box|carton)\b",
    re.I,
)
ALL_UNIT = re.compile(
    r"\W*(?:and|or|but|(?:and )?(?:what|how) about)\s+(?:for\s+)?(?:per|an?|each|every|by the)\s+"
    r"(?P<unit>\w+)\W*\Z",
    re.I,
)
"""A question that is no more than another unit: "And per week?"."""

PLACES_AND_TIMES = frozenset(
    ["when", "where", "why", "कहिले", "कहाँ", "किन", "कसरी", "कब", "कहां", "क्यों"]
)
"""Question words that can take each other's place."""

ASKS_FOR_NAME = re.compile(
    r"\W*(?:and |so )?(?:who\b|whom\b|(?:which|what) (?:\w+ )?(?:company|firm|supplier|person|shop|"
    r"bank|office|authority|school|doctor|lawyer|contractor|landlord|tenant|carrier|forwarder)\b)"
    r"|.*(?:को हो|को हुन्|कसले|कुन)",
    re.I,
)
FULL_NAME = re.compile(
    r"(?<![\w.])(?!(?:The|This|That|These|An?|In|On|At|Our|We|It|If|From|For)\b)[A-Z][\w’'-]+"
    r"(?:\s+(?:[A-Z][\w’'.-]*|&|of|and|de|van|von)(?=\s+[A-Z]|\b))*\s+[A-Z][\w’'.-]+"
)
"""Two or more words with a capital, as people and firms are called."""

ORGANISATION = pattern_of("ORGANISATIONS")

CODE = re.compile(r"(?=.*\d)(?=.*[^\W\d_])[\w./-]+")
"""Letters and digits in one word, as things are called: "X-20"."""

MAX_TOPIC_WORDS = 8


def complete_follow_up(question: str, earlier: Sequence[str], answer: str = "") -> str:
    """The question as it reads without the conversation; `earlier` are questions, oldest first.

    `answer` is the last answer: "her" is the one it names, where the question before asked who.

    >>> complete_follow_up("And in 2023?", ["How many bids came in 2022?"])
    'How many bids came in 2023?'
    >>> complete_follow_up("And the oak door?", ["How much does the pine door weigh?"])
    'How much does the oak door weigh?'
    >>> complete_follow_up("When was it signed?", ["Who built the Kalika bridge?"])
    'When was it signed? (built Kalika bridge)'
    """
    if not is_follow_up(question):
        return question
    before = _completed_predecessor(earlier)
    if not before:
        return question
    return (
        _with_replacement(question, before)
        or _with_unit(question, before)
        or _with_interrogative(question, before)
        or _with_phrase(question, before)
        or _with_topic(question, before, name_in_answer(question, before, answer))
    )


def _completed_predecessor(earlier: Sequence[str]) -> str:
    """The last question, itself made complete by those before it unless it says already in
    brackets what it is about."""
    if not earlier or TOPIC.search(earlier[-1]):
        return earlier[-1] if earlier else ""
    return complete_follow_up(earlier[-1], earlier[:-1])


def _with_replacement(question: str, before: str) -> str:
    """The earlier question with its number or name replaced, if nothing else changed."""
    if not CONTINUATION.match(question):
        return ""
    for pattern in (NUMBER, NAME):
        new, old = list(pattern.finditer(question)), list(pattern.finditer(before))
        if len(new) == len(old) == 1 and _is_only_change(question, new[0].group(), before):
            return before[: old[0].start()] + new[0].group() + before[old[0].end() :]
    return ""


def _is_only_change(question: str, new: str, before: str) -> bool:
    """Whether the new number or name is all that the question adds to the earlier one."""
    rest = set(topic_words(question)) - set(topic_words(new))
    return rest <= set(topic_words(before))


def _with_phrase(question: str, before: str) -> str:
    """The earlier question with its last noun replaced by the one that is all of this question.

    A new attribute takes the place of the earlier attribute: "And the price?" after "What is the
    weight of the X20?".
    """
    new = ALL_PHRASE.match(question)
    phrases = list(PHRASE.finditer(before))
    if new is None:
        return ""
    attribute = all(stem(word) in ATTRIBUTE_FORMS for word in terms(new["words"]))
    linked = _linked(new["link"], before)
    if not linked and len(phrases) < 1 + attribute:
        return ""
    old = linked or (phrases[0] if attribute else _replaceable(phrases, new["article"]))
    start = old.start("noun") if linked else old.start()
    words = old["words"].split()
    asks_verb = VERB_LAST.search(before[:start]) and not VERB_NEXT.match(before[old.end() :])
    verb = words[-1:] if len(words) > 1 and asks_verb else []
    noun = _noun_for_one(words[: len(words) - len(verb)], new["words"]) if new["one"] else []
    changed = " ".join([new["article"], new["words"], *noun, *verb])
    return before[:start] + changed + before[old.end() :]


def _linked(link: str | None, question: str) -> re.Match[str] | None:
    """The last noun of a question that the same word joins to the rest."""
    found = [
        each for each in LINKED.finditer(question) if each["link"].lower() == (link or "").lower()
    ]
    return found[-1] if found else None


def _noun_for_one(words: Sequence[str], new: str) -> Sequence[str]:
    """What "one" stands for in an earlier noun: the lease of "the oak hall lease", where the new
    noun is "the bell mill one"."""
    described = len(new.split())
    return words[described:] or words[-1:] if len(words) > 1 else []


def _replaceable(phrases: Sequence[re.Match[str]], article: str) -> re.Match[str]:
    """The noun that another one takes the place of: the last with an article of the same sort."""
    definite = article.lower() not in ("a", "an")
    same = [each for each in phrases if (each["article"].lower() not in ("a", "an")) == definite]
    return (same or phrases)[-1]


def _with_unit(question: str, before: str) -> str:
    """The earlier question for another unit, or another of a group: "And per week?"."""
    new, old = ALL_UNIT.match(question), UNIT.search(before)
    if new and old:
        return before[: old.start("unit")] + new["unit"] + before[old.end("unit") :]
    if not CONTINUATION.match(question) or len(own := topic_words(question)) != 1:
        return ""
    for family in CONTRASTS:
        other = next((word for word in terms(before) if word in family), "")
        if own[0] in family and other:
            return re.sub(rf"\b{re.escape(other)}\b", own[0], before, flags=re.I)
    return ""


def _with_interrogative(question: str, before: str) -> str:
    """The earlier question with its question word replaced by the one that is all of this one."""
    own = [word for word in terms(question) if word not in FILLERS and word != "and"]
    if len(own) != 1 or own[0] not in PLACES_AND_TIMES:
        return ""
    for token in tokens(before):
        if token.term in PLACES_AND_TIMES and token.term != own[0]:
            return before[: token.start] + own[0] + before[token.end :]
    return ""


def name_in_answer(question: str, before: str, answer: str) -> str:
    """The name in an answer that a pronoun of the next question stands for; empty without one.

    >>> name_in_answer("What is her phone number?", "Who leads it?", "Rosa Lind has led it.")
    'Rosa Lind'
    """
    pronouns = PERSON_PRONOUNS | {"it", "its"}
    if not ASKS_FOR_NAME.match(before) or pronouns.isdisjoint(terms(question)):
        return ""
    known = set(terms(before))
    names = [match.group().rstrip(".’'") for match in FULL_NAME.finditer(answer)]
    if PERSON_PRONOUNS.isdisjoint(terms(question)):  # "it" is no person
        names = [name for name in names if ORGANISATION.search(name)]
    new = [name for name in names if known.isdisjoint(terms(name))]
    return new[0] if new else ""


def _with_topic(question: str, before: str, name: str = "") -> str:
    """The question with the earlier question's topic words in brackets after it.

    What the earlier question asked about its topic is left out where this one asks for something
    else: "When is it due?" after "What is the total of the invoice?" is about the invoice.
    """
    own = set(topic_words(question))
    numbered = any(word.isdecimal() for word in own)
    wanted = [
        word
        for word in topic_words(before)
        if word not in own and not (numbered and word.isdecimal())
    ][:MAX_TOPIC_WORDS]
    subject = [word for word in wanted if stem(word) not in ATTRIBUTE_FORMS]
    wanted = subject if own and subject else wanted
    topic = _words_as_written(before, wanted)
    codes = [each for each in topic if CODE.fullmatch(each)]
    pronouns = THING_PRONOUNS & set(terms(question))
    if codes and pronouns and own - BARE:  # "its motor" is that of the X-20
        topic = codes
    if any(len(match.group()) > 1 for match in NAME.finditer(question)):  # it replaces the names
        names = {word for match in NAME.finditer(before) for word in match.group().split()}
        topic = [word for word in topic if word not in names]
    topic = [*topic, name] if name else topic
    return f"{question} ({' '.join(dict.fromkeys(topic))})" if topic else question


def _words_as_written(text: str, wanted: Sequence[str]) -> list[str]:
    """These words of a text in order; the parts of an identifier such as "X-20" stay together."""
    words: list[str] = []
    last_end = -1
    codes = [match.span() for match in IDENTIFIER.finditer(text)]
    for token in tokens(text):
        if token.term not in wanted or token.start < last_end:
            continue
        if code := next((each for each in codes if each[0] <= token.start < each[1]), None):
            words.append(text[slice(*code)])
            last_end = code[1]
            continue
        joint = text[last_end : token.start] if last_end >= 0 else " "
        if joint in ("-", "/", ".", "") and words:
            words[-1] += joint + text[token.start : token.end]
        else:
            words.append(text[token.start : token.end])
        last_end = token.end
    return words
