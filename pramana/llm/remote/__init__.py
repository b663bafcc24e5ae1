"""Remote models, through pydantic-ai, which is large and therefore imported on first use."""
