"""Research on the web: pages are found, scored, approved by a person, ingested and cited."""
