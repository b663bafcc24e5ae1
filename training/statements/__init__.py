"""Training of the statement model: which statements a message makes about people."""
