"""The engine that needs no model: deterministic answers and policies, registered by prompt name."""

from pramana.llm.offline.registry import offline_answer, offline_policy

__all__ = ["offline_answer", "offline_policy"]
