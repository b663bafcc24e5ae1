"""Records of the registry and everything linked to them."""
