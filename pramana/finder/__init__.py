"""The finder: search everything a person may see, across all capabilities."""
