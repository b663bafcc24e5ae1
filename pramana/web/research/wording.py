"""Names of research states, and reasons in the reader's language."""

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import gettext_noop as noted

from pramana.external.contracts import CandidateState, Stage, Verdict
from pramana.web.formatting import format_number
from pramana.web.wording import Label, StateLabel

STAGES: dict[Stage, StateLabel] = {
    Stage.QUEUED: ("waiting", later("Queued")),
    Stage.AWAITING_PLAN: ("attention", later("Plan to approve")),
    Stage.SEARCHING: ("working", later("Searching")),
    Stage.AWAITING_APPROVAL: ("attention", later("Needs your attention")),
    Stage.INGESTING: ("working", later("Fetching pages")),
    Stage.READING: ("working", later("Reading")),
    Stage.ANSWERING: ("working", later("Answering")),
    Stage.DONE: ("good", later("Done")),
    Stage.FAILED: ("bad", later("Failed")),
}
"""Tone and word."""

STEP_NAMES: dict[Stage, Label] = {
    **{stage: word for stage, (_tone, word) in STAGES.items()},
    Stage.QUEUED: later("Asked"),
    Stage.AWAITING_PLAN: later("Plan"),
    Stage.AWAITING_APPROVAL: later("Decision"),
    Stage.INGESTING: later("Fetching"),
}
"""Short names for stages the run is not in, because all are shown on one line."""

DAILY = "daily"
REPEAT_NAMES: dict[str, Label] = {
    DAILY: later("Every day"),
    "0": later("Every Monday"),
    "1": later("Every Tuesday"),
    "2": later("Every Wednesday"),
    "3": later("Every Thursday"),
    "4": later("Every Friday"),
    "5": later("Every Saturday"),
    "6": later("Every Sunday"),
}

CANDIDATE_STATES: dict[CandidateState, StateLabel] = {
    CandidateState.OFFERED: ("waiting", later("Offered")),
    CandidateState.APPROVED: ("working", later("Approved")),
    CandidateState.REJECTED: ("off", later("Rejected")),
    CandidateState.READING: ("working", later("Reading")),
    CandidateState.INGESTED: ("good", later("In the library")),
    CandidateState.FAILED: ("bad", later("Could not be added")),
}

VERDICTS: dict[Verdict, Label] = {
    Verdict.APPROVED: later("All pages approved"),
    Verdict.PARTIAL: later("Some pages approved"),
    Verdict.REJECTED: later("No pages approved"),
}

ERROR_TEXTS = {
    "No search worker configured in context": noted(
        "No search provider is set, so nothing could be searched for."
    ),
    "The run's budget of tokens is spent, so no answer was composed.": noted(
        "The run's budget of tokens is spent, so no answer was composed."
    ),
    "The document was deleted before it had been read.": noted(
        "The document was deleted before it had been read."
    ),
    "The document was deleted.": noted("The document was deleted."),
}
"""Errors of a run, reworded for the page."""

REASONS = (
    (
        r"(?P<found>\d+) of (?P<all>\d+) words: (?P<words>.+)\.",
        noted("%(found)s of %(all)s words: %(words)s."),
    ),
    (r"Result (?P<place>\d+) of (?P<who>.+)\.", noted("Result %(place)s of %(who)s.")),
    (
        r"An earlier run of this schedule offered it\.",
        noted("An earlier run of this schedule offered it."),
    ),
    (
        r"(?P<host>\S+) is not among the sources of the plan\.",
        noted("%(host)s is not among the sources of the plan."),
    ),
    (r"Not among the best (?P<count>\d+)\.", noted("Not among the best %(count)s.")),
    (
        r"Its text is shorter than (?P<count>\d+) characters\.",
        noted("Its text is shorter than %(count)s characters."),
    ),
    (r"(?P<host>\S+) is blocked\.", noted("%(host)s is blocked.")),
    (r"Adds (?P<words>.+)\.", noted("Adds %(words)s.")),
    (r"It is of (?P<month>[A-Z]\w+) (?P<year>\d{4})\.", noted("It is of %(month)s %(year)s.")),
    (
        r"It is of (?P<month>[A-Z]\w+) (?P<year>\d{4}): too old for software documentation\.",
        noted("It is of %(month)s %(year)s: too old for software documentation."),
    ),
    (r"A policy favours (?P<who>.+)\.", noted("A policy favours %(who)s.")),
    (r"A policy rejects (?P<who>.+)\.", noted("A policy rejects %(who)s.")),
    (r"(?P<who>\S+) is preferred\.", noted("%(who)s is preferred.")),
    (r"(?P<who>\S+) is not allowed here\.", noted("%(who)s is not allowed here.")),
    (r"It is in the library already\.", noted("It is in the library already.")),
    (
        r"It holds none of the question's words\.",
        noted("It holds none of the question's words."),
    ),
    (r"It does not say how old it is\.", noted("It does not say how old it is.")),
    (r"It was found twice\.", noted("It was found twice.")),
    (r"It has no address\.", noted("It has no address.")),
    (r"It asks robots not to index it\.", noted("It asks robots not to index it.")),
    (
        r"None of the query's words stand in its title or text\.",
        noted("None of the query's words stand in its title or text."),
    ),
    (r"The page of an office or a school\.", noted("The page of an office or a school.")),
    (r"A widely checked source\.", noted("A widely checked source.")),
    (r"A PDF, which is preferred\.", noted("A PDF, which is preferred.")),
    (r"Added by the person who decided\.", noted("Added by the person who decided.")),
)
"""Reasons are stored in English; these patterns recognise them for translation."""


def error_text(error: str) -> str:
    return _(ERROR_TEXTS.get(error, error)) if error else ""


def reason_text(reason: str) -> str:
    """A reason in the reader's language if a pattern matches, else as stored."""
    for pattern, sentence in REASONS:
        if found := re.fullmatch(pattern, reason):
            slots = found.groupdict()
            shown = {name: _slot_text(name, each) for name, each in slots.items()}
            return _(sentence) % shown if shown else _(sentence)
    return reason


def _slot_text(name: str, each: str) -> str:
    if each.isdecimal():
        return format_number(each)
    return _(each) if name == "month" else each
