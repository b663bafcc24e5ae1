"""`./run` and its set-up, in small checkouts that reach no network."""
