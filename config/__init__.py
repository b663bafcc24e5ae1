"""The Django project: settings, urls, asgi. Wiring only."""
