"""Measurements, runnable by anyone: `./run bench NAME [args]`. The last line is one JSON object."""
