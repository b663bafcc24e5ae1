"""Who provides what a session needs: the gateway, the registry, the table of changes."""
