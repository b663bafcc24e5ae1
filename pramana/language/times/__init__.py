"""Times told from where the speaker stands: yesterday, next Friday, in May, गत वर्ष."""

from pramana.language.times.finding import find_times
from pramana.language.times.values import Cue, TimeFound

__all__ = ["Cue", "TimeFound", "find_times"]
