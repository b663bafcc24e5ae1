"""The index in PostgreSQL, in raw SQL. Every statement names the tenant first."""
