"""The one door to any model, and the offline engine behind the same door."""
