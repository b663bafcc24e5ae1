"""Memory's prompts."""
