"""Tenants, roles, keys, and tables that cannot be read without saying for whom."""
