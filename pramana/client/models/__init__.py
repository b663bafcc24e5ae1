"""What the product answers. Fields that a newer product adds are ignored."""
