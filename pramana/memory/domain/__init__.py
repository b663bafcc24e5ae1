"""Memory's decisions, as pure functions over values."""
