from pramana.evals.services.links import link_entity, unlink

__all__ = ["link_entity", "unlink"]
