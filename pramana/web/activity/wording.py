"""Names of run kinds, events and stages."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from pramana.external.contracts import Stage
from pramana.tenancy.contracts import RunState
from pramana.tenancy.steps import FAILED
from pramana.web.research.wording import STAGES as RESEARCH_STAGES
from pramana.web.wording import Label, StateLabel, event_name, stage_name, task_name

RUN_KINDS: dict[str, Label] = {
    "agni.session": later("Review"),
    "cases.report": later("Report of a case"),
    "chat.answer": later("Answer"),
    "documents.fetch": later("Web fetch"),
    "documents.read": later("Document reading"),
    "external.research": later("Research"),
    "extraction.correct": later("Extraction correction"),
    "extraction.extract": later("Extraction"),
    "extraction.stack": later("Table extraction"),
    "extraction.stack_correction": later("Table correction"),
}

RUN_STATES: dict[RunState, StateLabel] = {
    RunState.ACTIVE: ("working", later("In progress")),
    RunState.DONE: ("good", later("Done")),
    RunState.FAILED: ("bad", later("Failed")),
}

RUN_EVENTS: dict[str, Label] = {
    "delta": later("text received"),
    "state": later("progressed"),
}

ANSWER_STATES: dict[str, Label] = {
    "RECEIVED": later("Question received"),
    "RETRIEVING": later("Searching for passages"),
    "GENERATING": later("Writing the answer"),
    "COMPLETED": later("Answered"),
    "FAILED": later("Failed"),
}
"""The states of an answer, by the codes that the source documents define."""

TOOL_NAMES: dict[str, Label] = {
    "complete_extraction": later("Finish the extraction"),
    "extract_fields": later("Save fields"),
    "get_current_extraction": later("Check the current values"),
    "get_document_text": later("Read the document"),
    "hybrid_search_and_score": later("Score results"),
    "identify_document": later("Identify the document type"),
    "remove_field": later("Remove a field"),
    "search_book_content": later("Search the documents"),
    "search_memory": later("Search memory"),
    "update_field": later("Change a field"),
    "web_search": later("Search the web"),
}


NODE_NAMES: dict[str, Label] = {
    "approve": later("Ask for approval"),
    "compose": later("Write the answer"),
    "ingest": later("Add approved pages"),
    "retrieve": later("Find passages"),
    "search": later("Search"),
    "select": later("Select candidates"),
}
"""Graph nodes, by their names in the graph."""


def run_kind_name(kind: str) -> str:
    return str(RUN_KINDS[kind]) if kind in RUN_KINDS else task_name(kind)


MODEL_TASKS: dict[str, Label] = {
    "chat": later("Answers"),
    "extraction": later("Extraction and stacks"),
    "agni": later("Reviews"),
    "memory": later("Memory"),
    "external": later("Research"),
    "retrieval": later("Ranking of results"),
}
"""What has prompts of its own, by the first part of their names."""


def purpose_name(purpose: str) -> str:
    """What a model was asked for, by the capability that asked."""
    if purpose.startswith("llm."):
        return _("Trials in the settings")
    return str(MODEL_TASKS.get(purpose.partition(".")[0], _("Other")))


def tool_name(tool: str) -> str:
    return str(TOOL_NAMES.get(tool) or tool.replace("_", " ").capitalize())


def node_name(node: str) -> str:
    return str(NODE_NAMES.get(node, node))


def outcome_text(outcome: str) -> str:
    """How a node ended. Error texts are not shown, because they may quote a document."""
    return _("It failed with an error.") if outcome == FAILED else outcome


def event_label(kind: str) -> str:
    return str(RUN_EVENTS[kind]) if kind in RUN_EVENTS else event_name(kind)


def step_name(code: str) -> str:
    """The name of a stage of any capability."""
    if code in ANSWER_STATES:
        return str(ANSWER_STATES[code])
    if code in set(Stage):
        return str(RESEARCH_STAGES[Stage(code)][1])
    return stage_name(code)
