"""What a model is asked about the papers of a stack."""
