"""What is asked of a model about a message."""
