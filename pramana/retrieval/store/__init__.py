"""The index in PostgreSQL. Raw SQL throughout, and the tenant first in every statement."""
