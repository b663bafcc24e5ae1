"""The flow of a question: retrieve, compose. `flows` needs LangGraph; import it on first use."""
