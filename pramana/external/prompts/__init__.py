"""What models are asked about outside material."""
