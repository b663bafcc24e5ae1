"""Questions to the documents, with cited answers."""
