"""The PostgreSQL under everything: ours, started from a wheel's binaries, or one you name."""
