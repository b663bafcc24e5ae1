"""Questions about extractions. Answers are values; rows stay here."""
