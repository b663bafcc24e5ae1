"""What people decided, read back: links between capabilities, threads, and how right we were."""
