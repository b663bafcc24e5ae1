"""Files become documents with text, pages and passages."""
