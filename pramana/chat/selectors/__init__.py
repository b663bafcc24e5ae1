from pramana.chat.selectors.conversations import (
    answered,
    earlier_exchanges,
    get_turn,
    history,
    recent_sessions,
    sessions_of,
    turn_view,
    turns_of,
)
from pramana.chat.selectors.finding import (
    CitingTurn,
    conversations_named,
    turns_citing,
    turns_naming,
)
from pramana.chat.selectors.traces import tool_lines

__all__ = [
    "CitingTurn",
    "answered",
    "conversations_named",
    "earlier_exchanges",
    "get_turn",
    "history",
    "recent_sessions",
    "sessions_of",
    "tool_lines",
    "turn_view",
    "turns_citing",
    "turns_naming",
    "turns_of",
]
