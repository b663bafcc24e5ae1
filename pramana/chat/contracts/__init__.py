"""What chat is asked, what it answers, and what it asks of a model."""
