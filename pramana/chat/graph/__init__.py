"""The flow of a question, retrieve then compose, as two plain functions called nodes."""
