"""Search providers."""
