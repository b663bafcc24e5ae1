"""Who searches the web for us."""
