"""How sessions change: pure, over values."""
