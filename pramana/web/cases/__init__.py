"""Cases and the work done for them."""
