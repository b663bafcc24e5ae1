"""The tools a run used, whichever capability kept them."""

from itertools import chain
from uuid import UUID

from pramana.chat.selectors import tool_lines as of_chat
from pramana.external.selectors.tool_calls import tool_lines as of_research
from pramana.extraction.selectors.tool_lines import tool_lines as of_extraction
from pramana.kit.scope import Scope
from pramana.tenancy.steps import ToolLine


def tool_lines(scope: Scope, run_id: UUID) -> list[ToolLine]:
    """Oldest first, as far as this person may see them."""
    found = chain(of_research(scope, run_id), of_extraction(scope, run_id), of_chat(scope, run_id))
    return sorted(found, key=lambda line: line.at)
