"""Records of people, organisations and places: reviewed, versioned, and found in either script."""
