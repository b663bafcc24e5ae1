"""Claims about what is ahead: plans to, wants to, will."""

from collections.abc import Iterator
from dataclasses import replace

from pramana.memory.domain.reading import lexicon
from pramana.memory.domain.reading.claiming import claim_of
from pramana.memory.domain.reading.clauses import Clause, Tense, is_question, subjects
from pramana.memory.domain.reading.things import SECOND, Things
from pramana.memory.domain.reading.timing import times_of
from pramana.memory.domain.reading.values import Claim, Held, Kind, Thing, Token
from pramana.memory.domain.reading.wording import as_theirs, without_times

PLANNED = 0.65
"""How surely a plan says what we read."""
LONGEST_PLAN = 120
VAGUE_ENDS = frozenset(("it", "that", "this", "something", "anything", "everything", "them"))


def is_planned(things: Things, clause: Clause) -> bool:
    if clause.tense is Tense.FUTURE:
        return True
    ahead = [
        each for each in times_of(clause, things.message.at) if each.begins > things.message.at
    ]
    under_way = clause.tense is Tense.PRESENT and clause.verb.tag_ == "VBG"
    return under_way and (bool(ahead) or clause.verb.lemma_ in lexicon.GOING)


def wished(things: Things, clause: Clause) -> Iterator[Claim]:
    """Wanting, hoping and planning to do something; other possibilities are no claims."""
    head, verb = clause.head, clause.verb
    if head is not verb and head.lemma_ in lexicon.PLANNING and not is_question(head):
        yield from planned(things, clause, verb)


def planned(things: Things, clause: Clause, verb: Token) -> Iterator[Claim]:
    """The speaker's own plans, or those of somebody named; "I'll watch yours" is politeness."""
    if clause.negated or verb.lemma_ in lexicon.LIGHT or verb.dep_ == "aux" or _is_courtesy(clause):
        return
    ahead = replace(clause, tense=Tense.FUTURE)
    times = times_of(ahead, things.message.at)
    what = as_theirs(without_times(verb, [each.text for each in times]))
    bare = clause.head is verb and not times and not any(map(things.mention_at, verb.subtree))
    if len(what.split()) < 2 or bare or len(what) > LONGEST_PLAN:
        return
    for who in subjects(clause):
        subject = things.meant_by(who)
        if subject and subject.kind is Kind.PERSON and who.lower_ not in SECOND:
            when = f" ({times[0].begins.date().isoformat()})" if times else ""
            text = f"{subject.name} plans: {what}{when}."
            yield claim_of(
                verb, subject, "PLANS", Thing(what), text, Held(things.message.at), PLANNED
            )


def _is_courtesy(clause: Clause) -> bool:
    """Things said to the other: "I just wanted to fill you in", "I hope to see you"."""
    if clause.head is not clause.verb and clause.head.tag_ == "VBD":
        return clause.head.lemma_ not in ("decide", "plan")
    if clause.head is not clause.verb and clause.verb.tag_ == "VBG":
        return True  # "gonna keep going": the words in between are lost
    return any(
        token.lower_ in SECOND or token.lower_ in VAGUE_ENDS for token in clause.verb.subtree
    )
