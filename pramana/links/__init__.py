"""Links between records and memory entities, and threads from documents to derived values."""
