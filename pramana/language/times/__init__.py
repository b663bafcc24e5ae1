"""Times relative to the moment of speaking: yesterday, next Friday, in May, गत वर्ष."""

from pramana.language.times.expressions import find_times
from pramana.language.times.periods import Cue, TimeExpression

__all__ = ["Cue", "TimeExpression", "find_times"]
