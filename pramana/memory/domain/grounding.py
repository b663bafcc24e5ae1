"""What a message supports of the facts that were read from it.

A model is given earlier messages to understand this one. Small models repeat what those say,
attribute one person's sentence to another, or guess a day, so a fact is kept only if this message
supports it, and of its claimant and its dates what the message has words for.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from pramana.kit.evidence import Text
from pramana.language.calendar import BIKRAM_SAMBAT_MONTHS, GREGORIAN_MONTHS, to_bs
from pramana.language.names import normalise
from pramana.language.scripts import language_by_script
from pramana.language.stems import stem, without_case
from pramana.language.tokens import terms
from pramana.memory.contracts.extraction import EarlierMessage, FactStatement
from pramana.memory.contracts.graph import Grain
from pramana.memory.domain.reading import lexicon, nepali_grammar


def grounded_facts(
    facts: Iterable[FactStatement], body: str, earlier: Sequence[EarlierMessage] = ()
) -> list[FactStatement]:
    """The facts that the message supports, and whose sentence names both of their ends.

    A fact is supported if its quote is in the message. Without such a quote the message must name
    both ends, and the quote must not come from an earlier message.
    """
    text, words = Text(body), _name_words(body)

    def is_supported(fact: FactStatement) -> bool:
        quote = fact.quote.strip()
        if quote and text.locate(quote):
            return True
        if quote and any(quote in each.body for each in earlier):
            return False
        return all(not words.isdisjoint(_name_words(name)) for name in (fact.subject, fact.object))

    return [each for each in facts if names_both_ends(each) and is_supported(each)]


def names_both_ends(fact: FactStatement) -> bool:
    """Whether the fact's sentence can be read alone: it names its subject and its object.

    Words are compared by stem, because Nepali adds case endings to a name (काठमाडौंमा). If the
    sentence is in another script than the name, it is accepted: it may transliterate the name.
    """
    words, script = _name_words(fact.fact), language_by_script(fact.fact)
    return all(
        not words.isdisjoint(_name_words(name)) or language_by_script(name) != script
        for name in (fact.subject, fact.object)
    )


def _name_words(text: str) -> set[str]:
    """The words of a text by which names in it are recognised: by stem, and without case endings,
    as the stem of a name that looks like a case (तिलोत्तमा) is another one inside a sentence."""
    words = terms(text)
    return {*map(stem, words), *words, *map(without_case, words)}


def with_supported_claimants(
    facts: Iterable[FactStatement], body: str, speaker: str, earlier: Sequence[EarlierMessage] = ()
) -> list[FactStatement]:
    """The facts; a claim whose claimant the message does not name is what its sender says.

    "She says" and "my husband says" may mean whoever an earlier message names.
    """
    words, before = _name_words(body), _name_words(" ".join(each.body for each in earlier))
    points = not _POINTING.isdisjoint(words)

    def is_named(claimant: str) -> bool:
        names = _name_words(claimant)
        if claimant == speaker or not names.isdisjoint(words):
            return True
        if any(
            len(word) >= LEAST_SHORT and name.startswith(word) for word in words for name in names
        ):
            return True  # "Kat says", of Katarina
        if language_by_script(claimant) != language_by_script(body):
            return True
        return points and not names.isdisjoint(before)

    return [
        each
        if not each.claimed_by or is_named(each.claimed_by)
        else each.model_copy(update={"claimed_by": speaker})
        for each in facts
    ]


LEAST_SHORT = 3
"""Letters of a short form by which a longer name is recognised."""
_POINTING = {
    *lexicon.word_set("he she they him her them his their hers theirs who"),
    *lexicon.word_set("ऊ उसले उनी उनले उनको उहाँ उहाँले उहाँको तिनी तिनले usle unle uhale uhaale"),
    *lexicon.TIES,
    *lexicon.FAMILY_NAMES,
    *lexicon.OFFICES,
    *nepali_grammar.TIES,
    *nepali_grammar.OFFICES,
}
"""Words that may mean somebody whom an earlier message names."""


def with_supported_dates(
    facts: Iterable[FactStatement], body: str, at: datetime, earlier: Sequence[EarlierMessage] = ()
) -> list[FactStatement]:
    """The facts with those of their dates that the message has words for, or that are its own day.

    What ended on a guessed day had ended when the message was sent; what is to end on one still
    holds. A fact that begins on a coming day which no words support is a plan, and is left out.
    A correction may repeat the date of what it corrects, an answer that of the question, and a
    second message that of the sender's last one.
    """
    found, before = [], [one.body for one in earlier]
    goes_on = _continued(body, before)
    for each in facts:
        context = before if each.corrects else goes_on
        text = " ".join((body, *context))
        begins = _supported_date(each.valid_at, text, at)
        ends = _supported_date(each.invalid_at, text, at)
        if begins is None and each.valid_at is not None and _aware(each.valid_at, at) > at:
            continue
        changes: dict[str, object] = {}
        if begins is None and each.valid_at is not None:
            changes |= {"valid_at": None, "valid_grain": Grain.UNKNOWN}
        if ends is None and each.invalid_at is not None:
            is_over = _aware(each.invalid_at, at) <= at
            changes |= {"invalid_at": at if is_over else None, "invalid_grain": Grain.UNKNOWN}
        found.append(each.model_copy(update=changes) if changes else each)
    return found


def _continued(body: str, before: Sequence[str]) -> list[str]:
    """The earlier messages that a message may go on from: its sender's last, and a question."""
    sender = f"{body.split('(', 1)[0]}("
    own = [each for each in before if sender != "(" and each.startswith(sender)]
    asked = [each for each in before[-1:] if each.rstrip().endswith("?")]
    return [*own[-1:], *asked]


def _supported_date(moment: datetime | None, text: str, at: datetime) -> datetime | None:
    if moment is None or abs(_aware(moment, at) - at) <= NEAR or TIME_WORDS.search(text):
        return moment
    day = _aware(moment, at).astimezone(at.tzinfo).date()
    numbers = {day.year, day.month, day.day, day.year % 100}
    try:
        bikram = to_bs(day)
        numbers |= {bikram.year, bikram.month, bikram.day, bikram.year % 100}
    except ValueError:
        pass  # the calendar does not go so far
    stated = {int(each) for each in re.findall(r"\d{1,4}", text)}
    return moment if stated & numbers else None


def _aware(moment: datetime, at: datetime) -> datetime:
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=at.tzinfo)


NEAR = timedelta(days=1)
"""The time of a message and its day, in whatever time zone."""
_MONTHS = "|".join(
    sorted(
        {name for names in (*GREGORIAN_MONTHS, *BIKRAM_SAMBAT_MONTHS) for name in names.split()},
        key=len,
        reverse=True,
    )
)
TIME_WORDS = re.compile(
    rf"(?<![\w\u0900-\u097F])(?:{_MONTHS})"
    r"|\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun|yester|birth|holi)days?|to-?morrow|tonight"
    r"|minutes?|hours?|days?|weeks?|weekends?|fortnights?|months?|years?|decades?|nights?|evenings?"
    r"|mornings?|afternoons?|noon|midnight|spring|summer|autumn|fall|winter|term|semester|season"
    r"|christmas|xmas|easter|eid|ramadan|diwali|tihar|dashain|holi|ago|since|until|till|last|next"
    r"|past|previous|coming|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    r"|eleventh|twelfth|\w+teenth|twentieth|thirtieth|thirty-?first|eve|age|aged|born|old"
    r"|hijo|asti|bholi|parsi|sa?al|barsa|mahina|hapta|gate|dekhi|samma|aghi|agadi|pahil\w+|aghill\w+"
    r"|gata|pohor|(?:aita|som|mangal|budha?|bihi|shukra|sukra|shani|sani)ba?a?r)\b"
    r"|हिजो|अस्ति|भोलि|पर्सि|पोहोर|परार|साल|वर्ष|बर्ष|महिना|हप्ता|साता|दिन|बार|वार|गते|देखि|सम्म|अघि|अगाडि|पहिले"
    r"|पहिला|पछि|गत|अघिल्लो|आउँदो|आगामी|अर्को|बितेको|दशैं|दशैँ|तिहार|बिहान|बेलुका|मसान्त|संक्रान्ति|जन्म|उमेर",
    re.IGNORECASE,
)
"""Words that say when something was, or from when it is reckoned."""


def is_worded(words: str, body: str) -> bool:
    """Whether a message has words that a fact is said to correct, or only points at them."""
    wanted = normalise(words).split()
    if not wanted or _WHAT_WAS_SAID.issuperset(wanted):
        return True
    if language_by_script(words) != language_by_script(body):
        return True
    return " ".join(wanted) in normalise(body) or not _name_words(words).isdisjoint(
        _name_words(body)
    )


_WHAT_WAS_SAID = lexicon.word_set("that this it so त्यो यो त्यस")
