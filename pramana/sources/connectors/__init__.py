"""The connectors: one for each kind of source."""
