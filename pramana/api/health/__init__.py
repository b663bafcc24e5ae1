"""Whether the product and what it stands on are well. Asked by anyone, so it must cost nothing."""
