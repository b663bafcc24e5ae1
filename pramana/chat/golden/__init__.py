"""Golden questions: what must be found for a question, and what must not be answered."""
