"""Mounts the routers, renders errors, describes itself."""
