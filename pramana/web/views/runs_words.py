"""What kinds of run, their events and their stages are called on a page."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.external.contracts.stages import Stage
from pramana.tenancy.contracts import RunState
from pramana.tenancy.steps import FAILED
from pramana.web.views.research_words import STAGES as RESEARCH_STAGES
from pramana.web.words import Toned, Words, event_name, stage_name, task_name

RUN_KINDS: dict[str, Words] = {
    "agni.session": later("Review"),
    "chat.answer": later("Answer to a question"),
    "documents.fetch": later("Fetching from the web"),
    "documents.read": later("Reading of a document"),
    "external.research": later("Research"),
    "extraction.correct": later("Correction of an extraction"),
    "extraction.extract": later("Extraction"),
    "extraction.stack": later("Reading of a table"),
    "extraction.stack_correction": later("Correction of a table"),
}

RUN_STATES: dict[RunState, Toned] = {
    RunState.ACTIVE: ("working", later("Under way")),
    RunState.DONE: ("good", later("Done")),
    RunState.FAILED: ("bad", later("Failed")),
}

EVENTS: dict[str, Words] = {
    "delta": later("said something"),
    "state": later("went on"),
}

STATES: dict[str, Words] = {
    "RECEIVED": later("Question received"),
    "RETRIEVING": later("Looking for passages"),
    "GENERATING": later("Composing the answer"),
    "COMPLETED": later("Answered"),
    "FAILED": later("Failed"),
}
"""The steps of an answer, by the code its document gives them."""

TOOLS: dict[str, Words] = {
    "complete_extraction": later("Finish the extraction"),
    "extract_fields": later("Write fields"),
    "get_current_extraction": later("See what was extracted"),
    "get_document_text": later("Read in the document"),
    "hybrid_search_and_score": later("Weigh what was found"),
    "identify_document": later("Name the kind of document"),
    "remove_field": later("Remove a field"),
    "search_book_content": later("Search the documents"),
    "search_memory": later("Search the memory"),
    "update_field": later("Change a field"),
    "web_search": later("Search the web"),
}


NODES: dict[str, Words] = {
    "approve": later("Ask a person"),
    "compose": later("Compose the answer"),
    "ingest": later("Let pages in"),
    "retrieve": later("Find passages"),
    "search": later("Search"),
    "select": later("Choose candidates"),
}
"""The nodes of the graphs, by the names they have there."""


def kind_words(kind: str) -> str:
    return str(RUN_KINDS[kind]) if kind in RUN_KINDS else task_name(kind)


def tool_words(tool: str) -> str:
    return str(TOOLS.get(tool, tool))


def node_words(node: str) -> str:
    return str(NODES.get(node, node))


def outcome_words(outcome: str) -> str:
    """How a node ended; an error by the name of its kind, since its words may quote a document."""
    return _("It ended with an error.") if outcome == FAILED else outcome


def event_words(kind: str) -> str:
    return str(EVENTS[kind]) if kind in EVENTS else event_name(kind)


def step_words(code: str) -> str:
    """A stage of any capability, in words."""
    if code in STATES:
        return str(STATES[code])
    if code in set(Stage):
        return str(RESEARCH_STAGES[Stage(code)][1])
    return stage_name(code)
