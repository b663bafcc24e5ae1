"""A question being answered: a task of the web process that outlives whoever asked."""

from pramana.chat.turns.following import followed
from pramana.chat.turns.live import LiveTurn
from pramana.chat.turns.running import begin

__all__ = ["LiveTurn", "begin", "followed"]
