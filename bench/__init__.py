"""Benchmarks: `./run bench NAME [args]`. The last line of output is one JSON object."""
