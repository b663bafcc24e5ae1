"""Changes to extractions, one transaction each."""
