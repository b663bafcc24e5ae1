"""What the extraction agent is asked."""
