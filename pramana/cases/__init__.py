"""Cases: everything that belongs to a business matter, and its runs with their cost."""
