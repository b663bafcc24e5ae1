from pramana.evals.selectors.cases import cases_of

__all__ = ["cases_of"]
