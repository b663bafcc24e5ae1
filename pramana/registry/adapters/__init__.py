"""Who answers for the registry: our own tables, or another entity service over HTTP."""
