"""Django's PostgreSQL backend with a pool whose loans are counted."""
