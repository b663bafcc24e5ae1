"""Who provides what a session needs: the model gateway as extractor, and the registry."""
