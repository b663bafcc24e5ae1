"""Questions to the graph, to the inbox and to a group's rules."""
