"""The parts of the client, one per capability."""
