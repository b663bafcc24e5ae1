"""Home: what needs attention, recent work and the guide."""
