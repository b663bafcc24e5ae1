"""The prompts about a document: its text in Markdown, its input and output in Python."""
