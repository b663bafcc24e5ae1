"""The gateway to all language models, and the offline engine behind the same interface."""
