"""Whether the demonstration stands here, and how far somebody has come in it."""
