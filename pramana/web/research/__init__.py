"""Questions to the web and the pages they find."""
