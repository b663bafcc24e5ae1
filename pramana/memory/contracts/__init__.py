"""Memory's values: messages, the graph, and the input and output of its prompts."""
