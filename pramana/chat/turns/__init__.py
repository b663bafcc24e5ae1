"""A turn: one question being answered, in a task that outlives the request that started it."""

from pramana.chat.turns.live_turn import LiveTurn
from pramana.chat.turns.resumed_stream import follow_turn
from pramana.chat.turns.turn_task import start_turn

__all__ = ["LiveTurn", "follow_turn", "start_turn"]
