"""Reading the graph, the inbox and the groups."""
