"""Reading pictures of pages: one port, an engine per script."""
