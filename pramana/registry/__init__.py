"""Records of people, organisations and places: reviewed, versioned, found in either script."""
