"""Models over the wire, through pydantic-ai. Imported on first use: it weighs tens of megabytes."""
