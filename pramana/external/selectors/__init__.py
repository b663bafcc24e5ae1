from pramana.external.policies import policies_of, scoring_policies
from pramana.external.selectors.research import (
    context_of,
    get_research,
    research_page,
    tool_calls_of,
    waiting_count,
)

__all__ = [
    "context_of",
    "get_research",
    "policies_of",
    "research_page",
    "scoring_policies",
    "tool_calls_of",
    "waiting_count",
]
