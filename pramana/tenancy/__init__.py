"""Tenants, roles, keys, files, cases and runs, and tables that can only be read within a scope."""
