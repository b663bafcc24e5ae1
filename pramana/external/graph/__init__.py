"""search → select → (approve) → ingest. `flow` needs LangGraph; import it on first use."""
